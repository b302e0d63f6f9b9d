import { blobId, sha256, type ContentHash } from '../model/content-hash.ts';

/** Lines of a file, 1-based, both inclusive. */
export type LineWindow = readonly [first: number, last: number];

/** Where each line starts, and the end of the last one. A line ends with LF; a byte order mark belongs to the first. */
export function lineOffsets(bytes: Uint8Array): readonly number[] {
  const offsets = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) offsets.push(at + 1);
  if (offsets.at(-1) !== bytes.length) offsets.push(bytes.length);
  return offsets;
}

/** The bytes of some lines, their endings included; null where the file has not so many. */
export function windowBytes(bytes: Uint8Array, [first, last]: LineWindow): Uint8Array | null {
  const offsets = lineOffsets(bytes);
  const [start, end] = [offsets[first - 1], offsets[last]];
  return start === undefined || end === undefined || first > last
    ? null
    : bytes.subarray(start, end);
}

/** Hash of a window, of the kind of another hash. */
export function hashLike(bytes: Uint8Array, hash: ContentHash): ContentHash {
  if (!hash.startsWith('blob:')) return `sha256:${sha256(bytes)}` as ContentHash;
  const format = hash.length === 'blob:'.length + 64 ? 'sha256' : 'sha1';
  return `blob:${blobId(bytes, format)}` as ContentHash;
}
