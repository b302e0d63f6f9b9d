import { changedRuns } from '../match/changed-runs.ts';
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
  const runs = changedRuns(old.map(asKey), now.map(asKey));
  return {
    removed: runs.flatMap(({ fromOld, toOld }) => old.slice(fromOld, toOld)),
    added: runs.flatMap(({ fromNew, toNew }) => now.slice(fromNew, toNew)),
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
