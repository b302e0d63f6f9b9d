import type { Buffer } from 'node:buffer';

/** A part of a needle by which it is looked for: where the part stands, the needle starts `offset` bytes before. */
interface Probe {
  readonly offset: number;
  readonly bytes: Buffer;
}

/**
 * Longest piece handed to `Buffer.indexOf`: its worst case grows with the square of the length past about 250 bytes
 * (measured), and stays linear below.
 */
const PROBE_BYTES = 200;

/** Up to this length `Buffer.indexOf` jumps from one standing of the first byte to the next, many bytes a step. */
const QUICK_BYTES = 7;
/** Below this the look at the haystack costs more than it saves. */
const LEAST_HAYSTACK = 64 * 1024;
const SAMPLES = 24;
const SAMPLE_BYTES = 40;

/** Candidates of a quick probe after which the head is looked for instead: it has fewer. */
export const QUICK_TRIES = 64;

/**
 * Finds the offsets at which `needle` may stand: each call gives the first one at or after `from`, -1 where there is none.
 * Calls must not go back. At first a short part with a rare byte is looked for, which is several times as quick in most
 * texts; where that has many candidates, the needle's head.
 */
export function candidates(haystack: Buffer, needle: Buffer): (from: number) => number {
  const head: Probe = { offset: 0, bytes: needle.subarray(0, PROBE_BYTES) };
  let probe = quickProbe(haystack, needle) ?? head;
  let tries = QUICK_TRIES;
  return (from) => {
    if (tries === 0) probe = head;
    tries -= 1;
    const hit = haystack.indexOf(probe.bytes, from + probe.offset);
    return hit === -1 ? -1 : hit - probe.offset;
  };
}

/** The part that begins with the byte which is rarest in a few samples of the haystack. Null where the head will do. */
function quickProbe(haystack: Buffer, needle: Buffer): Probe | null {
  if (haystack.length < LEAST_HAYSTACK || needle.length <= QUICK_BYTES) return null;
  const counts = sampled(haystack);
  const last = Math.min(needle.length - QUICK_BYTES, PROBE_BYTES);
  let offset = 0;
  for (let at = 1; at <= last; at += 1)
    if ((counts[needle[at] ?? 0] ?? 0) < (counts[needle[offset] ?? 0] ?? 0)) offset = at;
  return { offset, bytes: needle.subarray(offset, offset + QUICK_BYTES) };
}

/** How often each byte stands in stretches that lie all over the haystack. */
function sampled(haystack: Buffer): Uint16Array {
  const counts = new Uint16Array(256);
  const stride = Math.floor((haystack.length - SAMPLE_BYTES) / SAMPLES);
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    // Not all at the same place of a page: what repeats with a power of two would be missed.
    const from = sample * stride + ((sample * 37) % 101);
    for (let at = from; at < from + SAMPLE_BYTES; at += 1) {
      const byte = haystack[at] ?? 0;
      counts[byte] = (counts[byte] ?? 0) + 1;
    }
  }
  return counts;
}
