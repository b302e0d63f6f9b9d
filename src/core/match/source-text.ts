import { isAscii, isUtf8 } from 'node:buffer';

const LF = 10;
const CR = 13;
const BOM = [0xef, 0xbb, 0xbf] as const;

/** Where each line of a text starts: `starts[i]` for the 0-based line `i`, and the text's length as the last entry. */
export type LineStarts = Uint32Array;

/**
 * Text as bytes, never decoded as a whole. A line ends with LF, with or without a CR before it; nothing else breaks
 * lines. What costs a pass over the bytes is computed on first use and kept.
 */
export class SourceText {
  readonly bytes: Buffer;
  /** Offset of the first byte after a UTF-8 byte order mark, which belongs to no line. */
  readonly start: number;
  #starts: LineStarts | undefined;
  #isAscii: boolean | undefined;
  #isUtf8: boolean | undefined;
  #hasCrlf: boolean | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.start = BOM.every((byte, at) => bytes[at] === byte) ? BOM.length : 0;
  }

  get isAscii(): boolean {
    return (this.#isAscii ??= isAscii(this.bytes));
  }

  get isUtf8(): boolean {
    return (this.#isUtf8 ??= isUtf8(this.bytes));
  }

  /** True where any line ends with CRLF. */
  get hasCrlf(): boolean {
    return (this.#hasCrlf ??= this.bytes.includes(CR) && this.bytes.includes('\r\n'));
  }

  /** True where the last line has a line ending (or there is no line at all). */
  get isTerminated(): boolean {
    return this.bytes.length === this.start || this.bytes[this.bytes.length - 1] === LF;
  }

  get starts(): LineStarts {
    return (this.#starts ??= lineStarts(this.bytes, this.start));
  }

  get lineCount(): number {
    return this.starts.length - 1;
  }

  /** 1-based number of the line that holds the byte at `offset`. */
  lineNumberAt(offset: number): number {
    const starts = this.#starts;
    if (starts === undefined) return 1 + countLineFeeds(this.bytes, this.start, offset);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** Offset just past the line (ending included) that starts at or holds `offset`. */
  lineEnd(offset: number): number {
    const feed = this.bytes.indexOf(LF, offset);
    return feed === -1 ? this.bytes.length : feed + 1;
  }

  /** Offset of the end of the content of a line that ends (ending included) at `end` and starts at `from`. */
  contentEnd(from: number, end: number): number {
    if (end <= from || this.bytes[end - 1] !== LF) return end;
    return end - 2 >= from && this.bytes[end - 2] === CR ? end - 2 : end - 1;
  }

  /** True where a line starts at `offset`. */
  isLineStart(offset: number): boolean {
    return offset === this.start || (offset > this.start && this.bytes[offset - 1] === LF);
  }

  /** The 0-based line's content without its ending, decoded byte for byte. */
  latin1Line(line: number): string {
    const from = this.starts[line] ?? this.bytes.length;
    const end = this.starts[line + 1] ?? this.bytes.length;
    return this.bytes.toString('latin1', from, this.contentEnd(from, end));
  }

  /** The 0-based line's content without its ending, as UTF-8 for people; what is not UTF-8 shows as U+FFFD. */
  line(line: number): string {
    const from = this.starts[line] ?? this.bytes.length;
    const end = this.starts[line + 1] ?? this.bytes.length;
    return this.bytes.toString('utf8', from, this.contentEnd(from, end));
  }
}

/** Line feeds in `bytes[from, to)`. */
export function countLineFeeds(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (bytes[at] === LF) count += 1;
  return count;
}

function lineStarts(bytes: Uint8Array, start: number): LineStarts {
  let starts = new Uint32Array(1024);
  let count = 0;
  let isAtStart = true;
  for (let at = start; at < bytes.length; at += 1) {
    if (isAtStart) {
      if (count + 1 >= starts.length) {
        const grown = new Uint32Array(starts.length * 2);
        grown.set(starts);
        starts = grown;
      }
      starts[count] = at;
      count += 1;
    }
    isAtStart = bytes[at] === LF;
  }
  starts[count] = bytes.length;
  return starts.subarray(0, count + 1);
}
