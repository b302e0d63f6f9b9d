import { editDistance } from './edit-distance.ts';

/** Lines are compared no further than this. */
const MAX_LENGTH = 120;

/**
 * How alike two lines are, 0 to 1: one minus the edit distance over the longer length. For messages; it never chooses a
 * place.
 */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  const one = a.slice(0, MAX_LENGTH);
  const other = b.slice(0, MAX_LENGTH);
  const longer = Math.max(one.length, other.length);
  return 1 - editDistance(one, other, longer) / longer;
}
