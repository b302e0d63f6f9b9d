import { candidates, QUICK_TRIES } from './probe.ts';
import { sequenceSearch } from './sequence-search.ts';

/** How many times the haystack's length may be spent on comparing candidates before a search that cannot degrade. */
const EFFORT = 8;

/** Offsets of every occurrence of `needle` at or after `from`, overlapping ones included, ascending. Linear time. */
export function occurrences(haystack: Buffer, needle: Buffer, from = 0): number[] {
  if (needle.length === 0 || needle.length > haystack.length - from) return [];
  const next = candidates(haystack, needle);
  const found: number[] = [];
  let free = QUICK_TRIES;
  let effort = EFFORT * haystack.length + 4096;
  for (let at = next(from); at !== -1; at = next(at + 1)) {
    free -= 1;
    if (free < 0) effort -= needle.length;
    if (effort < 0) {
      const reached = at;
      const rest = sequenceSearch(haystack.subarray(reached), needle);
      return [...found, ...rest.map((offset) => reached + offset)];
    }
    const end = at + needle.length;
    if (end > haystack.length) break;
    if (haystack.compare(needle, 0, needle.length, at, end) === 0) found.push(at);
  }
  return found;
}
