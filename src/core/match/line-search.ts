import { dropTrailingBlanks, skipBlanks } from './blanks.ts';
import { byteAt, itemAt } from './item-at.ts';
import { headProbe, probed, quickProbe, QUICK_TRIES, type Probe } from './probe.ts';
import type { Pattern, Place } from './rung.ts';
import { sequenceSearch } from './sequence-search.ts';
import type { SourceText } from './source-text.ts';

/** Whether two lines that differ in blanks at their end are equal. Line endings never count. */
export interface LineTolerance {
  readonly trailing: boolean;
}

const LF = 10;

/** How many passes over the file comparing may cost, and what the look at one line counts for, in bytes. */
const EFFORT = 4;
const STEP = 32;
/** What comparing may cost in any file, in bytes. */
const LEAST_EFFORT = 65_536;

const KNOWN = new WeakMap<
  SourceText,
  { readonly pattern: Pattern; readonly places: readonly Place[] }
>();

/**
 * Every place at which the pattern's lines stand, whatever their line endings and the blanks round them: what the rungs of
 * lines choose from. The last answer for a text is kept, since the rungs ask one after the other.
 *
 * Looks for the rarest part of a line, else for the longest line, and compares the lines around each hit; where hits are so
 * many that this would cost more than a few passes over the file, it numbers all lines by content and searches for the
 * sequence of numbers instead. Linear either way.
 */
export function lineSearch(source: SourceText, pattern: Pattern): readonly Place[] {
  const known = KNOWN.get(source);
  if (known?.pattern === pattern) return known.places;
  const cores = pattern.lines.map(coreOf);
  const places = searchByAnchor(source, cores) ?? searchByNumber(source, cores);
  KNOWN.set(source, { pattern, places });
  return places;
}

/**
 * Those of the places at which the lines are equal within a tolerance; null where they overlap and are so many that
 * comparing all would cost more than a few passes over the file. Places apart from each other cost one pass, however many.
 */
export function equalPlaces(
  source: SourceText,
  pattern: Pattern,
  tolerance: LineTolerance,
): readonly Place[] | null {
  const places = lineSearch(source, pattern);
  const isMany = places.length > Math.max(1, 2 * mostPlaces(source, pattern.lines));
  if (isMany && areOverlapping(places)) return null;
  return places.filter((place) => {
    let start = place.start;
    return pattern.lines.every((line) => {
      const end = source.lineEnd(start);
      const isEqual = isEqualLine(source, [start, end], line, tolerance);
      start = end;
      return isEqual;
    });
  });
}

/** Whether any of the places, which ascend, begins inside the one before. */
export const areOverlapping = (places: readonly Place[]): boolean =>
  places.some((place, at) => place.start < (places[at - 1]?.end ?? 0));

function isEqualLine(
  source: SourceText,
  [lineStart, lineEnd]: readonly [number, number],
  line: Buffer,
  tolerance: LineTolerance,
): boolean {
  const { bytes } = source;
  const contentEnd = source.contentEnd(lineStart, lineEnd);
  const end = tolerance.trailing ? dropTrailingBlanks(bytes, lineStart, contentEnd) : contentEnd;
  const length = tolerance.trailing ? dropTrailingBlanks(line, 0, line.length) : line.length;
  return end - lineStart === length && bytes.compare(line, 0, length, lineStart, end) === 0;
}

/** The part of a line that must stand verbatim. */
function coreOf(line: Buffer): Buffer {
  const from = skipBlanks(line, 0, line.length);
  return line.subarray(from, dropTrailingBlanks(line, from, line.length));
}

function longest(cores: readonly Buffer[]): number {
  let best = 0;
  cores.forEach((line, at) => {
    if (line.length > itemAt(cores, best).length) best = at;
  });
  return best;
}

/** Null where the hits are too many, or no line has anything to look for. */
function searchByAnchor(source: SourceText, cores: readonly Buffer[]): readonly Place[] | null {
  const tries = mostPlaces(source, cores);
  const quick = quickProbe(source.bytes, cores);
  const places =
    quick === null
      ? null
      : placesAt(source, cores, { probe: quick, tries: Math.min(tries, QUICK_TRIES) });
  if (places !== null) return places;
  const anchor = longest(cores);
  const line = itemAt(cores, anchor);
  return line.length === 0
    ? null
    : placesAt(source, cores, { probe: headProbe(line, anchor), tries });
}

