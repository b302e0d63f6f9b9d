import { Buffer } from 'node:buffer';
import { byteAt, numberAt } from './item-at.ts';

/** A part of one of the needles: where the part stands, that needle starts `offset` bytes before. */
export interface Probe {
  /** Index of the needle. */
  readonly needle: number;
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

/** Bytes of all needles that are looked at for a rare one. */
const MAX_LOOKED_AT = 400;

/** Candidates of a quick probe after which the head is looked for instead: it has fewer. */
export const QUICK_TRIES = 64;

/**
 * Finds the offsets at which `needle` may stand: each call gives the first one at or after `from`, -1 where there is none.
 * Calls must not go back. At first a short part with a rare byte is looked for, which is several times as quick in most
 * texts; where that has many candidates, the needle's head.
 */
export function candidates(haystack: Buffer, needle: Buffer): (from: number) => number {
  const head = headProbe(needle);
  let probe = quickProbe(haystack, [needle]) ?? head;
  let tries = QUICK_TRIES;
  return (from) => {
    if (tries === 0) probe = head;
    tries -= 1;
    return probed(haystack, probe, from);
  };
}

/** The first offset at or after `from` at which the probe's needle may start; -1 where there is none. */
export function probed(haystack: Buffer, { bytes, offset }: Probe, from: number): number {
  const hit = haystack.indexOf(bytes, from + offset);
  return hit === -1 ? -1 : hit - offset;
}

export const headProbe = (bytes: Buffer, needle = 0): Probe => ({
  needle,
  offset: 0,
  bytes: bytes.subarray(0, PROBE_BYTES),
});

/** The part, of any of the needles, that begins with the byte which is likely rarest. Null where heads will do. */
export function quickProbe(haystack: Buffer, needles: readonly Buffer[]): Probe | null {
  if (haystack.length < LEAST_HAYSTACK) return null;
  const counts = sampled(haystack);
  let best: Probe | null = null;
  let least = Infinity;
  let left = MAX_LOOKED_AT;
  needles.forEach((bytes, needle) => {
    if (bytes.length <= QUICK_BYTES) return;
    const last = Math.min(bytes.length - QUICK_BYTES, PROBE_BYTES, left);
    left -= last;
    for (let offset = 0; offset <= last; offset += 1) {
      const byte = byteAt(bytes, offset);
      const expected = numberAt(counts, byte) + numberAt(USUAL, byte);
      if (expected >= least) continue;
      least = expected;
      best = { needle, offset, bytes: bytes.subarray(offset, offset + QUICK_BYTES) };
    }
  });
  return best;
}

/**
 * How often a byte stands in two thousand of source text, in most languages: a few samples do not tell the rare ones apart.
 * All others are rarer than these.
 */
const USUAL = usual([
  [1, 'UqGHBDW+!$<'],
  [3, '_M1jFILN&\\'],
  [4, '0PRCA'],
  [5, 'T`O>E-?|Sv'],
  [8, '][k"'],
  [12, 'x*w/b'],
  [20, "}{yg;:=,)('m\t"],
  [60, 'phu.fcdlairsonte \n'],
]);

function usual(groups: readonly (readonly [often: number, bytes: string])[]): Uint32Array {
  const counts = new Uint32Array(256);
  for (const [often, bytes] of groups) for (const byte of Buffer.from(bytes)) counts[byte] = often;
  return counts;
}

/** How often each byte stands in stretches that lie all over the haystack. */
function sampled(haystack: Buffer): Uint32Array {
  const counts = new Uint32Array(256);
  const stride = Math.floor((haystack.length - SAMPLE_BYTES) / SAMPLES);
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    // Not all at the same place of a page: what repeats with a power of two would be missed.
    const from = sample * stride + ((sample * 37) % 101);
    for (let at = from; at < from + SAMPLE_BYTES; at += 1) {
      const byte = byteAt(haystack, at);
      counts[byte] = numberAt(counts, byte) + 1;
    }
  }
  return counts;
}
