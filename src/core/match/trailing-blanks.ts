import { equalPlaces, lineSearch } from './line-search.ts';
import type { Rung } from './rung.ts';

const TOLERANCE = { trailing: true };

/** Equal but for blanks and tabs at the ends of lines. */
export const trailingBlanks: Rung = {
  name: 'trailing-blanks',
  isLoose: true,
  // Where the places are too many to compare, no choice among them could be right: all are given, so that none is made.
  places: (source, pattern) =>
    equalPlaces(source, pattern, TOLERANCE) ?? lineSearch(source, pattern),
};
