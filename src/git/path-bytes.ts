import { isUtf8 } from 'node:buffer';

/*
 * Git's paths are bytes. In this program a path is a string: bytes that are not UTF-8 become lone low surrogates
 * (U+DC80 to U+DCFF, one per byte), which no valid text holds, so that the way back is exact.
 */

/** A path as git printed it, lossless. */
export function decodePath(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (isUtf8(buffer)) return buffer.toString('utf8');
  let text = '';
  for (let at = 0; at < buffer.length;) {
    const length = validLength(buffer, at);
    text +=
      length === 0
        ? String.fromCharCode(0xdc00 + (buffer[at] ?? 0))
        : buffer.toString('utf8', at, at + length);
    at += Math.max(length, 1);
  }
  return text;
}

/** The bytes of a path made by `decodePath`, or of any well-formed text. */
export function encodePath(path: string): Buffer {
  if (path.isWellFormed()) return Buffer.from(path, 'utf8');
  const parts: Buffer[] = [];
  for (const character of path) {
    const code = character.codePointAt(0) ?? 0;
    const isEscapedByte = code >= 0xdc80 && code <= 0xdcff;
    parts.push(isEscapedByte ? Buffer.of(code - 0xdc00) : Buffer.from(character, 'utf8'));
  }
  return Buffer.concat(parts);
}

/** Absolute form of a repository path for the file system: a string where possible, bytes where need be. */
export function diskPath(root: string, path: string): string | Buffer {
  const full = `${root}/${path}`;
  return full.isWellFormed() ? full : encodePath(full);
}

/** Order of paths as git sorts them: by their bytes. */
export const comparePaths = (left: string, right: string): number =>
  Buffer.compare(encodePath(left), encodePath(right));

/** Splits a NUL-terminated list. */
export function splitNul(bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(0, start); end !== -1; end = bytes.indexOf(0, start)) {
    parts.push(bytes.subarray(start, end));
    start = end + 1;
  }
  if (start < bytes.length) parts.push(bytes.subarray(start));
  return parts;
}

/** Paths as NUL-terminated bytes, for git's `-z --stdin`. */
export const joinNul = (paths: readonly string[]): Buffer =>
  Buffer.concat(paths.flatMap((path) => [encodePath(path), Buffer.of(0)]));

function validLength(buffer: Buffer, at: number): number {
  for (let length = 1; length <= 4 && at + length <= buffer.length; length += 1) {
    if (isUtf8(buffer.subarray(at, at + length))) return length;
  }
  return 0;
}
