import { contentRefusal } from '../apply/file-kind.ts';
import type { ShownFile } from '../lifecycle/resubmission.ts';
import { SourceText } from '../match/source-text.ts';
import type { Rejection } from '../model/rejection.ts';
import type { BlockReport } from '../model/report.ts';

/** What is shown of files at most: a reply is meant to be read, and to be pasted. */
const MAX_LINES = 400;
const MAX_FILES = 8;
/** A file up to this is shown whole. */
const WHOLE_LINES = 150;
const MAX_WIDTH = 1_000;
/** Lines shown around a place of interest, and places of one file. */
const MARGIN = 8;
const MAX_WINDOWS = 3;
const MAX_WINDOW_LINES = 80;

/** A file as the target has it. */
export interface PresentFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** What was refused, which says where to look. */
export interface RefusedPlaces {
  readonly rejections: readonly Rejection[];
  readonly blocks: readonly BlockReport[];
}

/**
 * The parts of files that an author should see before the next attempt: small files whole, of others the lines around
 * each place that a refusal or an edit is about. Files that are not UTF-8 text, too wide to read, or that hold invisible
 * characters, are left out: what is shown must be what is there.
 */
export function shownFiles(
  files: readonly PresentFile[],
  places: RefusedPlaces,
): readonly ShownFile[] {
  const shown: ShownFile[] = [];
  let left = MAX_LINES;
  for (const { path, bytes } of files.slice(0, MAX_FILES)) {
    const source = new SourceText(bytes);
    if (contentRefusal(source) !== null || !source.isUtf8) continue;
    for (const part of partsOf(path, source, places)) {
      if (!part.lines.every(isShowable) || part.lines.length > left) continue;
      left -= part.lines.length;
      shown.push(part);
    }
  }
  return shown;
}

/** Neither too wide nor changed on its way by whatever makes text safe to show. */
const isShowable = (line: string): boolean =>
  line.length <= MAX_WIDTH && !/(?![\t\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/u.test(line);

function partsOf(path: string, source: SourceText, places: RefusedPlaces): readonly ShownFile[] {
  const { lineCount } = source;
  const part = (first: number, last: number): ShownFile => ({
    path,
    firstLine: first,
    lineCount,
    lines: Array.from({ length: last - first + 1 }, (_, at) => source.line(first - 1 + at)),
    isWhole: first === 1 && last === lineCount,
  });
  if (lineCount === 0) return [];
  if (lineCount <= WHOLE_LINES) return [part(1, lineCount)];
  return windowsAround(linesOfInterest(path, places), lineCount).map(([first, last]) =>
    part(first, last),
  );
}

type Range = readonly [first: number, last: number];

/** Line ranges of a file that refusals, and the edits they are about, speak of. */
function linesOfInterest(path: string, { rejections, blocks }: RefusedPlaces): readonly Range[] {
  const ranges: Range[] = [];
  for (const { path: about, lines = [], excerpt, sides } of rejections) {
    if (about !== path) continue;
    for (const line of lines) ranges.push([line, line]);
    const landed = sides?.landed ?? excerpt;
    if (landed !== undefined)
      ranges.push([landed.firstLine, landed.firstLine + Math.max(0, landed.lines.length - 1)]);
  }
  for (const { path: about, lines } of blocks)
    if (about === path && lines !== undefined) ranges.push(lines);
  return ranges;
}

/** The ranges with their margins, joined where they meet; the first few of them. */
function windowsAround(ranges: readonly Range[], lineCount: number): readonly Range[] {
  const windows: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const first = Math.max(1, Math.min(from, lineCount) - MARGIN);
    const end = Math.min(lineCount, Math.max(from, to) + MARGIN);
    const last = windows.at(-1);
    if (last !== undefined && first <= last[1] + 1) last[1] = Math.max(last[1], end);
    else windows.push([first, end]);
  }
  return windows
    .slice(0, MAX_WINDOWS)
    .map(([first, last]) => [first, Math.min(last, first + MAX_WINDOW_LINES - 1)] as const);
}
