import { changedRuns } from '../match/changed-runs.ts';
import { itemAt } from '../match/item-at.ts';
import type { Region } from '../model/patch.ts';

/** A text as lines, their endings included, byte for byte (latin1); `offsets[i]` is where line `i` starts. */
export interface Lines {
  readonly bytes: Buffer;
  readonly lines: readonly string[];
  /** One more than there are lines: the last is the text's length. */
  readonly offsets: readonly number[];
}

export function linesOf(bytes: Uint8Array): Lines {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const offsets = [0];
  for (let at = buffer.indexOf(10); at !== -1; at = buffer.indexOf(10, at + 1))
    offsets.push(at + 1);
  if (offsets.at(-1) !== buffer.length) offsets.push(buffer.length);
  const lines = offsets
    .slice(0, -1)
    .map((start, line) => buffer.toString('latin1', start, offsets[line + 1]));
  return { bytes: buffer, lines, offsets };
}

/** Lines `[from, to)` of a text (0-based) become `lines`. `regions` are the very bytes that change, where they are known. */
export interface LineChange {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
  readonly regions: readonly Region[];
}

/** What a line diff finds between two texts. */
export const changesBetween = (old: Lines, now: Lines): readonly LineChange[] =>
  changedRuns(old.lines, now.lines).map(({ fromOld, toOld, fromNew, toNew }) => ({
    from: fromOld,
    to: toOld,
    lines: now.lines.slice(fromNew, toNew),
    regions: [],
  }));

/** Sorted, disjoint regions of a text as changes of whole lines; regions that share or touch a line are one change. */
export function changesOfRegions(old: Lines, regions: readonly Region[]): readonly LineChange[] {
  const spans: { from: number; to: number; regions: Region[] }[] = [];
  for (const region of regions) {
    const { from, to } = lineSpan(old, region);
    const last = spans.at(-1);
    if (last === undefined || from > last.to) spans.push({ from, to, regions: [region] });
    else {
      last.to = Math.max(last.to, to);
      last.regions.push(region);
    }
  }
  return spans.map((span) => ({ ...span, lines: linesOf(textOf(old, span)).lines }));
}

const LF = 10;

/** The lines that a region changes: those it begins and ends in, and the next where it leaves a line open. */
function lineSpan(old: Lines, region: Region): { from: number; to: number } {
  const { bytes, offsets } = old;
  const count = offsets.length - 1;
  const isOpen = bytes.length > 0 && bytes.at(-1) !== LF;
  const isAtOpenEnd = isOpen && region.start === bytes.length;
  const from = isAtOpenEnd ? count - 1 : lastAtMost(offsets, region.start);
  const ending = lastAtMost(offsets, region.end);
  const isBoundary = itemAt(offsets, ending) === region.end;
  const before = region.replacement.at(-1) ?? bytes[region.start - 1] ?? LF;
  if (!isBoundary) return { from, to: Math.min(count, ending + 1) };
  return { from, to: before === LF ? ending : Math.min(count, ending + 1) };
}

/** Index of the last offset that is not past a place. */
function lastAtMost(offsets: readonly number[], place: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (itemAt(offsets, middle) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The new text of some lines. */
function textOf(
  { bytes, offsets }: Lines,
  span: { readonly from: number; readonly to: number; readonly regions: readonly Region[] },
): Buffer {
  const parts: Uint8Array[] = [];
  let at = itemAt(offsets, span.from);
  for (const { start, end, replacement } of span.regions) {
    parts.push(bytes.subarray(at, start), replacement);
    at = end;
  }
  parts.push(bytes.subarray(at, Math.max(at, itemAt(offsets, span.to))));
  return Buffer.concat(parts);
}
