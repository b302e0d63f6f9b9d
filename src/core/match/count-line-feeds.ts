const LF = 10;
const FOUR_FEEDS = 0x0a0a0a0a;
const LOW_BITS = 0x7f7f7f7f;
const ONES = 0x01010101;

/** Words after which the four counters of one byte each must be emptied. */
const BATCH = 255;

/** Line feeds in `bytes[from, to)`, four bytes at a time. */
export function countLineFeeds(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  let at = from;
  while (at < to && (bytes.byteOffset + at) % 4 !== 0) {
    if (bytes[at] === LF) count += 1;
    at += 1;
  }
  const words = Math.max(0, (to - at) >> 2);
  if (words > 0) count += countInWords(new Int32Array(bytes.buffer, bytes.byteOffset + at, words));
  for (at += words * 4; at < to; at += 1) if (bytes[at] === LF) count += 1;
  return count;
}

function countInWords(words: Int32Array): number {
  let count = 0;
  for (let start = 0; start < words.length; start += BATCH) {
    let counters = 0;
    for (const word of words.subarray(start, start + BATCH)) {
      const rest = word ^ FOUR_FEEDS;
      // The high bit of each byte that is zero, and of no other.
      const zeros = ~(((rest & LOW_BITS) + LOW_BITS) | rest | LOW_BITS);
      counters += (zeros >>> 7) & ONES;
    }
    count +=
      (counters & 0xff) +
      ((counters >>> 8) & 0xff) +
      ((counters >>> 16) & 0xff) +
      (counters >>> 24);
  }
  return count;
}
