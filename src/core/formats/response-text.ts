import { Buffer, isUtf8 } from 'node:buffer';

/** One line of the response. `text` is without its line ending (LF or CRLF); offsets are UTF-16, `end` after the ending. */
export interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Invalid bytes become lone low surrogates U+DC80..U+DCFF: no edit that holds one gets through, and none is lost. */
const escapeByte = (byte: number): string => String.fromCharCode(0xdc00 + byte);

const LF = 0x0a;

/** Least and greatest second byte after a lead byte: neither overlong, nor a surrogate, nor past U+10FFFF. */
function secondRange(lead: number): readonly [least: number, most: number] {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  return lead === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf];
}

function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/** Length of the character that begins at `at`; 0 where the bytes there are no UTF-8. */
function characterLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = sequenceLength(lead);
  if (length <= 1) return length;
  const [least, most] = secondRange(lead);
  const second = bytes[at + 1] ?? 0;
  if (second < least || second > most) return 0;
  for (let index = at + 2; index < at + length; index += 1) {
    if (((bytes[index] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}

function decodeBrokenLine(bytes: Buffer): string {
  let text = '';
  let runStart = 0;
  let at = 0;
  while (at < bytes.length) {
    const length = characterLength(bytes, at);
    if (length === 0) {
      text += bytes.toString('utf8', runStart, at) + escapeByte(bytes[at] ?? 0);
      runStart = at + 1;
    }
    at += Math.max(length, 1);
  }
  return text + bytes.toString('utf8', runStart);
}

function decodeUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const parts: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const lineFeed = bytes.indexOf(LF, at);
    const end = lineFeed < 0 ? bytes.length : lineFeed + 1;
    const line = bytes.subarray(at, end);
    parts.push(isUtf8(line) ? line.toString('utf8') : decodeBrokenLine(line));
    at = end;
  }
  return parts.join('');
}

function decodeUtf16(bytes: Buffer, isBigEndian: boolean): string {
  const whole = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  const text = (isBigEndian ? whole.swap16() : whole).toString('utf16le');
  return whole.length === bytes.length ? text : text + escapeByte(bytes.at(-1) ?? 0);
}

/** The response as text: UTF-8, or UTF-16 where a byte order mark says so; the mark itself is dropped. */
export function responseText(response: Uint8Array): string {
  const bytes = Buffer.from(response.buffer, response.byteOffset, response.byteLength);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes.subarray(2), false);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes.subarray(2), true);
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return decodeUtf8(hasMark ? bytes.subarray(3) : bytes);
}

/** Cuts text into lines at LF; nothing else ends a line. A final LF makes no further, empty line. */
export function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length;) {
    const lineFeed = text.indexOf('\n', start);
    const end = lineFeed < 0 ? text.length : lineFeed + 1;
    let stop = lineFeed < 0 ? end : lineFeed;
    if (stop > start && text[stop - 1] === '\r') stop -= 1;
    lines.push({ text: text.slice(start, stop), start, end });
    start = end;
  }
  return lines;
}

/** The first character of a line that is no blank; empty where there is none. */
export const firstSign = (line: string): string => line.trimStart().charAt(0);

/** A character that no edit may bring: NUL, a lone surrogate (a byte that was not text), or the replacement character. */
export function hasUnwritable(text: string): boolean {
  return text.includes('\0') || text.includes('\ufffd') || !text.isWellFormed();
}
