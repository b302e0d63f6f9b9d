import type { Excerpt, LineDifference } from '../model/rejection.ts';
import { withoutBlanks } from './blanks.ts';
import { itemAt } from './item-at.ts';
import { likelyStarts } from './likely-starts.ts';
import { sharedPrefix } from './shared-ends.ts';
import { similarity } from './similarity.ts';
import type { SourceText } from './source-text.ts';

/** The region of a file that looks most like text which does not stand in it. For messages only. */
export interface Nearest {
  readonly excerpt: Omit<Excerpt, 'path'>;
  readonly difference: LineDifference;
  /** `same` of `of` lines are the same but for blanks round them. */
  readonly facts: { readonly same: number; readonly of: number };
}

/** Lines of the old text that are compared; a message needs no more. */
const MAX_COMPARED = 60;
const CONTEXT = 2;
const MAX_SHOWN = 40;

/** Below this mean likeness of its lines a region is no help to anybody. */
const LEAST_LIKENESS = 0.35;

/** The closest region; null where nothing in the file resembles the old text. */
export function nearest(source: SourceText, old: readonly string[]): Nearest | null {
  const wanted = old.slice(0, MAX_COMPARED);
  let best = { start: -1, likeness: 0 };
  for (const start of likelyStarts(source, wanted)) {
    const likeness = likenessAt(source, wanted, start);
    if (likeness > best.likeness) best = { start, likeness };
  }
  if (best.likeness < LEAST_LIKENESS) return null;
  return describe(source, wanted, best.start);
}

function likenessAt(source: SourceText, wanted: readonly string[], start: number): number {
  let sum = 0;
  let weight = 0;
  wanted.forEach((line, at) => {
    const content = withoutBlanks(line);
    const share = Math.min(content.length, 80);
    const line0 = start + at;
    const found = line0 < 0 || line0 >= source.lineCount ? '' : withoutBlanks(source.line(line0));
    sum += share * similarity(content, found);
    weight += share;
  });
  return sum / weight;
}

function describe(source: SourceText, wanted: readonly string[], start: number): Nearest {
  const first = Math.max(0, start - CONTEXT);
  const last = Math.min(source.lineCount, start + wanted.length + CONTEXT, first + MAX_SHOWN);
  const lines = Array.from({ length: last - first }, (_, at) => source.line(first + at));
  const isSame = (line: string, at: number): boolean => {
    const found = lineOr(source, start + at);
    return found !== null && withoutBlanks(line) === withoutBlanks(found);
  };
  return {
    excerpt: { firstLine: first + 1, lines },
    difference: firstDifference(source, wanted, start),
    facts: { same: wanted.filter(isSame).length, of: wanted.length },
  };
}

const lineOr = (source: SourceText, line: number): string | null =>
  line >= 0 && line < source.lineCount ? source.line(line) : null;

/** The first line whose words differ; where only blanks do, the first line whose blanks differ. */
function firstDifference(
  source: SourceText,
  wanted: readonly string[],
  start: number,
): LineDifference {
  const differs = (compare: (line: string) => string): number =>
    wanted.findIndex((line, at) => {
      const found = lineOr(source, start + at);
      return found === null || compare(found) !== compare(line);
    });
  const byWords = differs(withoutBlanks);
  const at = Math.max(0, byWords === -1 ? differs((line) => line) : byWords);
  const line = itemAt(wanted, at);
  const found = lineOr(source, start + at) ?? '';
  return {
    line: Math.max(1, start + at + 1),
    wanted: line,
    found,
    column: sharedPrefix(line, found),
  };
}
