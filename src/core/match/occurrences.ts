import { sequenceSearch } from './sequence-search.ts';

/**
 * Longest piece handed to `Buffer.indexOf`: its worst case grows with the square of the length past about 250 bytes
 * (measured), and stays linear below.
 */
const PROBE_BYTES = 200;

/** How many times the haystack's length may be spent on comparing candidates before a search that cannot degrade. */
const EFFORT = 8;

/** Offsets of every occurrence of `needle` at or after `from`, overlapping ones included, ascending. Linear time. */
export function occurrences(haystack: Buffer, needle: Buffer, from = 0): number[] {
  if (needle.length === 0) return [];
  const probe = needle.subarray(0, PROBE_BYTES);
  const found: number[] = [];
  let effort = EFFORT * haystack.length + 4096;
  let at = haystack.indexOf(probe, from);
  while (at !== -1) {
    effort -= needle.length;
    if (effort < 0) {
      const reached = at;
      const rest = sequenceSearch(haystack.subarray(reached), needle);
      return [...found, ...rest.map((offset) => reached + offset)];
    }
    if (
      probe.length === needle.length ||
      (at + needle.length <= haystack.length &&
        haystack.compare(needle, 0, needle.length, at, at + needle.length) === 0)
    )
      found.push(at);
    at = haystack.indexOf(probe, at + 1);
  }
  return found;
}
