import { expect, test } from 'vitest';
import { locate, type Located } from '../../src/core/match/locate.ts';
import { SourceText } from '../../src/core/match/source-text.ts';
import { NO_SCOPE, type HunkScope } from '../../src/core/model/edit.ts';

/** Old text looked up in a file, and the answer in short: rung, lines, what decided; or the reason. */
export interface LookUp {
  readonly name: string;
  readonly file: string;
  readonly old: string;
  readonly scope?: Partial<HunkScope>;
  readonly isFresh?: boolean;
  readonly is: string;
}

const inWords = (source: SourceText, located: Located): string => {
  if (located.kind === 'one') {
    const lines = located.places.map(({ start }) => source.lineNumberAt(start)).join();
    return `${located.rung} ${lines} by ${located.by}`;
  }
  return `${located.kind} ${located.reason} ${located.lines.join()}`.trim();
};

const look = ({ file, old, scope, isFresh = false }: LookUp): string => {
  const source = new SourceText(Buffer.from(file));
  const query = { lines: old.split('\n'), scope: { ...NO_SCOPE, ...scope }, isFresh };
  return inWords(source, locate(source, query));
};

/** One test per look-up. */
export const testLookUps = (rows: readonly LookUp[]): void => {
  test.each(rows.map((row) => [row.name, row] as const))('%s', (_name, row) => {
    expect(look(row)).toBe(row.is);
  });
};
