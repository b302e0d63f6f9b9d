import { occurrences } from './occurrences.ts';
import type { Place, Rung } from './rung.ts';
import type { SourceText } from './source-text.ts';

const LF = 10;

/**
 * Every byte equal, whole lines. Old text has lost its line endings on the way, so that in a file with CRLF, LF lines are no
 * closer to it than others: there the next rung decides.
 */
export const exact: Rung = {
  name: 'exact',
  isLoose: false,
  places(source, pattern) {
    const { bytes } = source;
    const { text } = pattern;
    if (source.hasCrlf) return [];
    if (text.length === 0) return blankLines(source);
    const places: Place[] = [];
    for (const start of occurrences(bytes, text, source.start)) {
      const end = start + text.length;
      if (!source.isLineStart(start)) continue;
      if (end === bytes.length) places.push({ start, end });
      else if (bytes[end] === LF) places.push({ start, end: end + 1 });
    }
    return places;
  },
};

/** A pattern of one empty line has no bytes to search for. */
function blankLines(source: SourceText): Place[] {
  const places: Place[] = [];
  for (let line = 0; line < source.lineCount; line += 1) {
    const start = source.lineStart(line);
    if (source.bytes[start] === LF) places.push({ start, end: start + 1 });
  }
  return places;
}
