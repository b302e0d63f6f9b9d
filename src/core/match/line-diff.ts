import { itemAt, numberAt } from './item-at.ts';
import { numberOf } from './line-search.ts';

/** How far the minimal search goes. */
export interface DiffBounds {
  /** Most edits that it goes through in one stretch; past it, lines that stand once divide the stretch. */
  readonly distance: number;
  /** Steps over one whole diff; past it, the rest is paired greedily. */
  readonly effort: number;
}

const BOUNDS: DiffBounds = { distance: 256, effort: 4_000_000 };

/** Two stretches still to be paired: half-open ranges of line indices. */
interface Stretch {
  readonly fromOld: number;
  readonly toOld: number;
  readonly fromNew: number;
  readonly toNew: number;
}

/**
 * Pairs equal lines of two texts in order: `pairs[i]` is the index in `after` of the line that `before[i]` stayed, or -1.
 * As few changed lines as can be found in bounded work; never quadratic.
 */
export function lineDiff(
  before: readonly string[],
  after: readonly string[],
  bounds: DiffBounds = BOUNDS,
): Int32Array {
  const numbers = new Map<string, number>();
  const old = Uint32Array.from(before, (line) => numberOf(numbers, line));
  const known = numbers.size;
  const now = Uint32Array.from(after, (line) => numberOf(numbers, line));
  // Numbers rise: where all are new, no line is shared.
  if (now.every((number) => number > known)) return new Int32Array(old.length).fill(-1);
  const pairing = new Pairing(old, now, bounds);
  pairing.run();
  return pairing.pairs;
}

/** One diff under way: the two sequences, the pairs found, and the work left. */
class Pairing {
  readonly pairs: Int32Array;
  readonly #old: Uint32Array;
  readonly #now: Uint32Array;
  readonly #distance: number;
  #effort: number;

  constructor(old: Uint32Array, now: Uint32Array, { distance, effort }: DiffBounds) {
    this.#distance = distance;
    this.#effort = effort;
    this.#old = old;
    this.#now = now;
    this.pairs = new Int32Array(old.length).fill(-1);
  }

