const LF = 10;
const FOUR_FEEDS = 0x0a0a0a0a;
const LOW_BITS = 0x7f7f7f7f;
const ONES = 0x01010101;

/** Words after which the four counters of one byte each must be emptied: a multiple of the words of one step. */
const BATCH = 252;
const STEP = 4;

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

/** A one in the lowest bit of each byte that is a line feed. */
function feedsOf(word: number): number {
  const rest = word ^ FOUR_FEEDS;
  // The high bit of each byte that is zero, and of no other.
  return (~(((rest & LOW_BITS) + LOW_BITS) | rest | LOW_BITS) >>> 7) & ONES;
}

function countInWords(words: Int32Array): number {
  let count = 0;
  const steps = words.length - (words.length % STEP);
  for (let start = 0; start < steps; start += BATCH) {
    const end = Math.min(steps, start + BATCH);
    let counters = 0;
    for (let at = start; at < end; at += STEP) {
      counters = (counters + feedsOf(words[at] ?? 0) + feedsOf(words[at + 1] ?? 0)) | 0;
      counters = (counters + feedsOf(words[at + 2] ?? 0) + feedsOf(words[at + 3] ?? 0)) | 0;
    }
    count += sumOf(counters);
  }
  for (let at = steps; at < words.length; at += 1) count += sumOf(feedsOf(words[at] ?? 0));
  return count;
}

const sumOf = (counters: number): number =>
  (counters & 0xff) + ((counters >>> 8) & 0xff) + ((counters >>> 16) & 0xff) + (counters >>> 24);
