import { isAscii } from 'node:buffer';

const LF = 10;
const FOUR_FEEDS = 0x0a0a0a0a;
const LOW_BITS = 0x7f7f7f7f;
const ONES = 0x01010101;

/** Words of one step, and after which the four counters of one byte each must be emptied: a multiple of the steps. */
const STEP = 8;
const BATCH = 248;

/** Bytes, a multiple of four, that are counted at once: most pieces are plain where a text has few other characters. */
const PIECE = 16_384;

/** Line feeds in `bytes[from, to)`, four bytes at a time. */
export function countLineFeeds(bytes: Uint8Array, from: number, to: number): number {
  const skipped = (4 - ((bytes.byteOffset + from) % 4)) % 4;
  const start = Math.min(to, from + skipped);
  const words = Math.max(0, (to - start) >> 2);
  const end = start + words * 4;
  const loose = countByByte(bytes, from, start) + countByByte(bytes, end, Math.max(to, end));
  if (words === 0) return loose;
  let count = loose;
  for (let at = start; at < end; at += PIECE) {
    const length = Math.min(PIECE, end - at);
    const list = new Int32Array(bytes.buffer, bytes.byteOffset + at, length >> 2);
    count += isAscii(bytes.subarray(at, at + length)) ? countInPlain(list) : countInAny(list);
  }
  return count;
}

function countByByte(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (bytes[at] === LF) count += 1;
  return count;
}

/**
 * A one in the lowest bit of each byte of a word that is no line feed, where no byte has its high bit set. The index is
 * inside the list: a check for each word would double what counting costs.
 */
const othersAt = (words: Int32Array, at: number): number =>
  ((((words[at] as number) ^ FOUR_FEEDS) + LOW_BITS) >>> 7) & ONES;

function countInPlain(words: Int32Array): number {
  let others = 0;
  const steps = words.length - (words.length % STEP);
  for (let start = 0; start < steps; start += BATCH) {
    const end = Math.min(steps, start + BATCH);
    let counters = 0;
    for (let at = start; at < end; at += STEP) {
      const left =
        othersAt(words, at) +
        othersAt(words, at + 1) +
        othersAt(words, at + 2) +
        othersAt(words, at + 3);
      const right =
        othersAt(words, at + 4) +
        othersAt(words, at + 5) +
        othersAt(words, at + 6) +
        othersAt(words, at + 7);
      counters = (counters + left + right) | 0;
    }
    others += sumOf(counters);
  }
  return steps * 4 - others + countInAny(words.subarray(steps));
}

/** A one in the lowest bit of each byte that is a line feed. */
function feedsOf(word: number): number {
  const rest = word ^ FOUR_FEEDS;
  // The high bit of each byte that is zero, and of no other.
  return (~(((rest & LOW_BITS) + LOW_BITS) | rest | LOW_BITS) >>> 7) & ONES;
}

function countInAny(words: Int32Array): number {
  let count = 0;
  for (let start = 0; start < words.length; start += BATCH) {
    const end = Math.min(words.length, start + BATCH);
    let counters = 0;
    for (let at = start; at < end; at += 1)
      counters = (counters + feedsOf(words[at] as number)) | 0;
    count += sumOf(counters);
  }
  return count;
}

const sumOf = (counters: number): number =>
  (counters & 0xff) + ((counters >>> 8) & 0xff) + ((counters >>> 16) & 0xff) + (counters >>> 24);
