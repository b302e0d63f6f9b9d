import type { Place } from '../match/rung.ts';
import type { SourceText } from '../match/source-text.ts';
import type { Change } from './hunk.ts';
import type { Op } from './hunk-ops.ts';

const LF = 10;
const CR = 13;

/** How a hunk's lines become bytes at a place. */
export interface BuildOptions {
  /** Whole lines: the end of the file is kept as it is, terminated or not. */
  readonly isLines: boolean;
  readonly finalNewline?: boolean;
}

/** A run of removed and added lines while it is read. */
interface Run {
  readonly start: number;
  end: number;
  readonly removedEnds: string[];
  readonly adds: { readonly text: string; readonly hasBreak: boolean }[];
}

/** The changed runs of a hunk at its place. Kept lines stay the file's bytes, so they appear in no change. */
export function buildChanges(
  source: SourceText,
  place: Place,
  ops: readonly Op[],
  options: BuildOptions,
): Change[] {
  const runs: Run[] = [];
  let at = place.start;
  let open: Run | null = null;
  for (const op of ops) {
    if (op.tag === 'keep') {
      at = pieceEnd(source, at, op, place.end);
      open = null;
      continue;
    }
    if (open === null) {
      open = { start: at, end: at, removedEnds: [], adds: [] };
      runs.push(open);
    }
    if (op.tag === 'remove') {
      const end = pieceEnd(source, at, op, place.end);
      open.removedEnds.push(endingBefore(source, at, end));
      open.end = end;
      at = end;
    } else {
      open.adds.push({ text: op.text, hasBreak: op.hasBreak });
    }
  }
  const changes = runs.map((run) => changeOf(source, run, options));
  const ending = finalEnding(source, place, { at, runs, options });
  return [...changes, ...ending].filter((change) => !isIdle(source, change));
}

const pieceEnd = (source: SourceText, at: number, op: Op, limit: number): number =>
  op.hasBreak ? Math.min(source.lineEnd(at), limit) : limit;

/** The line ending that closes `[from, end)`: `\n`, `\r\n`, or nothing. */
function endingBefore(source: SourceText, from: number, end: number): string {
  const { bytes } = source;
  if (end <= from || bytes[end - 1] !== LF) return '';
  return bytes[end - 2] === CR ? '\r\n' : '\n';
}

/** The line ending that inserted lines take at `[start, end)`: the line before's, else the next one's. */
export function neighbourEnding(source: SourceText, start: number, end: number): string {
  const before = endingBefore(source, source.start, start);
  if (before !== '') return before;
  const feed = source.bytes.indexOf(LF, end);
  if (feed !== -1) return endingBefore(source, source.start, feed + 1);
  // At an open end of the file, with an open line before it: the last ending there is.
  const last = source.bytes.lastIndexOf(LF);
  return last === -1 ? '\n' : endingBefore(source, source.start, last + 1);
}

function changeOf(source: SourceText, run: Run, options: BuildOptions): Change {
  const lineBreak = neighbourEnding(source, run.start, run.end);
  const lastEnding = run.removedEnds.findLast((ending) => ending !== '');
  const isAtEnd = options.isLines && run.end === source.bytes.length;
  const texts = run.adds.map(({ text, hasBreak }, index) => {
    if (!hasBreak) return text;
    const own = run.removedEnds[index];
    return text + (own === undefined || own === '' ? (lastEnding ?? lineBreak) : own);
  });
  const change = {
    start: run.start,
    end: run.end,
    bytes: Buffer.from(texts.join('')),
    removed: run.removedEnds.length,
    added: run.adds.length,
  };
  return isAtEnd
    ? atEndOfFile(source, change, { lineBreak, wanted: options.finalNewline })
    : change;
}

/** Keeps the file's last line terminated, or not, as it was; unless the edit says which. */
function atEndOfFile(
  source: SourceText,
  change: Change,
  { lineBreak, wanted }: { readonly lineBreak: string; readonly wanted: boolean | undefined },
): Change {
  const isTerminated = wanted ?? source.isTerminated;
  let { start, bytes } = change;
  const startsOpen = !source.isLineStart(start);
  if (bytes.length === 0) {
    if (isTerminated || startsOpen) return change;
    start -= endingBefore(source, source.start, start).length;
    // An edit that opens a closed file asks for that of the line before, too.
    return { ...change, start, removed: change.removed + (source.isTerminated ? 1 : 0) };
  }
  if (!isTerminated) bytes = bytes.subarray(0, bytes.length - endingLength(bytes));
  if (startsOpen) bytes = Buffer.concat([Buffer.from(lineBreak), bytes]);
  return { ...change, bytes };
}

/** Length of the ending of whole lines. */
const endingLength = (bytes: Buffer): number => (bytes.at(-2) === CR ? 2 : 1);

/** The change of the last line's ending alone, where the edit states one and no run reaches the end of the file. */
function finalEnding(
  source: SourceText,
  place: Place,
  hunk: { readonly at: number; readonly runs: readonly Run[]; readonly options: BuildOptions },
): Change[] {
  const { finalNewline, isLines } = hunk.options;
  const length = source.bytes.length;
  if (!isLines || finalNewline === undefined || hunk.at !== length) return [];
  if (hunk.runs.some((run) => run.end === length) || finalNewline === source.isTerminated)
    return [];
  const lineBreak = neighbourEnding(source, place.start, length);
  const start = finalNewline ? length : length - endingBefore(source, source.start, length).length;
  return [
    { start, end: length, bytes: Buffer.from(finalNewline ? lineBreak : ''), removed: 1, added: 1 },
  ];
}

const isIdle = (source: SourceText, { start, end, bytes }: Change): boolean =>
  source.bytes.subarray(start, end).equals(bytes);
