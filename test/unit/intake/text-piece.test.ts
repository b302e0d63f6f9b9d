import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pieceOf } from '../../../src/intake/verbs/text-piece.ts';

test('the pieces of a text are the text, each within the limit and well-formed', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀', 'é'), maxLength: 200 });
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 30 }), (whole, limit) => {
      const parts: string[] = [];
      for (let offset: number | null = 0; offset !== null;) {
        const piece = pieceOf(whole, offset, limit);
        expect(piece.text.length).toBeLessThanOrEqual(limit);
        expect(piece.text.isWellFormed()).toBe(true);
        expect(piece).toMatchObject({ offset, total: whole.length });
        parts.push(piece.text);
        offset = piece.next;
      }
      expect(parts.join('')).toBe(whole);
    }),
  );
});

test('lines are not cut where they fit', () => {
  expect(pieceOf('one\ntwo\nthree\n', 0, 9).text).toBe('one\ntwo\n');
  expect(pieceOf('one\ntwo\nthree\n', 8, 9)).toEqual({
    text: 'three\n',
    offset: 8,
    total: 14,
    next: null,
  });
});

test('an offset past the end, or within a character', () => {
  expect(pieceOf('abc', 10)).toEqual({ text: '', offset: 3, total: 3, next: null });
  expect(pieceOf('a😀b', 2)).toEqual({ text: '😀b', offset: 1, total: 4, next: null });
});
