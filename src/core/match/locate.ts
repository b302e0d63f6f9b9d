import type { HunkScope } from '../model/edit.ts';
import { solidLength } from './blanks.ts';
import { LADDER } from './ladder.ts';
import { areOverlapping, lineSearch } from './line-search.ts';
import { patternOf, type Pattern, type Place, type RungName } from './rung.ts';
import { anchorStretches, type Stretch } from './scope.ts';
import type { SourceText } from './source-text.ts';

/** Old text shorter than this many characters (blanks not counted) is never matched at a loose rung. */
export const TINY = 10;

/** What to look for. `isFresh`: the author's read of this file is known to be the base's content. */
export interface Query {
  /** Contents of the old lines, without endings; at least one. */
  readonly lines: readonly string[];
  readonly scope: HunkScope;
  readonly isFresh: boolean;
  /** The loosest rung that may decide; the whole ladder where absent. */
  readonly until?: RungName;
}

/** Why nothing was found. */
export type NoPlaceReason =
  'nowhere' | 'outside-scope' | 'anchor-missing' | 'not-at-edge' | 'cuts-word' | 'tiny';

/** Why more than one place was. */
export type ManyReason = 'twins' | 'anchor-twins' | 'count' | 'overlapping';

/** Outcome of looking for old text: one place (or the declared count of them), none, or too many to choose from. */
export type Located =
  | {
      readonly kind: 'one';
      readonly places: readonly Place[];
      readonly rung: RungName;
      /** What made the choice: nothing but the text, a declared count, a line number, or an edge of the file. */
      readonly by: 'text' | 'count' | 'line' | 'edge';
      readonly stretches: readonly Stretch[];
    }
  | {
      readonly kind: 'none';
      readonly reason: NoPlaceReason;
      readonly anchor?: string;
      readonly lines: readonly number[];
    }
  | ManyPlaces;

/** Places of which none may be chosen. */
export interface ManyPlaces {
  readonly kind: 'many';
  readonly reason: ManyReason;
  /** The first thousand lines; `found` is how many there are. */
  readonly lines: readonly number[];
  readonly found: number;
  readonly rung: RungName;
  readonly anchor?: string;
}

/** Looks whole lines up, rung by rung: the first rung with a match decides, and only alone. */
export function locate(source: SourceText, query: Query): Located {
  const scoped = anchorStretches(source, query.scope.anchors);
  if (scoped.kind === 'missing')
    return { kind: 'none', reason: 'anchor-missing', anchor: scoped.anchor, lines: [] };
  if (scoped.kind === 'too-many')
    return {
      kind: 'many',
      reason: 'anchor-twins',
      lines: scoped.lines,
      found: scoped.lines.length,
      rung: 'exact',
      anchor: scoped.anchor,
    };
  const pattern = patternOf(query.lines);
  const isTiny = solidLength(query.lines.join('')) < TINY;
  const hasWords = query.lines.some((line) => WORD.test(line));
  for (const rung of LADDER) {
    const places = rung.places(source, pattern);
    // What was not compared may differ in its indentation, so that no scope, count or number makes it the place.
    if (places === null) return uncompared(source, query, { pattern, rung: rung.name });
    if (places.length > 0) {
      if (isTiny && rung.isLoose) return noPlace(source, 'tiny', places);
      const matches = { places, rung: rung.name, stretches: scoped.stretches };
      const located = decide(source, query, matches);
      return hasWords ? located : unlessTwinned(source, query, { located, matches, pattern });
    }
    if (rung.name === query.until) break;
  }
  return { kind: 'none', reason: 'nowhere', lines: [] };
}

/** Too many places to compare them: what overlaps, or stands only with another indentation, no count makes one. */
function uncompared(
  source: SourceText,
  { scope }: Query,
  { pattern, rung }: { readonly pattern: Pattern; readonly rung: RungName },
): Located {
  const places = lineSearch(source, pattern);
  const many = twins(source, places, rung);
  if (scope.count === undefined) return many;
  return { ...many, reason: areOverlapping(places) ? 'overlapping' : 'count' };
}

