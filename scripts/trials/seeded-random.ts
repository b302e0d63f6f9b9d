/** Random choices that a seed fixes: the same seed makes the same trials, on any machine. */
export interface Random {
  /** A whole number from 0 to `end` - 1; 0 where `end` is 0. */
  readonly below: (end: number) => number;
  readonly chance: (share: number) => boolean;
  /** One of a list that is not empty. */
  readonly pick: <T>(list: readonly T[]) => T;
  readonly shuffled: <T>(list: readonly T[]) => readonly T[];
}

const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
};

/** Random choices for a seed and a label: other labels give choices that have nothing to do with these. */
export function seededRandom(seed: number, label: string): Random {
  let state = (hashOf(label) ^ Math.imul(seed + 1, 0x9e3779b1)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    chance: (share) => next() < share,
    pick: (list) => {
      const found = list[below(list.length)];
      if (found === undefined) throw new RangeError('nothing to pick from');
      return found;
    },
    shuffled: (list) => {
      const mixed = [...list];
      for (let at = mixed.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        const [a, b] = [mixed[at], mixed[other]];
        if (a !== undefined && b !== undefined) [mixed[at], mixed[other]] = [b, a];
      }
      return mixed;
    },
  };
}
