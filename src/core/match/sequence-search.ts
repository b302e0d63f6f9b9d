import { numberAt } from './item-at.ts';

/** For each prefix of `needle`, the length of its longest proper prefix that is also its suffix. */
function failureTable(needle: ArrayLike<number>): Uint32Array {
  const failure = new Uint32Array(needle.length);
  let length = 0;
  for (let at = 1; at < needle.length; at += 1) {
    while (length > 0 && needle[at] !== needle[length]) length = numberAt(failure, length - 1);
    if (needle[at] === needle[length]) length += 1;
    failure[at] = length;
  }
  return failure;
}

/** Indices at which the sequence `needle` stands in `haystack`, overlapping ones included. Linear time. */
export function sequenceSearch(haystack: ArrayLike<number>, needle: ArrayLike<number>): number[] {
  if (needle.length === 0) return [];
  const failure = failureTable(needle);
  const found: number[] = [];
  let matched = 0;
  for (let at = 0; at < haystack.length; at += 1) {
    while (matched > 0 && haystack[at] !== needle[matched])
      matched = numberAt(failure, matched - 1);
    if (haystack[at] === needle[matched]) matched += 1;
    if (matched === needle.length) {
      found.push(at - matched + 1);
      matched = numberAt(failure, matched - 1);
    }
  }
  return found;
}
