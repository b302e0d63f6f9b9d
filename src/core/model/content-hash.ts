import { createHash } from 'node:crypto';
import type { Brand } from './ids.ts';

/** Hash of a file's bytes, tagged with what it is: `blob:HEX` (git's blob id) or `sha256:HEX` (of the bytes alone). */
export type ContentHash = Brand<'ContentHash'>;

const CONTENT_HASH = /^(?:blob:(?:[0-9a-f]{40}|[0-9a-f]{64})|sha256:[0-9a-f]{64})$/;

/** Reads a tagged hash; upper case is folded. Null for anything else. */
export function parseContentHash(text: string): ContentHash | null {
  const folded = text.trim().toLowerCase();
  return CONTENT_HASH.test(folded) ? (folded as ContentHash) : null;
}

/** SHA-256 of the bytes, hexadecimal. */
export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** The id that git gives a blob of these bytes. `format` is the repository's object format. */
export const blobId = (bytes: Uint8Array, format: 'sha1' | 'sha256' = 'sha1'): string =>
  createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
