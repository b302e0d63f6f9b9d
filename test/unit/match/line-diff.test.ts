import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineDiff } from '../../../src/core/match/line-diff.ts';

/** Length of the longest common subsequence, the slow and sure way. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const one of a) {
    const next = [0];
    b.forEach((other, at) => {
      next.push(one === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    });
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Pairs that are not equal lines in rising order. */
const unsound = (a: readonly string[], b: readonly string[], pairs: Int32Array): number => {
  let last = -1;
  let count = 0;
  pairs.forEach((pair, at) => {
    if (pair === -1) return;
    if (pair <= last || a[at] !== b[pair]) count += 1;
    last = pair;
  });
  return count;
};

describe('lineDiff', () => {
  test('pairs as many equal lines as can be, in order', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 14 });
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        const pairs = lineDiff(a, b);
        expect(unsound(a, b, pairs)).toBe(0);
        expect(pairs.filter((pair) => pair !== -1)).toHaveLength(commonLength(a, b));
      }),
      { numRuns: 2000 },
    );
  });

  // Long enough that the minimal search gives up: what it falls back on must be sound, and end.
  const count = 3000;
  const numbers = Array.from({ length: count }, (_, at) => at);
  test.each<readonly [string, (at: number) => string, (at: number) => string, number]>([
    ['nothing in common', (at) => `a${at}`, (at) => `b${at}`, 0],
    ['every other line', (at) => `a${at}`, (at) => (at % 2 === 0 ? `a${at}` : `b${at}`), count / 2],
    ['few lines, many times', (at) => `a${at % 3}`, (at) => `a${(at * 7) % 5}`, 1],
    ['the same lines shuffled', (at) => `a${(at * 7) % count}`, (at) => `a${(at * 11) % count}`, 1],
    ['turned round', (at) => `a${at}`, (at) => `a${count - at}`, 1],
  ])('long texts: %s', (_name, one, other, least) => {
    const a = numbers.map(one);
    const b = numbers.map(other);
    const pairs = lineDiff(a, b);
    expect(unsound(a, b, pairs)).toBe(0);
    expect(pairs.filter((pair) => pair !== -1).length).toBeGreaterThanOrEqual(least);
  });
});
