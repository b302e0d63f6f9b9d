import { describe, expect, test } from 'vitest';
import { nearest } from '../../../src/core/match/nearest.ts';
import { SourceText } from '../../../src/core/match/source-text.ts';

const FILE = Array.from(
  { length: 60 },
  (_, at) => `const value${at} = compute(${at}, "text ${at}");`,
);

const near = (old: readonly string[], file: readonly string[] = FILE) =>
  nearest(new SourceText(Buffer.from(`${file.join('\n')}\n`)), old);

describe('nearest', () => {
  test('one line differs', () => {
    const old = [FILE[30] ?? '', 'const value31 = compute(99, "text 31");', FILE[32] ?? ''];
    expect(near(old)).toEqual({
      excerpt: { firstLine: 29, lines: FILE.slice(28, 35) },
      difference: { line: 32, wanted: old[1], found: FILE[31], column: 24 },
      facts: { same: 2, of: 3 },
    });
  });

  test('no line is the same: words decide', () => {
    const found = near(['let value12 = computed(12);']);
    expect(found?.difference).toMatchObject({ line: 13, found: FILE[12] });
  });

  test('only blanks differ', () => {
    const found = near(['a first line', '  a second line'], ['a first line', '    a second line']);
    expect(found?.difference).toEqual({
      line: 2,
      wanted: '  a second line',
      found: '    a second line',
      column: 2,
    });
    expect(found?.facts).toEqual({ same: 2, of: 2 });
  });

  test('the old text goes on past the end of the file', () => {
    const found = near([FILE[59] ?? '', 'one more line'], FILE);
    expect(found?.difference).toMatchObject({ line: 61, found: '' });
  });

  test('the old text begins before the start of the file', () => {
    const found = near(['a line above the first', FILE[0] ?? '', FILE[1] ?? '']);
    expect(found?.excerpt.firstLine).toBe(1);
    expect(found?.difference.line).toBe(1);
  });

  test.each<readonly [string, readonly string[], readonly string[]]>([
    ['nothing alike', ['zebra crossing ahead of us'], FILE],
    ['blank lines', ['', '  '], FILE],
    ['an empty file', ['x'], []],
    ['words that stand all over', ['const text compute nothing else here at all'], FILE],
  ])('none: %s', (_name, old, file) => {
    expect(nearest(new SourceText(Buffer.from(file.join('\n'))), old)).toBeNull();
  });
});
