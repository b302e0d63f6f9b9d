import { failureTable } from './sequence-search.ts';

/**
 * Longest piece handed to `Buffer.indexOf`: its worst case grows with the square of the length past about 250 bytes
 * (measured), and stays linear below.
 */
const PROBE_BYTES = 200;

/** How many times the haystack's length may be spent on comparing candidates before a search that cannot degrade. */
const EFFORT = 8;

/** Offsets of every occurrence of `needle` at or after `from`, overlapping ones included, ascending. Linear time. */
export function occurrences(haystack: Buffer, needle: Buffer, from = 0): number[] {
  if (needle.length === 0 || needle.length > haystack.length - from) return [];
  const probe = needle.subarray(0, PROBE_BYTES);
  const found: number[] = [];
  let effort = EFFORT * haystack.length + 4096;
  let at = haystack.indexOf(probe, from);
  while (at !== -1) {
    effort -= needle.length;
    if (effort < 0) return [...found, ...occurrencesByTable(haystack, needle, at)];
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

function occurrencesByTable(haystack: Buffer, needle: Buffer, from: number): number[] {
  const failure = failureTable(needle);
  const found: number[] = [];
  let matched = 0;
  for (let at = from; at < haystack.length; at += 1) {
    while (matched > 0 && haystack[at] !== needle[matched]) matched = failure[matched - 1] ?? 0;
    if (haystack[at] === needle[matched]) matched += 1;
    if (matched === needle.length) {
      found.push(at - matched + 1);
      matched = failure[matched - 1] ?? 0;
    }
  }
  return found;
}
