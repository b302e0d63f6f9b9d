import type { Piece } from './pieces.ts';

/** A file's code for the question which imports it needs. */
export interface ImportCode {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/**
 * How the imports of some languages name things. A heuristic, for a question to a person: rather too little than too
 * much. Linear time.
 */
export interface ImportNames {
  /** What the imports of a text bring into it, each with the name that a message calls it by. */
  readonly imported: (code: ImportCode) => ReadonlyMap<string, string>;
  /** Whether a text uses a name without defining it itself. */
  readonly uses: (code: ImportCode) => (name: string) => boolean;
  /** An import does not say what it brings in: where all of them are gone, all are asked about. */
  readonly isOpaque?: boolean;
}

/** Names that are called as they are spelt. */
export const asSpelt = (names: Iterable<string>): ReadonlyMap<string, string> =>
  new Map([...names].map((name) => [name, name]));
