import { describe, expect, test } from 'vitest';
import { measureShift, shiftLine, type IndentPair } from '../../../src/core/match/indent-shift.ts';

const shifted = (pairs: readonly IndentPair[], line: string, isFirst = false): string | null => {
  const shift = measureShift(pairs);
  return shift === null ? 'no shift' : shiftLine(line, shift, isFirst);
};

describe('a shift', () => {
  test.each<readonly [string, readonly IndentPair[], string, string | null]>([
    ['none', [['  ', '  ']], '  x', '  x'],
    ['nothing to measure', [], '  x', '  x'],
    [
      'deeper',
      [
        ['    ', ''],
        ['      ', '  '],
      ],
      '    x',
      '        x',
    ],
    [
      'shallower',
      [
        ['', '  '],
        ['  ', '    '],
      ],
      '    x',
      '  x',
    ],
    ['shallower than the line', [['', '  ']], ' x', null],
    ['a blank line stays empty', [['    ', '']], '  ', ''],
    ['tabs over an unmeasured unit', [['\t', '']], '  x', null],
    ['blanks over tabs', [['  ', '']], '\tx', null],
    [
      'tabs for four blanks',
      [
        ['\t', '    '],
        ['\t\t', '        '],
      ],
      '            x',
      '\t\t\tx',
    ],
    [
      'tabs for two blanks, one level deeper',
      [
        ['\t', ''],
        ['\t\t', '  '],
      ],
      '    x',
      '\t\t\tx',
    ],
    ['tabs, and a depth between levels', [['\t', '    ']], '      x', null],
    ['tabs, and a line that has them already', [['\t', '    ']], '\tx', null],
    [
      'blanks for tabs',
      [
        ['  ', '\t'],
        ['    ', '\t\t'],
      ],
      '\t\t\tx',
      '      x',
    ],
    [
      'blanks for tabs, one level shallower',
      [
        ['', '\t'],
        ['  ', '\t\t'],
      ],
      '\t\t\tx',
      '    x',
    ],
    [
      'above the first level',
      [
        ['\t', '        '],
        ['\t\t', '            '],
      ],
      'x',
      null,
    ],
    [
      'another nesting',
      [
        ['  ', '  '],
        ['  ', ''],
      ],
      'x',
      'no shift',
    ],
    [
      'two proportions',
      [
        ['\t', '  '],
        ['\t\t', '    '],
        ['\t\t\t', '    '],
      ],
      'x',
      'no shift',
    ],
    [
      'tabs, and half a level deeper',
      [
        ['\t', '     '],
        ['\t\t', '         '],
      ],
      'x',
      'no shift',
    ],
    ['a unit of one', [['\t', ' ']], 'x', 'no shift'],
    ['a unit of two', [['\t', '  ']], '    x', '\t\tx'],
    ['a unit of eight', [['\t', '        ']], '                x', '\t\tx'],
    [
      'a unit of one and a half',
      [
        ['\t\t', '   '],
        ['\t\t\t\t', '      '],
      ],
      'x',
      'no shift',
    ],
    ['a blank line as it is, where nothing shifts', [['  ', '  ']], '   ', '   '],
    [
      'a blank line as it is, where only the first line does',
      [
        ['  ', ''],
        ['  ', '  '],
      ],
      '   ',
      '   ',
    ],
    [
      'a first line that lost a part only',
      [
        ['    ', '  '],
        ['  ', '  '],
      ],
      'x',
      'no shift',
    ],
    [
      'a first line that has more',
      [
        ['', '    '],
        ['  ', '  '],
      ],
      'x',
      'no shift',
    ],
    ['a line above the removed prefix', [['', '\t']], 'x', null],
    ['blanks over blanks', [['  ', '']], '  x', '    x'],
    ['tabs over tabs', [['\t', '']], '\tx', '\t\tx'],
    ['blanks where the file has tabs, and the line both', [['\t', '  ']], '\t  x', null],
    ['tabs where the file has blanks, and the line both', [['  ', '\t']], '\t  x', null],
    ['a mixed prefix over blanks', [['\t ', '']], '  x', null],
    [
      'tabs and blanks on one side',
      [
        ['\t', '    '],
        ['  ', '    '],
      ],
      'x',
      'no shift',
    ],
    ['two levels at once', [['\t\t', '    ']], '  x', '\tx'],
    [
      'levels apart',
      [
        ['\t', '  '],
        ['\t\t\t', '      '],
      ],
      '    x',
      '\t\tx',
    ],
    ['to no level', [['\t', '    ']], 'x', 'x'],
    ['tabs removed before blanks', [['', '\t']], '\t  x', '  x'],
    ['one line that has nothing in common', [['\t ', ' \t']], 'x', 'no shift'],
    ['a unit of nine', [['\t', '         ']], 'x', 'no shift'],
    [
      'mixed',
      [
        ['\t ', '  '],
        [' \t', ' '],
      ],
      'x',
      'no shift',
    ],
  ])('%s', (_name, pairs, line, is) => {
    expect(shifted(pairs, line)).toBe(is);
  });

  test('none leaves the first line as it is, too', () => {
    expect(shifted([['  ', '  ']], 'x', true)).toBe('x');
    expect(shifted([], 'x', true)).toBe('x');
  });

  test('of the first line alone', () => {
    const pairs: readonly IndentPair[] = [
      ['    ', ''],
      ['      ', '      '],
    ];
    expect(shifted(pairs, 'x', true)).toBe('    x');
    expect(shifted(pairs, '      x')).toBe('      x');
  });
});

describe('tabs against blanks', () => {
  test.each<readonly [string, readonly IndentPair[]]>([
    [
      'a file line of tabs and blanks',
      [
        ['\t', '  '],
        ['\t ', '    '],
      ],
    ],
    [
      'an edit line of tabs and blanks',
      [
        ['  ', '\t'],
        ['    ', '\t '],
      ],
    ],
    [
      'tabs on both sides',
      [
        [' \t', '\t'],
        ['\t\t\t\t', '\t\t'],
      ],
    ],
    [
      'tabs and blanks in the file alone',
      [
        [' \t', '\t'],
        ['\t  \t', '\t\t'],
      ],
    ],
  ])('%s have no proportion', (_name, pairs) => {
    expect(measureShift(pairs)).toBeNull();
  });

  test('are measured either way', () => {
    expect(
      measureShift([
        ['  ', '\t'],
        ['    ', '\t\t'],
      ]),
    ).toEqual({
      kind: 'convert',
      to: 'blanks',
      unit: 2,
      levels: 0,
    });
    expect(
      measureShift([
        ['\t\t', '  '],
        ['\t\t\t', '    '],
      ]),
    ).toEqual({
      kind: 'convert',
      to: 'tabs',
      unit: 2,
      levels: 1,
    });
  });
});
