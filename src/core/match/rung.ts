import type { IndentShift } from './indent-shift.ts';
import type { SourceText } from './source-text.ts';

/** Rungs of the ladder, strict first. */
export type RungName = 'exact' | 'line-endings' | 'trailing-blanks' | 'indentation' | 'look-alikes';

/** Old text to be found, as whole lines. */
export interface Pattern {
  /** Contents of the lines, UTF-8, without line endings; at least one. */
  readonly lines: readonly Buffer[];
  /** The lines joined with LF. */
  readonly text: Buffer;
}

/** Where a pattern stands: byte offsets; `end` is past the last line's ending. */
export interface Place {
  readonly start: number;
  readonly end: number;
  /** How the file's indentation differs from the pattern's, at the indentation rung. */
  readonly shift?: IndentShift;
}

/** One way for old text and a file to be equal, short of being similar. */
export interface Rung {
  readonly name: RungName;
  /** Loose rungs never decide on a pattern of few characters. */
  readonly isLoose: boolean;
  /**
   * Every place, ascending, overlapping ones included. Linear in the sizes of both: null where so many places come into
   * question that comparing each would not be; then none may be chosen.
   */
  readonly places: (source: SourceText, pattern: Pattern) => readonly Place[] | null;
}

/** Makes a pattern of lines without endings. */
export function patternOf(lines: readonly string[]): Pattern {
  const buffers = lines.map((line) => Buffer.from(line));
  return { lines: buffers, text: Buffer.from(lines.join('\n')) };
}