/** At how many places lines may be compared with a text: as many as cost a few passes over it. */
function mostPlaces({ bytes }: SourceText, lines: readonly Buffer[]): number {
  const cost = lines.reduce((sum, line) => sum + STEP + line.length, 0);
  return Math.floor((EFFORT * bytes.length + LEAST_EFFORT) / cost);
}

/** The places around the hits of a probe; null where it has too many. */
function placesAt(
  source: SourceText,
  cores: readonly Buffer[],
  { probe, tries }: { readonly probe: Probe; readonly tries: number },
): readonly Place[] | null {
  const { bytes } = source;
  const places: Place[] = [];
  let left = tries;
  for (
    let hit = probed(bytes, probe, source.start);
    hit !== -1;
    hit = probed(bytes, probe, hit + 1)
  ) {
    if (left === 0) return null;
    left -= 1;
    const lineStart = dropTrailingBlanks(bytes, source.start, hit);
    const place = source.isLineStart(lineStart)
      ? placeAround(source, cores, { anchor: probe.needle, lineStart })
      : null;
    if (place !== null) places.push(place);
  }
  return places;
}

/** The place at which the anchor's line starts there, where the lines round it are equal too. */
function placeAround(
  source: SourceText,
  cores: readonly Buffer[],
  at: { readonly anchor: number; readonly lineStart: number },
): Place | null {
  const { bytes } = source;
  let end = at.lineStart;
  for (const wanted of cores.slice(at.anchor)) {
    const next = source.lineEnd(end);
    if (end === bytes.length || !isSameCore(source, [end, next], wanted)) return null;
    end = next;
  }
  let start = at.lineStart;
  for (const wanted of cores.slice(0, at.anchor).toReversed()) {
    const previous = previousLineStart(source, start);
    if (start === source.start || !isSameCore(source, [previous, start], wanted)) return null;
    start = previous;
  }
  return { start, end };
}

/** Where the line before the one that starts there starts; there itself at the start of the text. */
function previousLineStart(source: SourceText, lineStart: number): number {
  let start = lineStart;
  if (start > source.start) start -= 1;
  while (start > source.start && source.bytes[start - 1] !== LF) start -= 1;
  return start;
}

function isSameCore(
  source: SourceText,
  [lineStart, lineEnd]: readonly [number, number],
  wanted: Buffer,
): boolean {
  const { bytes } = source;
  const contentEnd = source.contentEnd(lineStart, lineEnd);
  const from = skipBlanks(bytes, lineStart, contentEnd);
  const end = dropTrailingBlanks(bytes, from, contentEnd);
  return end - from === wanted.length && bytes.compare(wanted, 0, wanted.length, from, end) === 0;
}

/** The search that no input slows down: lines become numbers, and a sequence of them is searched for. */
function searchByNumber(source: SourceText, cores: readonly Buffer[]): readonly Place[] {
  const numbers = new Map<string, number>();
  const wanted = cores.map((line) => numberOf(numbers, line.toString('latin1')));
  const { bytes, lineCount } = source;
  const standing = new Uint32Array(lineCount);
  for (let line = 0; line < lineCount; line += 1) {
    const contentEnd = source.lineContentEnd(line);
    const from = skipBlanks(bytes, source.lineStart(line), contentEnd);
    const content = bytes.toString('latin1', from, dropTrailingBlanks(bytes, from, contentEnd));
    // 0 is the number of no line that is looked for.
    standing[line] = numbers.get(content) ?? 0;
  }
  return sequenceSearch(standing, wanted).map((line) => ({
    start: source.lineStart(line),
    end: source.lineStart(line + cores.length),
  }));
}

/** A 32-bit hash of bytes (FNV-1a). */
export function hashOf(bytes: Uint8Array, from: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < end; at += 1) hash = Math.imul(hash ^ byteAt(bytes, at), 0x01000193);
  return hash >>> 0;
}

/** The number of a line's content: the same for equal contents. */
export function numberOf(numbers: Map<string, number>, content: string): number {
  const known = numbers.get(content);
  if (known !== undefined) return known;
  numbers.set(content, numbers.size + 1);
  return numbers.size;
}
