import { describe, expect, test } from 'vitest';
import { foldLookAlikes, lookAlikes } from '../../../src/core/match/look-alikes.ts';
import { patternOf } from '../../../src/core/match/rung.ts';
import { SourceText } from '../../../src/core/match/source-text.ts';

describe('look-alikes', () => {
  test.each([
    ["'", [0x2018, 0x2019, 0x201a, 0x201b, 0x2032]],
    ['"', [0x201c, 0x201d, 0x201e, 0x201f, 0x2033]],
    ['-', [0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212]],
    [
      ' ',
      [
        0xa0, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009,
        0x200a, 0x202f, 0x205f, 0x3000,
      ],
    ],
  ])('of %j', (plain, alike) => {
    for (const code of alike)
      expect(foldLookAlikes(`a${String.fromCodePoint(code)}b`)).toBe(`a${plain}b`);
  });

  test.each([
    ['an ellipsis', '\u2026'],
    ['a letter of another script', '\u0430'],
    ['a full-width letter', '\uFF41'],
    ['a ligature', '\uFB01'],
    ['a blank of no width', '\u200B'],
    ['a dot', '\u00B7'],
    ['a capital', 'A'],
  ])('%s is none', (_name, text) => {
    expect(foldLookAlikes(text)).toBe(text);
  });

  test('composed and decomposed are the same; blanks at the end are none', () => {
    expect(foldLookAlikes('e\u0301')).toBe('\u00E9');
    expect(foldLookAlikes('a \t')).toBe('a');
    expect(foldLookAlikes('a\u00A0')).toBe('a');
    expect(foldLookAlikes('  a')).toBe('  a');
  });

  const places = (file: Buffer | string, old: string) =>
    lookAlikes.places(new SourceText(Buffer.from(file as string)), patternOf(old.split('\n')));

  test('are looked for over whole lines, where either side has one', () => {
    expect(places('x\nsay \u201Ca\u201D\nb\n', 'say "a"\nb')).toEqual([{ start: 2, end: 16 }]);
    expect(places('x\nsay "a"\nb\n', 'say \u201Ca\u201D\nb')).toEqual([{ start: 2, end: 12 }]);
    expect(places('\u00E9\nb', 'b')).toEqual([{ start: 3, end: 4 }]);
    expect(places('x\nb \n', 'b')).toEqual([]);
    expect(places(Buffer.from([0xe9, 10, 98, 10]), 'b')).toEqual([]);
  });
});
