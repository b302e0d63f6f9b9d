import { describe, expect, test } from 'vitest';
import { likelyStarts } from '../../../src/core/match/likely-starts.ts';
import { SourceText } from '../../../src/core/match/source-text.ts';

const starts = (file: readonly string[], wanted: readonly string[], mark = ''): readonly number[] =>
  likelyStarts(new SourceText(Buffer.from(mark + file.join('\n'))), wanted);

const repeated = (line: string, count: number): string[] =>
  Array.from({ length: count }, () => line);

describe('where text may have been meant to start, by its lines', () => {
  test.each<readonly [string, readonly string[], readonly string[], readonly number[]]>([
    ['one that stands', ['one', 'two', 'three'], ['two'], [1]],
    ['a later one says where the first would be', ['one', 'two', 'three'], ['x', 'three'], [1]],
    ['above the start of the file', ['one', 'two'], ['x', 'y', 'one'], [-2]],
    ['blanks round a line do not count', ['  one\t', 'two'], [' one'], [0]],
    ['blank lines say nothing', ['', 'one', ''], ['', 'one'], [0]],
    ['twins: the earlier first', ['one', 'x', 'one'], ['one'], [0, 2]],
    ['five at most', repeated('one', 7), ['one'], [0, 1, 2, 3, 4]],
    ['what most lines say', ['one', 'two', 'x', 'one', 'y'], ['one', 'two'], [0, 3]],
    ['what the longer line says', ['one', 'x', 'longer'], ['one', 'longer'], [1, 0]],
    [
      'what the rarer line says',
      ['often', 'often', 'often', 'x', 'x', 'x', 'rare!'],
      ['often', 'rare!'],
      [5, 0, 1, 2],
    ],
    [
      'past eighty characters a line weighs no more',
      ['a'.repeat(80), 'x', 'b'.repeat(200)],
      ['a'.repeat(80), 'b'.repeat(200)],
      [0, 1],
    ],
    ['a wanted line that repeats', ['x', 'one', 'one', 'y'], ['one', 'one'], [1, 0, 2]],
    [
      'a line that stands all over says nothing',
      [...repeated('one', 41), 'two'],
      ['one', 'two'],
      [40],
    ],
    [
      'one that stands as often as may be says where',
      repeated('one', 40),
      ['one'],
      [0, 1, 2, 3, 4],
    ],
    ['nothing stands, no word either', ['one', 'two'], ['three'], []],
    ['nothing is wanted', ['one', 'two'], [], []],
  ])('%s', (_name, file, wanted, is) => {
    expect(starts(file, wanted)).toEqual(is);
  });

  test('a byte order mark belongs to no line', () => {
    expect(starts(['one', 'two'], ['one'], '\uFEFF')).toEqual([0]);
  });

  test('a line that is wanted more than forty times counts forty times', () => {
    expect(starts(['one'], repeated('one', 50))).toEqual([-39, -38, -37, -36, -35, -3, -2, -1, 0]);
  });

  test.each<readonly [string, readonly string[], readonly string[], readonly number[]]>([
    ['brackets', ['}', 'x', 'call(word)', 'y'], ['fall(word)', '}'], [-1, 2]],
    [
      'a line of eleven characters',
      ['elevenchars', 'x', 'a word'],
      ['the word', 'elevenchars'],
      [-1, 2],
    ],
    [
      'a line of twelve characters',
      ['twelve chars', 'x', 'a word'],
      ['the word', 'twelve chars'],
      [-1],
    ],
    [
      'a long line that stands twice',
      ['23 characters of a line', '', '23 characters of a line', 'x word'],
      ['one word', '23 characters of a line'],
      [-1, 1, 3],
    ],
    [
      'a longer one that stands twice',
      ['24 characters of a line.', '', '24 characters of a line.', 'x word'],
      ['one word', '24 characters of a line.'],
      [-1, 1],
    ],
  ])('where they say little, words say it too: %s', (_name, file, wanted, is) => {
    expect(starts(file, wanted)).toEqual(is);
  });
});

describe('where no line stands, by its words', () => {
  test.each<readonly [string, readonly string[], readonly string[], readonly number[]]>([
    ['one that stands', ['x', 'call(one, y)'], ['one = z'], [1]],
    ['in a later line', ['x', 'y', 'call(one)'], ['nothing', 'one = z'], [1]],
    ['at the start and the end of a line', ['one x', 'x two'], ['(one)', '(two)'], [0]],
    ['at the end of the file', ['x', '(two'], ['two)'], [1]],
    ['with $, _ and digits', ['$a_1 x', 'a x'], ['($a_1)'], [0]],
    ['beyond ASCII', ['caf\u00E9 x', 'caf x'], ['(caf\u00E9)'], [0]],
    ['no part of a word', ['another'], ['(other)'], []],
    ['longer words weigh more', ['one x', 'y longest'], ['(one longest)'], [1, 0]],
    [
      'past twenty characters a word weighs no more',
      [`${'a'.repeat(20)} x`, `${'b'.repeat(30)} x`],
      [`(${'a'.repeat(20)} ${'b'.repeat(30)})`],
      [0, 1],
    ],
    ['a word twice in a line counts once', ['one x', 'y two'], ['(one two one)'], [0, 1]],
    ['twice in the file: half each', ['one x one', 'y two'], ['(one two)'], [0, 1]],
    ['a word in several lines', ['q (one) x', 'y'], ['one =', '= one'], [-1, 0]],
    [
      'a word in more than four lines counts in the first four',
      ['(one) x'],
      ['=one', '-one', '+one', '*one', '%one'],
      [-3, -2, -1, 0],
    ],
    ['a word that stands all over', [...repeated('(one)', 41), '(two)'], ['one=two'], [41]],
  ])('%s', (_name, file, wanted, is) => {
    expect(starts(file, wanted)).toEqual(is);
  });
});
