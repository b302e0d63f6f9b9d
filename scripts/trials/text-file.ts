import { isUtf8 } from 'node:buffer';

/** A text as lines without their endings, and what turns them into bytes again. */
export interface TextFile {
  readonly lines: readonly string[];
  readonly ending: '\n' | '\r\n';
  readonly hasMark: boolean;
  /** Whether the last line has an ending. */
  readonly isClosed: boolean;
  /** The one line (0-based) whose ending is not like the others'. */
  readonly oddLine?: number;
}

const MARK = '\uFEFF';

/** Reads bytes as a text whose lines all end the same; null for anything else, and for a text without a line. */
export function textFileOf(bytes: Buffer): TextFile | null {
  if (!isUtf8(bytes) || bytes.includes(0)) return null;
  const whole = bytes.toString('utf8');
  const hasMark = whole.startsWith(MARK);
  const text = hasMark ? whole.slice(1) : whole;
  if (text === '' || text.includes('\uFFFD')) return null;
  const pieces = text.split('\n');
  const isClosed = pieces.at(-1) === '';
  const lines = isClosed ? pieces.slice(0, -1) : pieces;
  const ended = isClosed ? lines : lines.slice(0, -1);
  const withReturn = ended.filter((line) => line.endsWith('\r')).length;
  if (withReturn > 0 && withReturn < ended.length) return null;
  const ending = withReturn > 0 ? '\r\n' : '\n';
  const bare = ending === '\n' ? lines : lines.map((line) => line.replace(/\r$/, ''));
  return bare.some((line) => line.includes('\r'))
    ? null
    : { lines: bare, ending, hasMark, isClosed };
}

/** The bytes of a text. */
export function bytesOf({ lines, ending, hasMark, isClosed, oddLine }: TextFile): Buffer {
  const odd = ending === '\n' ? '\r\n' : '\n';
  const text = lines
    .map((line, at) => {
      const isLast = at === lines.length - 1;
      return isLast && !isClosed ? line : line + (at === oddLine ? odd : ending);
    })
    .join('');
  return Buffer.from(hasMark ? MARK + text : text, 'utf8');
}
