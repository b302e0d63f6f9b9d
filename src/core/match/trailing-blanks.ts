import { equalPlaces } from './line-search.ts';
import type { Rung } from './rung.ts';

const TOLERANCE = { trailing: true };

/** Equal but for blanks and tabs at the ends of lines. */
export const trailingBlanks: Rung = {
  name: 'trailing-blanks',
  isLoose: true,
  places: (source, pattern) => equalPlaces(source, pattern, TOLERANCE),
};
