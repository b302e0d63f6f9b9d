import { lineDiff } from '../match/line-diff.ts';
import { SourceText } from '../match/source-text.ts';
import type { FileChange, FileSide } from '../model/patch.ts';

/** Lines of a change, byte for byte, their endings included. */
export interface ChangedLines {
  readonly removed: readonly Buffer[];
  readonly added: readonly Buffer[];
}

/** A binary side counts as one line: git gives no line counts for it either. */
const isBinary = (side: FileSide | null): boolean => side?.bytes.includes(0) ?? false;

const KNOWN = new WeakMap<FileChange, ChangedLines>();

/** Lines that a change removes and adds, in order, as a line diff of both sides sees them. Computed once per change. */
export function changedLines(change: FileChange): ChangedLines {
  const known = KNOWN.get(change);
  if (known !== undefined) return known;
  const lines = diffSides(change);
  KNOWN.set(change, lines);
  return lines;
}

function diffSides({ before, after }: FileChange): ChangedLines {
  if (isBinary(before) || isBinary(after)) return binaryChange(before, after);
  const old = sideLines(before);
  const now = sideLines(after);
  if (old.length === 0 || now.length === 0) return { removed: old, added: now };
  const [head, tail] = commonEnds(old, now);
  const oldMiddle = old.slice(head, old.length - tail);
  const nowMiddle = now.slice(head, now.length - tail);
  const pairs = lineDiff(oldMiddle.map(asKey), nowMiddle.map(asKey));
  const stayed = new Set(pairs);
  return {
    removed: oldMiddle.filter((_, at) => pairs[at] === -1),
    added: nowMiddle.filter((_, at) => !stayed.has(at)),
  };
}

const wholeSide = (side: FileSide | null): Buffer[] =>
  side === null ? [] : [Buffer.from(side.bytes)];

function binaryChange(before: FileSide | null, after: FileSide | null): ChangedLines {
  if (before !== null && after !== null && Buffer.from(before.bytes).equals(after.bytes))
    return { removed: [], added: [] };
  return { removed: wholeSide(before), added: wholeSide(after) };
}

const asKey = (line: Buffer): string => line.toString('latin1');

function sideLines(side: FileSide | null): Buffer[] {
  if (side === null) return [];
  const source = new SourceText(side.bytes);
  const { bytes, starts, lineCount } = source;
  return Array.from({ length: lineCount }, (_, line) =>
    bytes.subarray(line === 0 ? 0 : starts[line], starts[line + 1]),
  );
}

function commonEnds(old: readonly Buffer[], now: readonly Buffer[]): [head: number, tail: number] {
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && isEqual(old[head], now[head])) head += 1;
  let tail = 0;
  while (tail < most - head && isEqual(old[old.length - 1 - tail], now[now.length - 1 - tail]))
    tail += 1;
  return [head, tail];
}

const isEqual = (a: Buffer | undefined, b: Buffer | undefined): boolean =>
  a !== undefined && b !== undefined && a.equals(b);
