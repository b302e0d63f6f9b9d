import { equalPlaces } from './line-search.ts';
import type { Rung } from './rung.ts';

const STRICT = { trailing: false };

/** Equal but for CRLF against LF. Nothing new where the file has no CRLF. */
export const lineEndings: Rung = {
  name: 'line-endings',
  isLoose: false,
  places(source, pattern) {
    if (!source.hasCrlf) return [];
    return equalPlaces(source, pattern, STRICT);
  },
};
