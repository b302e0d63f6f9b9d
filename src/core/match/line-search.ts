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

/** How many passes over the file the search by anchor may cost, and what one step of it counts for, in bytes. */
const EFFORT = 4;
const STEP = 32;

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
  const cores = pattern.lines.map(core);
  const places = searchByAnchor(source, cores) ?? searchByNumber(source, cores);
  KNOWN.set(source, { pattern, places });
  return places;
}

/**
 * Those of the places at which the lines are equal within a tolerance; null where the places are so many that comparing
 * all would cost more than a few passes over the file.
 */
export function equalPlaces(
  source: SourceText,
  pattern: Pattern,
  tolerance: LineTolerance,
): readonly Place[] | null {
  const places = lineSearch(source, pattern);
  const effort = places.length * (pattern.text.length + STEP * pattern.lines.length);
  if (places.length > 1 && effort > 2 * EFFORT * source.bytes.length + 65_536) return null;
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
function core(line: Buffer): Buffer {
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
  const quick = quickProbe(source.bytes, cores);
  const places =
    quick === null ? null : placesAt(source, cores, { probe: quick, tries: QUICK_TRIES });
  if (places !== null) return places;
  const anchor = longest(cores);
  const line = itemAt(cores, anchor);
  if (line.length === 0) return null;
  return placesAt(source, cores, { probe: headProbe(line, anchor), tries: Infinity });
}

/** The places around the hits of a probe; null where it has too many. */
function placesAt(
  source: SourceText,
  cores: readonly Buffer[],
  by: { readonly probe: Probe; readonly tries: number },
): readonly Place[] | null {
  const { bytes } = source;
  const anchor = by.probe.needle;
  const places: Place[] = [];
  let { tries } = by;
  let effort = EFFORT * bytes.length + 65_536;
  for (
    let hit = probed(bytes, by.probe, source.start);
    hit !== -1;
    hit = probed(bytes, by.probe, hit + 1)
  ) {
    tries -= 1;
    effort -= STEP;
    if (tries < 0 || effort < 0) return null;
    const lineStart = dropTrailingBlanks(bytes, source.start, hit);
    if (!source.isLineStart(lineStart)) continue;
    const place = placeAround(source, cores, { anchor, lineStart });
    effort -= place.cost;
    if (place.found !== null) places.push(place.found);
  }
  return places;
}

function placeAround(
  source: SourceText,
  cores: readonly Buffer[],
  at: { readonly anchor: number; readonly lineStart: number },
): { readonly found: Place | null; readonly cost: number } {
  const { bytes } = source;
  let end = at.lineStart;
  let cost = 0;
  for (let line = at.anchor; line < cores.length; line += 1) {
    const next = end < bytes.length ? source.lineEnd(end) : -1;
    cost += STEP + Math.max(0, next - end);
    if (next === -1 || !isSameCore(source, [end, next], itemAt(cores, line)))
      return { found: null, cost };
    end = next;
  }
  let start = at.lineStart;
  for (let line = at.anchor - 1; line >= 0; line -= 1) {
    const previous = start > source.start ? previousLineStart(source, start) : -1;
    cost += STEP + Math.max(0, start - previous);
    if (previous === -1 || !isSameCore(source, [previous, start], itemAt(cores, line)))
      return { found: null, cost };
    start = previous;
  }
  return { found: { start, end }, cost };
}

function previousLineStart(source: SourceText, lineStart: number): number {
  if (lineStart - 2 < source.start) return source.start;
  const feed = source.bytes.lastIndexOf(LF, lineStart - 2);
  return feed < source.start ? source.start : feed + 1;
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

/** The search that no input slows down: lines become hashes, and a sequence of them is searched for. */
function searchByNumber(source: SourceText, cores: readonly Buffer[]): readonly Place[] {
  const wanted = Uint32Array.from(cores, (line) => hashOf(line, 0, line.length));
  const { bytes, lineCount } = source;
  const standing = new Uint32Array(lineCount);
  for (let line = 0; line < lineCount; line += 1) {
    const contentEnd = source.lineContentEnd(line);
    const from = skipBlanks(bytes, source.lineStart(line), contentEnd);
    standing[line] = hashOf(bytes, from, dropTrailingBlanks(bytes, from, contentEnd));
  }
  const places = sequenceSearch(standing, wanted).map((line) => ({
    start: source.lineStart(line),
    end: source.lineStart(line + cores.length),
  }));
  // Equal hashes are nearly always equal lines. A few places are looked at; so many that it would cost more than a few
  // passes are twins whatever a look would find.
  const effort = places.length * cores.reduce((sum, line) => sum + STEP + line.length, 0);
  if (places.length > 1 && effort > 2 * EFFORT * bytes.length + 65_536) return places;
  return places.filter(
    ({ start }) => placeAround(source, cores, { anchor: 0, lineStart: start }).found !== null,
  );
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
