import { equalPlaces } from './line-search.ts';
import type { Place, Rung } from './rung.ts';
import type { SourceText } from './source-text.ts';

const LF = 10;

/**
 * Every byte equal, whole lines. Old text has lost its line endings on the way, so that where some of the places end their
 * lines with CRLF, those with LF are no closer to it than they: then the next rung decides.
 */
export const exact: Rung = {
  name: 'exact',
  isLoose: false,
  places(source, pattern) {
    const alike = equalPlaces(source, pattern, { trailing: false });
    if (alike === null) return null;
    return alike.every((place) => isVerbatim(source, pattern.text, place)) ? alike : [];
  },
};

/** Whether a place, up to the ending of its last line, is the text byte for byte. */
function isVerbatim({ bytes }: SourceText, text: Buffer, { start, end }: Place): boolean {
  const stop = bytes[end - 1] === LF ? end - 1 : end;
  return bytes.subarray(start, stop).equals(text);
}
