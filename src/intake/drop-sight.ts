import type { BigIntStats } from 'node:fs';

/** A file as it was last seen, and since when it has looked like that (milliseconds since the epoch). */
export interface Sight {
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly since: number;
}

/** One more look: `since` is kept where nothing changed. */
export function look(before: Sight | undefined, stats: BigIntStats, now: number): Sight {
  const { ino, size, mtimeNs } = stats;
  const isSame = before !== undefined && isUnchanged(before, stats);
  return { ino, size, mtimeNs, since: isSame ? before.since : now };
}

/** Whether the file is the one that was seen, with the same length and time. */
export const isUnchanged = (sight: Sight, stats: BigIntStats): boolean =>
  sight.ino === stats.ino && sight.size === stats.size && sight.mtimeNs === stats.mtimeNs;

const STABLE_MS = 200;
const OLD_MS = 2_000;

/**
 * Whether its writer seems to be done: nothing changed for 200 ms, or nothing was written for 2 s before (a file that
 * was moved in). An empty file is mostly one that is about to be written, so it has to stay so for 2 s.
 */
export function isSettled(sight: Sight, now: number): boolean {
  const unchangedMs = now - sight.since;
  if (sight.size === 0n) return unchangedMs >= OLD_MS;
  return unchangedMs >= STABLE_MS || now - Number(sight.mtimeNs / 1_000_000n) > OLD_MS;
}

/** How long an open writer may pause before its file is taken all the same. */
const WRITER_PATIENCE_MS = 60_000;

/** Whether an open writer is a reason to wait. */
export const isFresh = (sight: Sight, now: number): boolean =>
  now - Number(sight.mtimeNs / 1_000_000n) < WRITER_PATIENCE_MS;
