import type { Brand } from './ids.ts';

/**
 * Short name for a set of reads and the commit that they were made at, such as `r-7k2m9qxz`: `r-`, six random characters
 * of Crockford's base32 (digits and lower-case letters without i, l, o, u), and two that check them.
 */
export type ReadToken = Brand<'ReadToken'>;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const PREFIX = 'r-';
const RANDOM_LENGTH = 6;
/** The greatest prime that two characters can hold: the check then tells every single slip and every swap. */
const MODULUS = 1021;
const TOKEN = /^r-[0-9a-hjkmnp-tv-z]{8}$/;

/** Makes a token of at least six random bytes. */
export function makeReadToken(random: Uint8Array): ReadToken {
  if (random.length < RANDOM_LENGTH) throw new RangeError('a read token needs six random bytes');
  const body = Array.from(random.subarray(0, RANDOM_LENGTH), (byte) => ALPHABET[byte % 32]).join(
    '',
  );
  return `${PREFIX}${body}${checkOf(body)}` as ReadToken;
}

/** Each place has a weight of its own, so that two characters that change places change the sum. */
function checkOf(body: string): string {
  let sum = 0;
  for (const char of body) sum = (sum * 32 + ALPHABET.indexOf(char) + 1) % MODULUS;
  return `${ALPHABET[sum >> 5] ?? ''}${ALPHABET[sum & 31] ?? ''}`;
}

/** Longer text is no token, however it is spelt. */
const MAX_SPELT = 80;

/** A token as people and models spell it, put straight: case, quotes and look-alike letters. It may still be none. */
export function foldReadToken(text: string): string {
  const bare = text
    .slice(0, MAX_SPELT)
    .trim()
    .replace(/^[`"'(<[]+/, '')
    .replace(/[`"')>\].,;:]+$/, '')
    .toLowerCase();
  if (!bare.startsWith(PREFIX)) return bare;
  const body = bare.slice(PREFIX.length).replaceAll(/[il]/g, '1').replaceAll('o', '0');
  return PREFIX + body;
}

/** Reads a token; null where the text is none, or one that was garbled on its way: its check does not hold. */
export function parseReadToken(text: string): ReadToken | null {
  const folded = foldReadToken(text);
  if (!TOKEN.test(folded)) return null;
  const body = folded.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  return folded.endsWith(checkOf(body)) ? (folded as ReadToken) : null;
}
