import { changedRuns } from '../match/changed-runs.ts';
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
  // What is the same at both ends is most of a file, and is never taken apart.
  const [oldPart, nowPart] = withoutSameEnds(bytesOf(before), bytesOf(after));
  const old = linesOf(oldPart);
  const now = linesOf(nowPart);
  const runs = changedRuns(old.map(asKey), now.map(asKey));
  return {
    removed: runs.flatMap(({ fromOld, toOld }) => old.slice(fromOld, toOld)),
    added: runs.flatMap(({ fromNew, toNew }) => now.slice(fromNew, toNew)),
  };
}

const bytesOf = (side: FileSide | null): Buffer =>
  side === null
    ? Buffer.alloc(0)
    : Buffer.from(side.bytes.buffer, side.bytes.byteOffset, side.bytes.byteLength);

const LF = 10;

/** Both texts without the whole lines that they begin and end with in common. */
function withoutSameEnds(old: Buffer, now: Buffer): readonly [Buffer, Buffer] {
  const most = Math.min(old.length, now.length);
  let head = 0;
  for (let at = 0; at < most && old[at] === now[at]; at += 1) if (old[at] === LF) head = at + 1;
  let tail = 0;
  for (let back = 1; back <= most - head; back += 1) {
    const byte = old[old.length - back];
    if (byte !== now[now.length - back]) break;
    // The line that follows this line feed is whole on both sides.
    if (byte === LF) tail = back - 1;
  }
  return [old.subarray(head, old.length - tail), now.subarray(head, now.length - tail)];
}

/** Lines with their ends; what follows the last line feed is one too. */
function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const feed = bytes.indexOf(LF, start);
    const end = feed === -1 ? bytes.length : feed + 1;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}

const wholeSide = (side: FileSide | null): Buffer[] =>
  side === null ? [] : [Buffer.from(side.bytes)];

function binaryChange(before: FileSide | null, after: FileSide | null): ChangedLines {
  if (before !== null && after !== null && Buffer.from(before.bytes).equals(after.bytes))
    return { removed: [], added: [] };
  return { removed: wholeSide(before), added: wholeSide(after) };
}

const asKey = (line: Buffer): string => line.toString('latin1');
