import { blobId, sha256, type ContentHash } from '../model/content-hash.ts';

/** Lines of a file, 1-based, both inclusive. */
export type LineWindow = readonly [first: number, last: number];

/** Where each line starts, and the end of the last one. A line ends with LF; a byte order mark belongs to the first. */
function lineOffsets(bytes: Uint8Array): readonly number[] {
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

/** Hash of bytes, of the kind that another hash is. */
function hashLike(bytes: Uint8Array, hash: ContentHash): ContentHash {
  if (!hash.startsWith('blob:')) return `sha256:${sha256(bytes)}` as ContentHash;
  const format = hash.length === 'blob:'.length + 64 ? 'sha256' : 'sha1';
  return `blob:${blobId(bytes, format)}` as ContentHash;
}

/** Some lines as their reader saw them. */
export interface SeenWindow {
  readonly window: LineWindow;
  readonly hash: ContentHash;
}

/** Bytes hashed at most while a window is looked for; one that is not found by then counts as gone. */
const MAX_HASHED = 64 * 1024 * 1024;

/**
 * Lines (1-based) at which a window's lines stand now; two at most, since one more decides nothing. `version` is the file
 * that it was read in, where that is at hand; without it the lines are known by their hash alone.
 */
export function windowPlaces(
  bytes: Uint8Array,
  { window, hash }: SeenWindow,
  version: Uint8Array | null,
): readonly number[] {
  const read = version === null ? null : windowBytes(version, window);
  const text =
    read !== null && hashLike(read, hash) === hash ? read : hashedLines(bytes, window, hash);
  return text === null ? [] : placesOf(bytes, text);
}

/** The first lines of this number that have this hash, the place where they were read coming first. */
function hashedLines(bytes: Uint8Array, window: LineWindow, hash: ContentHash): Uint8Array | null {
  const offsets = lineOffsets(bytes);
  const length = window[1] - window[0] + 1;
  const lines = (line: number): Uint8Array | null => {
    const [start, end] = [offsets[line], offsets[line + length]];
    return start === undefined || end === undefined ? null : bytes.subarray(start, end);
  };
  const asRead = lines(window[0] - 1);
  if (asRead !== null && hashLike(asRead, hash) === hash) return asRead;
  let hashed = 0;
  for (let line = 0; line + length < offsets.length; line += 1) {
    const text = lines(line);
    if (text === null || hashLike(text, hash) === hash) return text;
    hashed += text.length;
    if (hashed > MAX_HASHED) return null;
  }
  return null;
}

function placesOf(bytes: Uint8Array, text: Uint8Array): readonly number[] {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isOpen = text.at(-1) !== 10;
  const places: number[] = [];
  let line = 1;
  let counted = 0;
  for (let at = whole.indexOf(text); at !== -1; at = whole.indexOf(text, at + 1)) {
    if (at > 0 && whole[at - 1] !== 10) continue;
    if (isOpen && at + text.length !== whole.length) continue;
    for (; counted < at; counted += 1) if (whole[counted] === 10) line += 1;
    places.push(line);
    if (places.length === 2) break;
  }
  return places;
}
