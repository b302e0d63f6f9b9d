import { dropTrailingBlanks, skipBlanks } from './blanks.ts';
import type { Pattern, Place } from './rung.ts';
import { sequenceSearch } from './sequence-search.ts';
import type { SourceText } from './source-text.ts';

/** What two lines may differ in and still be equal. Line endings never count. */
export interface LineTolerance {
  readonly leading: boolean;
  readonly trailing: boolean;
}

const LF = 10;
const PROBE_BYTES = 200;
const EFFORT = 4;

/**
 * Every place at which the pattern's lines stand, whatever their line endings. Looks for the pattern's longest line and
 * compares the lines around each hit; where hits are so many that this would cost more than a few passes over the file,
 * it numbers all lines by content and searches for the sequence of numbers instead. Linear either way.
 */
export function lineSearch(
  source: SourceText,
  pattern: Pattern,
  tolerance: LineTolerance,
): readonly Place[] {
  const cores = pattern.lines.map((line) => core(line, tolerance));
  const anchor = longest(cores);
  if ((cores[anchor]?.length ?? 0) === 0) return searchByNumber(source, cores, tolerance);
  return searchByAnchor(source, cores, { anchor, tolerance });
}

/** The part of a line that must stand verbatim. */
function core(line: Buffer, tolerance: LineTolerance): Buffer {
  const from = tolerance.leading ? skipBlanks(line, 0, line.length) : 0;
  const end = tolerance.trailing ? dropTrailingBlanks(line, from, line.length) : line.length;
  return line.subarray(from, end);
}

function longest(cores: readonly Buffer[]): number {
  let best = 0;
  cores.forEach((line, at) => {
    if (line.length > (cores[best]?.length ?? 0)) best = at;
  });
  return best;
}

interface AnchorSearch {
  readonly anchor: number;
  readonly tolerance: LineTolerance;
}

function searchByAnchor(
  source: SourceText,
  cores: readonly Buffer[],
  search: AnchorSearch,
): readonly Place[] {
  const { bytes } = source;
  const anchorLine = cores[search.anchor] ?? Buffer.alloc(0);
  const probe = anchorLine.subarray(0, PROBE_BYTES);
  const places: Place[] = [];
  let effort = EFFORT * bytes.length + 65_536;
  let hit = bytes.indexOf(probe, source.start);
  while (hit !== -1) {
    const lineStart = lineStartBefore(source, hit, search.tolerance.leading);
    if (lineStart !== -1) {
      const place = placeAround(source, cores, { ...search, lineStart });
      effort -= place.cost;
      if (place.found !== null) places.push(place.found);
    }
    effort -= 16;
    if (effort < 0) return searchByNumber(source, cores, search.tolerance);
    hit = bytes.indexOf(probe, hit + 1);
  }
  return places;
}

/** Start of the line whose content begins at `hit` (after blanks, where they are let pass); -1 where none does. */
function lineStartBefore(source: SourceText, hit: number, isLeadingFree: boolean): number {
  const start = isLeadingFree ? dropTrailingBlanks(source.bytes, source.start, hit) : hit;
  return source.isLineStart(start) ? start : -1;
}

function placeAround(
  source: SourceText,
  cores: readonly Buffer[],
  at: AnchorSearch & { readonly lineStart: number },
): { readonly found: Place | null; readonly cost: number } {
  const { bytes } = source;
  let end = at.lineStart;
  for (let line = at.anchor; line < cores.length; line += 1) {
    const next = end < bytes.length ? source.lineEnd(end) : -1;
    const wanted = cores[line];
    if (
      next === -1 ||
      wanted === undefined ||
      !isSameLine(source, [end, next], wanted, at.tolerance)
    )
      return { found: null, cost: Math.max(next, end) - at.lineStart };
    end = next;
  }
  let start = at.lineStart;
  for (let line = at.anchor - 1; line >= 0; line -= 1) {
    const wanted = cores[line];
    if (start <= source.start || wanted === undefined) return { found: null, cost: end - start };
    const previous = previousLineStart(source, start);
    if (!isSameLine(source, [previous, start], wanted, at.tolerance))
      return { found: null, cost: end - previous };
    start = previous;
  }
  return { found: { start, end }, cost: end - start };
}

function previousLineStart(source: SourceText, lineStart: number): number {
  if (lineStart - 2 < source.start) return source.start;
  const feed = source.bytes.lastIndexOf(LF, lineStart - 2);
  return feed < source.start ? source.start : feed + 1;
}

function isSameLine(
  source: SourceText,
  [lineStart, lineEnd]: readonly [number, number],
  wanted: Buffer,
  tolerance: LineTolerance,
): boolean {
  const { bytes } = source;
  let end = source.contentEnd(lineStart, lineEnd);
  const from = tolerance.leading ? skipBlanks(bytes, lineStart, end) : lineStart;
  if (tolerance.trailing) end = dropTrailingBlanks(bytes, from, end);
  return end - from === wanted.length && bytes.compare(wanted, 0, wanted.length, from, end) === 0;
}

/** The search that no input slows down: lines become numbers, equal where the lines are. */
function searchByNumber(
  source: SourceText,
  cores: readonly Buffer[],
  tolerance: LineTolerance,
): readonly Place[] {
  const numbers = new Map<string, number>();
  const wanted = cores.map((line) => numberOf(numbers, line.toString('latin1')));
  const { starts, bytes, lineCount } = source;
  const standing = new Uint32Array(lineCount);
  for (let line = 0; line < lineCount; line += 1) {
    const lineStart = starts[line] ?? 0;
    let end = source.contentEnd(lineStart, starts[line + 1] ?? 0);
    const from = tolerance.leading ? skipBlanks(bytes, lineStart, end) : lineStart;
    if (tolerance.trailing) end = dropTrailingBlanks(bytes, from, end);
    standing[line] = numberOf(numbers, bytes.toString('latin1', from, end));
  }
  return sequenceSearch(standing, wanted).map((line) => ({
    start: starts[line] ?? 0,
    end: starts[line + cores.length] ?? bytes.length,
  }));
}

/** The number of a line's content: the same for equal contents. */
export function numberOf(numbers: Map<string, number>, content: string): number {
  const known = numbers.get(content);
  if (known !== undefined) return known;
  numbers.set(content, numbers.size + 1);
  return numbers.size;
}
