import { isAscii, isUtf8 } from 'node:buffer';
import { countLineFeeds } from './count-line-feeds.ts';
import { numberAt } from './item-at.ts';

const LF = 10;
const CR = 13;
const BOM = [0xef, 0xbb, 0xbf] as const;

/** Line numbers asked for one by one before the table of all lines is worth its pass. */
const MAX_LOOK_UPS = 8;

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
  #lookUps = 0;
  #counted: { readonly offset: number; readonly line: number };

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.start = BOM.every((byte, at) => bytes[at] === byte) ? BOM.length : 0;
    this.#counted = { offset: this.start, line: 1 };
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

  /** Offset at which the 0-based line starts; the text's length for the line past the last. */
  lineStart(line: number): number {
    return numberAt(this.starts, line);
  }

  /** Offset at which the content of the 0-based line ends, before its ending. */
  lineContentEnd(line: number): number {
    return this.contentEnd(this.lineStart(line), this.lineStart(line + 1));
  }

  /** 1-based number of the line that holds the byte at `offset`. A few look-ups count; more build the table. */
  lineNumberAt(offset: number): number {
    if (this.#starts === undefined && this.#lookUps < MAX_LOOK_UPS) {
      this.#lookUps += 1;
      const known = this.#counted;
      const isAfter = offset >= known.offset;
      const from = isAfter ? known.offset : this.start;
      const line = (isAfter ? known.line : 1) + countLineFeeds(this.bytes, from, offset);
      this.#counted = { offset: Math.max(offset, this.start), line };
      return line;
    }
    const { starts } = this;
    let low = 0;
    // Past the end of a closed file there is one line more to come; past that of an open one there is not.
    let high = this.isTerminated ? this.lineCount : this.lineCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (numberAt(starts, middle) <= offset) low = middle;
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
    return offset === this.start || this.bytes[offset - 1] === LF;
  }

  /** The 0-based line's content without its ending, decoded byte for byte. */
  latin1Line(line: number): string {
    const from = this.lineStart(line);
    return this.bytes.toString('latin1', from, this.lineContentEnd(line));
  }

  /** The 0-based line's content without its ending, as UTF-8 for people; what is not UTF-8 shows as U+FFFD. */
  line(line: number): string {
    const from = this.lineStart(line);
    return this.bytes.toString('utf8', from, this.lineContentEnd(line));
  }
}

function lineStarts(bytes: Uint8Array, start: number): LineStarts {
  const { length } = bytes;
  const feeds = countLineFeeds(bytes, start, length);
  const isOpen = length > start && bytes[length - 1] !== LF;
  const lines = feeds + (isOpen ? 1 : 0);
  const starts = new Uint32Array(lines + 1);
  starts[0] = start;
  let count = 1;
  for (let at = start; at < length; at += 1) {
    if (bytes[at] === LF) {
      starts[count] = at + 1;
      count += 1;
    }
  }
  starts[lines] = length;
  return starts;
}
