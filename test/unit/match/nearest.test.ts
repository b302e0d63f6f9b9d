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

  test('old text of lines that repeat', () => {
    const file = ['head', 'same line here', 'same line here', 'same line here', 'tail'];
    expect(near(['same line here', 'same line here', 'tale'], file)).toMatchObject({
      excerpt: { firstLine: 1 },
      difference: { line: 5, wanted: 'tale', found: 'tail', column: 2 },
      facts: { same: 2, of: 3 },
    });
  });

  test('old text of one line, as often as is compared', () => {
    const file = [...FILE.slice(0, 5), ...Array.from({ length: 30 }, () => 'same line here')];
    const found = near([...Array.from({ length: 45 }, () => 'same line here'), 'x'], file);
    expect(found?.facts).toEqual({ same: 30, of: 46 });
  });

  test('no more than sixty lines are compared, and forty shown', () => {
    const file = Array.from({ length: 200 }, (_, at) => `line ${at} of the file`);
    const old = [...file.slice(50, 149), 'another'];
    expect(near(['x', ...old.slice(1)], file)).toMatchObject({
      facts: { same: 59, of: 60 },
      excerpt: { firstLine: 49 },
      difference: { line: 51, wanted: 'x', found: 'line 50 of the file', column: 0 },
    });
    expect(near(['x', ...old.slice(1)], file)?.excerpt.lines).toHaveLength(40);
  });

  test('words that repeat in a line count once, and in few lines', () => {
    const old = ['handler handler(handler)', 'handler', 'handler', 'handler', 'handler'];
    const found = near(old, [...FILE, 'return handler handler handler;']);
    expect(found === null || found.facts.of === 5).toBe(true);
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

describe('what is shown of the nearest region', () => {
  test('one that shares a rare word and little else is no help', () => {
    const old = ['completely different words about SOMETHING altogether, and at length'];
    expect(near(old, [...FILE, 'SOMETHING'])).toBeNull();
  });

  test('the third line is the first that differs', () => {
    const old = [FILE[30] ?? '', FILE[31] ?? '', 'const value32 = other(32);'];
    expect(near(old)?.difference).toEqual({
      line: 33,
      wanted: old[2],
      found: FILE[32],
      column: 16,
    });
  });

  test('words go before blanks', () => {
    const old = ['  a first line', 'the second line', 'the last line'];
    const found = near(old, ['a first line', 'the second line', 'the last line of it']);
    expect(found?.difference).toEqual({
      line: 3,
      wanted: 'the last line',
      found: 'the last line of it',
      column: 13,
    });
  });
});
