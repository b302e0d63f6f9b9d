import type { Alternate } from '../model/edit.ts';
import { fenceOf } from './fences.ts';

/** Other readings of a block's two sides, which only the file can choose. Each reads both sides the same way. */

export interface Sides {
  readonly old: readonly string[];
  readonly new: readonly string[];
}

const hasText = (line: string): boolean => line.trim() !== '';

const GUTTER = /^\s{0,8}(\d{1,7})(?:\s?[|│]|→|\t|:(?=\s))/;

function gutterNumbers(lines: readonly string[]): readonly number[] | null {
  const numbers: number[] = [];
  for (const line of lines) {
    const match = GUTTER.exec(line);
    if (match === null) {
      if (hasText(line)) return null;
      continue;
    }
    numbers.push(Number(match[1]));
  }
  return numbers.length > 0 ? numbers : null;
}

const isRising = (numbers: readonly number[]): boolean =>
  numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));

function withoutGutter(lines: readonly string[]): readonly string[] {
  const bodies = lines.map((line) => line.replace(GUTTER, ''));
  const isSpaced = bodies.every((body) => body === '' || body.startsWith(' '));
  return isSpaced ? bodies.map((body) => body.slice(1)) : bodies;
}

/** The number in front of the first line, where all old lines carry rising ones. */
export function gutterHint(old: readonly string[]): number | undefined {
  const numbers = gutterNumbers(old);
  return numbers !== null && isRising(numbers) ? numbers[0] : undefined;
}

function lineNumbers(sides: Sides): Sides | null {
  const numbers = gutterNumbers(sides.old);
  if (numbers === null || !isRising(numbers)) return null;
  const added = sides.new.filter(hasText);
  const numbered = added.filter((line) => GUTTER.test(line)).length;
  if (numbered !== 0 && numbered !== added.length) return null;
  return {
    old: withoutGutter(sides.old),
    new: numbered === 0 ? sides.new : withoutGutter(sides.new),
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&apos;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
};
const ENTITY = /&(?:lt|gt|quot|#39|#x27|apos|nbsp|amp);/g;

const unescapeEntities = (line: string): string =>
  line.replace(ENTITY, (entity) => ENTITIES[entity] ?? entity);

function htmlEntities(sides: Sides): Sides | null {
  if (!sides.old.some((line) => unescapeEntities(line) !== line)) return null;
  return { old: sides.old.map(unescapeEntities), new: sides.new.map(unescapeEntities) };
}

const isWrapped = (lines: readonly string[]): boolean =>
  lines.length >= 2 && fenceOf(lines[0] ?? '') !== null && fenceOf(lines.at(-1) ?? '')?.info === '';

function wrappedFences(sides: Sides): Sides | null {
  if (!isWrapped(sides.old)) return null;
  if (sides.new.length > 0 && !isWrapped(sides.new)) return null;
  return { old: sides.old.slice(1, -1), new: sides.new.slice(1, -1) };
}

const ESCAPED_MARKER = /^(\s*)\\(?=<{3,}|={3,}|>{3,}|-{5,}|\+{5,}|\[\[\[|:start_line)/;

const unescapeMarker = (line: string): string => line.replace(ESCAPED_MARKER, '$1');

function escapedMarkers(sides: Sides): Sides | null {
  const isEscaped = [...sides.old, ...sides.new].some((line) => unescapeMarker(line) !== line);
  if (!isEscaped) return null;
  return { old: sides.old.map(unescapeMarker), new: sides.new.map(unescapeMarker) };
}

const READINGS: readonly (readonly [why: string, read: (sides: Sides) => Sides | null])[] = [
  ['escaped-markers', escapedMarkers],
  ['wrapped-fences', wrappedFences],
  ['line-numbers', lineNumbers],
  ['html-entities', htmlEntities],
];

/** The other readings of a block of whole lines, in the order in which to try them. */
export function lineAlternates(sides: Sides): readonly Alternate[] {
  return READINGS.flatMap(([why, read]) => {
    const other = read(sides);
    if (other === null || other.old.length === 0) return [];
    return [{ old: other.old.join('\n'), new: other.new.join('\n'), why }];
  });
}

const JSON_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '"': '"',
  "'": "'",
  '\\': '\\',
};

const unescapeOnce = (text: string): string =>
  text
    .replace(/\\([nrt"'\\])/g, (_, char: string) => JSON_ESCAPES[char] ?? char)
    .replaceAll('\r\n', '\n');

/** The other readings of a tool call's two strings: escaped once too often, HTML entities, line numbers. */
export function stringAlternates(old: string, replacement: string): readonly Alternate[] {
  const found: Alternate[] = [];
  const isOneLine = !old.includes('\n') && !replacement.includes('\n');
  const unescaped = unescapeOnce(old);
  if (isOneLine && unescaped !== old) {
    found.push({ old: unescaped, new: unescapeOnce(replacement), why: 'escaped-twice' });
  }
  const others = lineAlternates({ old: old.split('\n'), new: replacement.split('\n') });
  return [...found, ...others.filter(({ why }) => why !== 'escaped-markers')];
}

const isGap = (line: string): boolean => line.trim() === '...' || line.trim() === '…';

function cut(lines: readonly string[]): readonly string[] {
  const pieces: string[][] = [[]];
  for (const line of lines) {
    if (isGap(line)) pieces.push([]);
    else pieces.at(-1)?.push(line);
  }
  return pieces.map((piece) => piece.join('\n'));
}

/** The pieces between `...` lines, where both sides have the same number of them and no old piece but the ends is empty. */
export function pairedPieces(
  sides: Sides,
): readonly { readonly old: string; readonly new: string }[] | null {
  if (!sides.old.some(isGap)) return null;
  const old = cut(sides.old);
  const replacement = cut(sides.new);
  if (old.length !== replacement.length) return null;
  const pairs = old.map((piece, at) => ({ old: piece, new: replacement[at] ?? '' }));
  const kept = pairs.filter((pair) => pair.old !== '' || pair.new !== '');
  return kept.length > 0 && kept.every((pair) => pair.old !== '') ? kept : null;
}
