import { describe, expect, test } from 'vitest';
import { editDistance } from '../../../src/core/match/edit-distance.ts';
import { similarity } from '../../../src/core/match/similarity.ts';

describe('edit distance', () => {
  test.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['abc', 'abc', 0],
    ['abc', 'abd', 1],
    ['abc', 'bc', 1],
    ['abc', 'xabc', 1],
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 2],
    ['flaw', 'lawn', 2],
  ])('%j to %j is %i, and the same back', (a, b, distance) => {
    expect(editDistance(a, b, 100)).toBe(distance);
    expect(editDistance(b, a, 100)).toBe(distance);
  });

  test('is exact up to the limit, and above the limit past it', () => {
    expect(editDistance('kitten', 'sitting', 3)).toBe(3);
    expect(editDistance('kitten', 'sitting', 2)).toBeGreaterThan(2);
    expect(editDistance('abcdef', 'uvwxyz', 2)).toBeGreaterThan(2);
  });
});

describe('likeness', () => {
  test.each([
    ['', '', 1],
    ['same', 'same', 1],
    ['', 'x', 0],
    ['x', '', 0],
    ['abcd', 'wxyz', 0],
    ['abcd', 'abcx', 0.75],
    ['abcd', 'ab', 0.5],
    ['ab', 'abcd', 0.5],
  ])('of %j and %j is %f', (a, b, likeness) => {
    expect(similarity(a, b)).toBe(likeness);
  });

  test('of long lines is that of their first 120 characters', () => {
    expect(similarity(`${'a'.repeat(120)}b`, `${'a'.repeat(120)}c`)).toBe(1);
    expect(similarity(`${'a'.repeat(119)}b`, `${'a'.repeat(119)}c`)).toBeLessThan(1);
  });
});