  run(): void {
    const open: Stretch[] = [
      { fromOld: 0, toOld: this.#old.length, fromNew: 0, toNew: this.#now.length },
    ];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const stretch = this.#trim(next);
      if (stretch.fromOld === stretch.toOld || stretch.fromNew === stretch.toNew) continue;
      if (this.#effort > 0 && this.#shortest(stretch)) continue;
      const parts = this.#divide(stretch);
      if (parts.length > 1) open.push(...parts);
      else this.#greedy(stretch);
    }
  }

  /** Pairs the common beginning and end. */
  #trim(stretch: Stretch): Stretch {
    let { fromOld, toOld, fromNew, toNew } = stretch;
    while (fromOld < toOld && fromNew < toNew && this.#old[fromOld] === this.#now[fromNew])
      this.pairs[fromOld++] = fromNew++;
    while (fromOld < toOld && fromNew < toNew && this.#old[toOld - 1] === this.#now[toNew - 1])
      this.pairs[--toOld] = --toNew;
    return { fromOld, toOld, fromNew, toNew };
  }

  /** The shortest script by furthest-reaching paths; false where it is longer than the bound. */
  #shortest({ fromOld, toOld, fromNew, toNew }: Stretch): boolean {
    const width = toOld - fromOld;
    const height = toNew - fromNew;
    const limit = Math.min(this.#distance, width + height);
    const reach = new Int32Array(2 * limit + 3);
    const trace: Int32Array[] = [];
    for (let distance = 0; distance <= limit; distance += 1) {
      trace.push(reach.slice());
      for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
        const at = diagonal + limit + 1;
        const down = numberAt(reach, at + 1);
        const right = numberAt(reach, at - 1) + 1;
        let x = diagonal === -distance || (diagonal !== distance && right <= down) ? down : right;
        while (
          x < width &&
          x - diagonal < height &&
          this.#old[fromOld + x] === this.#now[fromNew + x - diagonal]
        ) {
          x += 1;
          this.#effort -= 1;
        }
        reach[at] = x;
        if (x >= width && x - diagonal >= height) {
          this.#walkBack(trace, { fromOld, toOld, fromNew, toNew });
          return true;
        }
      }
      this.#effort -= distance + 1;
    }
    return false;
  }

  /** Pairs the lines on the way. Both sides begin with other lines, so that nothing is paired before the first edit. */
  #walkBack(trace: readonly Int32Array[], { fromOld, toOld, fromNew, toNew }: Stretch): void {
    let x = toOld - fromOld;
    let y = toNew - fromNew;
    const limit = Math.min(this.#distance, x + y);
    for (let distance = trace.length - 1; distance > 0; distance -= 1) {
      const reach = itemAt(trace, distance);
      const diagonal = x - y;
      const at = diagonal + limit + 1;
      const down = numberAt(reach, at + 1);
      const right = numberAt(reach, at - 1) + 1;
      const isDown = diagonal === -distance || (diagonal !== distance && right <= down);
      const startX = isDown ? down : right;
      while (x > startX) {
        x -= 1;
        y -= 1;
        this.pairs[fromOld + x] = fromNew + y;
      }
      if (isDown) y -= 1;
      else x -= 1;
    }
  }

  /** Cuts a stretch at lines that stand once on either side, in their longest common order. */
  #divide(stretch: Stretch): Stretch[] {
    const chain = longestRise(this.#standingOnce(stretch));
    const parts: Stretch[] = [];
    let { fromOld, fromNew } = stretch;
    for (const [old, now] of chain) {
      this.pairs[old] = now;
      parts.push({ fromOld, toOld: old, fromNew, toNew: now });
      fromOld = old + 1;
      fromNew = now + 1;
    }
    parts.push({ fromOld, toOld: stretch.toOld, fromNew, toNew: stretch.toNew });
    return parts;
  }

  #standingOnce({ fromOld, toOld, fromNew, toNew }: Stretch): [old: number, now: number][] {
    const seen = new Map<number, { old: number; now: number }>();
    for (let at = fromOld; at < toOld; at += 1) {
      const line = numberAt(this.#old, at);
      seen.set(line, { old: seen.has(line) ? -1 : at, now: -1 });
    }
    for (let at = fromNew; at < toNew; at += 1) {
      const known = seen.get(numberAt(this.#now, at));
      if (known !== undefined) known.now = known.now === -1 ? at : -2;
    }
    // In the order of the old side: a map keeps the order in which its keys came.
    return [...seen.values()].flatMap(({ old, now }) => (old >= 0 && now >= 0 ? [[old, now]] : []));
  }

  /** Pairs each old line with the next equal new one. Never wrong, not always the fewest changes. */
  #greedy({ fromOld, toOld, fromNew, toNew }: Stretch): void {
    const waiting = new Map<number, number[]>();
    for (let at = toNew - 1; at >= fromNew; at -= 1) {
      const line = numberAt(this.#now, at);
      const places = waiting.get(line);
      if (places === undefined) waiting.set(line, [at]);
      else places.push(at);
    }
    let next = fromNew;
    for (let at = fromOld; at < toOld; at += 1) {
      const places = waiting.get(numberAt(this.#old, at)) ?? [];
      let found = places.pop();
      while (found !== undefined && found < next) found = places.pop();
      if (found === undefined) continue;
      this.pairs[at] = found;
      next = found + 1;
    }
  }
}

/** The longest run of pairs that rises on both sides; pairs come sorted by the first. */
function longestRise(pairs: readonly (readonly [number, number])[]): [number, number][] {
  const ends: number[] = [];
  const previous: number[] = [];
  pairs.forEach(([, now], at) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (itemAt(pairs, itemAt(ends, middle))[1] < now) low = middle + 1;
      else high = middle;
    }
    previous.push(low === 0 ? -1 : itemAt(ends, low - 1));
    ends[low] = at;
  });
  const rise: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = itemAt(previous, at)) {
    const [old, now] = itemAt(pairs, at);
    rise.push([old, now]);
  }
  return rise.toReversed();
}
