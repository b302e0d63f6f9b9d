/** Contents that deltas are applied to, by where they begin in their pack. */
export interface RecentBases {
  readonly get: (start: number) => Buffer | undefined;
  readonly keep: (start: number, bytes: Buffer) => void;
}

const MAX_KEPT = 4 * 1024 * 1024;
const MAX_ONE = 256 * 1024;

/** Keeps the bases that were read last: deltas of neighbours share theirs. */
export function recentBases(): RecentBases {
  const kept = new Map<number, Buffer>();
  let size = 0;
  return {
    get: (start) => kept.get(start),
    keep: (start, bytes) => {
      if (bytes.length > MAX_ONE || kept.has(start)) return;
      kept.set(start, bytes);
      size += bytes.length;
      for (const [oldest, old] of kept) {
        if (size <= MAX_KEPT) break;
        kept.delete(oldest);
        size -= old.length;
      }
    },
  };
}
