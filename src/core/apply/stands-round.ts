import { indentLength, withoutBlanks, withoutTrailingBlanks } from '../match/blanks.ts';
import { measureShift, type IndentPair } from '../match/indent-shift.ts';
import { numberOf } from '../match/line-search.ts';
import { foldLookAlikes } from '../match/look-alikes.ts';
import type { RungName } from '../match/rung.ts';
import { sequenceSearch } from '../match/sequence-search.ts';
import type { SourceText } from '../match/source-text.ts';

/** A stretch of whole lines and the new text of the block that was matched there. */
export interface MatchedLines {
  /** 0-based first line, and how many there are. */
  readonly line: number;
  readonly count: number;
  readonly now: readonly string[];
  readonly rung: RungName;
}

/** Of more places than these none is measured: whatever their indentation, the text stands there many times over. */
const MAX_MEASURED = 16;

const isIndent = (rung: RungName): boolean => rung === 'indentation';

/** What two lines have in common that are the same at a rung, or at a stricter one. */
function keyOf(rung: RungName): (line: string) => string {
  if (isIndent(rung)) return withoutBlanks;
  return rung === 'look-alikes' ? foldLookAlikes : withoutTrailingBlanks;
}

/**
 * True where the new text stands round the place that its old text was matched at, as it stands after the block was
 * carried out: equal at the rung of the match, so that a block which wraps, repeats or indents what it found is not
 * carried out on its own result. Linear.
 */
export function standsRound(source: SourceText, matched: MatchedLines): boolean {
  const { line, count, now, rung } = matched;
  if (now.length < count) return false;
  const key = keyOf(rung);
  const numbers = new Map<string, number>();
  const wanted = now.map((text) => numberOf(numbers, key(text)));
  const first = Math.max(0, line + count - now.length);
  const last = Math.min(source.lineCount, line + now.length);
  const standing: number[] = [];
  for (let at = first; at < last; at += 1)
    // 0 is the number of no line that is looked for.
    standing.push(numbers.get(key(source.line(at))) ?? 0);
  const found = sequenceSearch(standing, wanted);
  if (!isIndent(rung) || found.length > MAX_MEASURED) return found.length > 0;
  return found.some((at) => isShifted(source, first + at, matched));
}

/** Whether the lines from there on are the new text with one shift; of as many lines as were matched only with none. */
function isShifted(source: SourceText, from: number, { count, now }: MatchedLines): boolean {
  const pairs = now.flatMap((text, at): readonly IndentPair[] => {
    const own = source.line(from + at);
    const indent = indentLength(text);
    return indent === text.length ? [] : [[own.slice(0, indentLength(own)), text.slice(0, indent)]];
  });
  if (now.length === count) return pairs.every(([own, wanted]) => own === wanted);
  return measureShift(pairs) !== null;
}
