import { describe, expect, test } from 'vitest';
import {
  dropTrailingBlanks,
  indentLength,
  isBlankByte,
  skipBlanks,
  solidLength,
  withoutBlanks,
  withoutTrailingBlanks,
} from '../../../src/core/match/blanks.ts';

describe('blanks', () => {
  test('are the blank and the tab, nothing else', () => {
    const blank = Array.from({ length: 256 }, (_, byte) => byte).filter(isBlankByte);
    expect(blank).toEqual([9, 32]);
    expect(isBlankByte(undefined)).toBe(false);
  });

  test.each([
    ['', 0, '', ''],
    ['a', 0, 'a', 'a'],
    [' \ta b\t ', 2, ' \ta b', 'a b'],
    [' \t', 2, '', ''],
    ['\u00A0a\u00A0', 0, '\u00A0a\u00A0', '\u00A0a\u00A0'],
    ['\ra\r', 0, '\ra\r', '\ra\r'],
  ])('round %j', (text, indent, closed, bare) => {
    expect(indentLength(text)).toBe(indent);
    expect(withoutTrailingBlanks(text)).toBe(closed);
    expect(withoutBlanks(text)).toBe(bare);
  });

  test('are skipped inside bounds only', () => {
    const bytes = Buffer.from('   a   ');
    expect(skipBlanks(bytes, 0, 7)).toBe(3);
    expect(skipBlanks(bytes, 0, 2)).toBe(2);
    expect(skipBlanks(bytes, 4, 7)).toBe(7);
    expect(dropTrailingBlanks(bytes, 0, 7)).toBe(4);
    expect(dropTrailingBlanks(bytes, 5, 7)).toBe(5);
    expect(dropTrailingBlanks(bytes, 0, 3)).toBe(0);
  });

  test('solid characters are all but blanks and line breaks', () => {
    expect(solidLength(' \t\n\v\f\r')).toBe(0);
    expect(solidLength('\b\u000E')).toBe(2);
    expect(solidLength(' a b\tc\n')).toBe(3);
    expect(solidLength('')).toBe(0);
  });
});