const WORD = /[\p{L}\p{N}]/u;

/**
 * Brackets alone say nothing about which of their kind is meant, so that one which stands exactly once must not have a twin
 * at another indentation either; save the one at the line of a fresh read.
 */
function unlessTwinned(
  source: SourceText,
  query: Query,
  on: { readonly located: Located; readonly matches: Matches; readonly pattern: Pattern },
): Located {
  const { located, matches } = on;
  if (located.kind !== 'one' || located.by !== 'text' || query.scope.count !== undefined)
    return located;
  const places = lineSearch(source, on.pattern);
  const anyDepth = decide(source, query, { ...matches, places });
  return anyDepth.kind === 'many' ? anyDepth : located;
}

interface Matches {
  readonly places: readonly Place[];
  readonly rung: RungName;
  readonly stretches: readonly Stretch[];
}

function decide(source: SourceText, query: Query, matches: Matches): Located {
  const { scope } = query;
  const { rung, stretches } = matches;
  const inScope = matches.places.filter((place) =>
    stretches.some(({ start, end }) => place.start >= start && place.start < end),
  );
  if (inScope.length === 0) return noPlace(source, 'outside-scope', matches.places);
  const atEdge = inScope.filter(
    (place) =>
      (!scope.atStart || place.start === source.start) &&
      (!scope.atEnd || place.end === source.bytes.length),
  );
  if (atEdge.length === 0) return noPlace(source, 'not-at-edge', inScope);
  if (scope.count !== undefined)
    return decideByCount(source, scope.count, { ...matches, places: atEdge });
  const by = atEdge.length === inScope.length ? 'text' : 'edge';
  if (atEdge.length === 1) return { kind: 'one', places: atEdge, rung, by, stretches };
  const isVerbatim = rung === 'exact' || rung === 'line-endings';
  if (isVerbatim && query.isFresh && scope.lineHint !== undefined) {
    const hinted = source.starts[scope.lineHint - 1];
    const twin = atEdge.filter((place) => place.start === hinted);
    if (twin.length === 1) return { kind: 'one', places: twin, rung, by: 'line', stretches };
  }
  return twins(source, atEdge, rung);
}

const twins = (source: SourceText, places: readonly Place[], rung: RungName): ManyPlaces => ({
  kind: 'many',
  reason: 'twins',
  lines: linesOf(source, places),
  found: places.length,
  rung,
});

/** A declared count decides only where the text stands verbatim, and must be the number of matches. */
function decideByCount(source: SourceText, count: number | 'every', matches: Matches): Located {
  const { places, rung, stretches } = matches;
  const lines = linesOf(source, places);
  const isVerbatim = rung === 'exact' || rung === 'line-endings';
  if (!isVerbatim && places.length === 1 && count === 1)
    return { kind: 'one', places, rung, by: 'text', stretches };
  if (!isVerbatim || (count !== 'every' && count !== places.length))
    return { kind: 'many', reason: 'count', lines, found: places.length, rung };
  if (areOverlapping(places))
    return { kind: 'many', reason: 'overlapping', lines, found: places.length, rung };
  return { kind: 'one', places, rung, by: places.length === 1 ? 'text' : 'count', stretches };
}

function noPlace(source: SourceText, reason: NoPlaceReason, places: readonly Place[]): Located {
  return { kind: 'none', reason, lines: linesOf(source, places) };
}

/** Nobody reads more lines than this. */
const MAX_LINES = 1000;

/** 1-based lines at which places start, the first thousand. */
export function linesOf(source: SourceText, places: readonly Place[]): readonly number[] {
  // With the table of line starts each look-up is a binary search; without it, a pass over the file.
  if (places.length > 1) void source.starts;
  return places.slice(0, MAX_LINES).map((place) => source.lineNumberAt(place.start));
}
