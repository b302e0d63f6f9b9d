import { skipBlanks } from './blanks.ts';
import { measureShift, type IndentPair } from './indent-shift.ts';
import { lineSearch } from './line-search.ts';
import type { Pattern, Place, Rung } from './rung.ts';
import type { SourceText } from './source-text.ts';

/** How many times the file's size may be spent on measuring places. */
const EFFORT = 8;

/** Equal but for an indentation that is shifted by the same amount on every line. */
export const indentation: Rung = {
  name: 'indentation',
  isLoose: true,
  places(source, pattern) {
    const candidates = lineSearch(source, pattern);
    const effort = candidates.length * (pattern.text.length + pattern.lines.length);
    if (candidates.length > 1 && effort > EFFORT * source.bytes.length + 65_536) return null;
    return candidates.flatMap((place) => {
      const shift = measureShift(indentPairs(source, place, pattern));
      return shift === null ? [] : [{ ...place, shift }];
    });
  },
};

function indentPairs(source: SourceText, place: Place, pattern: Pattern): IndentPair[] {
  const { bytes } = source;
  const pairs: IndentPair[] = [];
  let start = place.start;
  for (const line of pattern.lines) {
    const end = source.lineEnd(start);
    const indent = skipBlanks(line, 0, line.length);
    if (indent < line.length) {
      const own = bytes.toString('latin1', start, skipBlanks(bytes, start, end));
      pairs.push([own, line.toString('latin1', 0, indent)]);
    }
    start = end;
  }
  return pairs;
}
