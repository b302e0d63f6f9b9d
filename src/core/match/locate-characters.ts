import type { HunkScope } from '../model/edit.ts';
import { byteAt, numberAt } from './item-at.ts';
import { areOverlapping } from './line-search.ts';
import type { Located } from './locate.ts';
import { linesOf } from './locate.ts';
import { occurrences } from './occurrences.ts';
import type { Place } from './rung.ts';
import { sharedPrefix, sharedSuffix } from './shared-ends.ts';
import type { SourceText } from './source-text.ts';

const LF = 10;
const CR = 13;

/** Old and new text of a block that matches characters, not lines. */
export interface CharacterQuery {
  readonly old: string;
  readonly new: string;
  readonly scope: HunkScope;
  readonly isFresh: boolean;
  /** True for a tool call; false for a one-line block, which may never begin or end inside a word. */
  readonly isDeclared: boolean;
}

/**
 * Looks characters up anywhere in the text: exact bytes; in a file with CRLF, line feeds of the old text stand for either
 * ending.
 */
export function locateCharacters(source: SourceText, query: CharacterQuery): Located {
  if (!source.hasCrlf || !query.old.includes('\n')) {
    const needle = Buffer.from(query.old);
    const places = occurrences(source.bytes, needle, source.start).map((start) => ({
      start,
      end: start + needle.length,
    }));
    if (places.length > 0) return decide(source, query, { places, rung: 'exact' });
  }
  const loose = anyLineEnding(source, query.old);
  if (loose.length > 0) return decide(source, query, { places: loose, rung: 'line-endings' });
  return { kind: 'none', reason: 'nowhere', lines: [] };
}

function decide(
  source: SourceText,
  query: CharacterQuery,
  matches: { readonly places: readonly Place[]; readonly rung: 'exact' | 'line-endings' },
): Located {
  const { places, rung } = matches;
  const stretches = [{ start: source.start, end: source.bytes.length, lineEnd: source.start }];
  const lines = linesOf(source, places);
  const { count, lineHint } = query.scope;
  const isCut = places.some((place) => cutsWord(source, place, query));
  if (count !== undefined) {
    if (isCut) return { kind: 'none', reason: 'cuts-word', lines };
    if (count !== 'every' && count !== places.length)
      return { kind: 'many', reason: 'count', lines, found: places.length, rung };
    if (areOverlapping(places))
      return { kind: 'many', reason: 'overlapping', lines, found: places.length, rung };
    return { kind: 'one', places, rung, by: places.length === 1 ? 'text' : 'count', stretches };
  }
  if (places.length === 1)
    return isCut
      ? { kind: 'none', reason: 'cuts-word', lines }
      : { kind: 'one', places, rung, by: 'text', stretches };
  const isHinted = ({ start }: Place): boolean => source.lineNumberAt(start) === lineHint;
  const twin = query.isFresh && lineHint !== undefined ? places.filter(isHinted) : [];
  const chosen = twin.length === 1 ? twin[0] : undefined;
  if (chosen !== undefined && !cutsWord(source, chosen, query))
    return { kind: 'one', places: twin, rung, by: 'line', stretches };
  return { kind: 'many', reason: 'twins', lines, found: places.length, rung };
}

/** Places of `old` where each of its line feeds may stand as CRLF; and one final line feed as the end of the file. */
function anyLineEnding(source: SourceText, old: string): Place[] {
  const found = source.hasCrlf && old.includes('\n') ? inPlainCopy(source, old) : [];
  if (found.length > 0 || source.isTerminated || !old.endsWith('\n')) return found;
  const bare = old.slice(0, -1);
  if (bare === '') return [];
  const end = source.bytes.length;
  const needle = Buffer.from(bare);
  const exact = occurrences(source.bytes, needle, Math.max(source.start, end - needle.length));
  const loose = exact.length > 0 ? [] : inPlainCopy(source, bare);
  return [...exact.map((start) => ({ start, end: start + needle.length })), ...loose].filter(
    (place) => place.end === end,
  );
}

/** Searches a copy without the CR of CRLF, and maps the hits back. */
function inPlainCopy(source: SourceText, old: string): Place[] {
  const { bytes } = source;
  const plain = Buffer.alloc(bytes.length);
  const origin = new Uint32Array(bytes.length);
  let length = 0;
  for (let at = source.start; at < bytes.length; at += 1) {
    if (bytes[at] === CR && bytes[at + 1] === LF) continue;
    plain[length] = byteAt(bytes, at);
    origin[length] = at;
    length += 1;
  }
  const needle = Buffer.from(old);
  return occurrences(plain.subarray(0, length), needle).map((start) => {
    const from = numberAt(origin, start);
    const isBreakFirst = plain[start] === LF && bytes[from - 1] === CR;
    return {
      start: isBreakFirst ? from - 1 : from,
      end: numberAt(origin, start + needle.length - 1) + 1,
    };
  });
}

/**
 * True where the old text begins or ends inside a longer word or number of the file and the change reaches that end:
 * `10` is not `100`. An end that old and new share is not changed, so it may lie anywhere.
 */
function cutsWord(source: SourceText, place: Place, query: CharacterQuery): boolean {
  const old = query.old;
  const { bytes } = source;
  const before = place.start > source.start ? wordClass(byteAt(bytes, place.start - 1)) : null;
  const after = place.end < bytes.length ? wordClass(byteAt(bytes, place.end)) : null;
  const first = wordClass(byteAt(bytes, place.start));
  const isHeadCut =
    before !== null && !(query.isDeclared && before === 'letter' && first === 'digit');
  if (cutsDecimal(source, place, query)) return true;
  if (isHeadCut && sharedPrefix(old, query.new) < wordLength(old, 0, 1)) return true;
  return after !== null && sharedSuffix(old, query.new) < wordLength(old, old.length - 1, -1);
}

const isDigit = (byte: number | undefined): boolean => wordClass(byte ?? 0) === 'digit';

const POINT = 0x2e;

/** True where an end that changes parts a number at its point: `1` is not `1.5`. */
function cutsDecimal({ bytes }: SourceText, { start, end }: Place, query: CharacterQuery): boolean {
  const { old, new: fresh } = query;
  const isTail = isDigit(bytes[end - 1]) && bytes[end] === POINT && isDigit(bytes[end + 1]);
  const isHead = isDigit(bytes[start]) && bytes[start - 1] === POINT && isDigit(bytes[start - 2]);
  return (isTail && sharedSuffix(old, fresh) === 0) || (isHead && sharedPrefix(old, fresh) === 0);
}

function wordClass(byte: number): 'letter' | 'digit' | null {
  if (byte >= 48 && byte <= 57) return 'digit';
  const isLetter = (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
  return isLetter || byte === 95 || byte === 36 || byte >= 128 ? 'letter' : null;
}

/** Past the text's end there is no word. */
function wordLength(text: string, from: number, step: 1 | -1): number {
  let length = 0;
  while (wordClass(Math.min(text.charCodeAt(from + step * length), 128)) !== null) length += 1;
  return length;
}
