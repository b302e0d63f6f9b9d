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
  test('pairs nothing with nothing', () => {
    expect([...lineDiff([], [])]).toEqual([]);
    expect([...lineDiff(['a'], [])]).toEqual([-1]);
    expect([...lineDiff([], ['a'])]).toEqual([]);
    expect([...lineDiff(['a', 'b'], ['b'])]).toEqual([-1, 0]);
  });

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

  const paired = (pairs: Int32Array): number => pairs.filter((pair) => pair !== -1).length;

  /** Length of the longest rising run, the slow and sure way. */
  const longestRise = (list: readonly number[]): number => {
    const lengths: number[] = [];
    list.forEach((one, at) => {
      const before = lengths.filter((_, index) => (list[index] ?? 0) < one && index < at);
      lengths.push(Math.max(0, ...before) + 1);
    });
    return Math.max(0, ...lengths);
  };

  test.each([
    [7, 11],
    [1, 701],
    [13, 599],
  ])('lines that stand once each keep their longest common order: %i and %i', (one, other) => {
    const small = numbers.slice(0, 900);
    const a = small.map((at) => `a${(at * one) % 901}`);
    const b = small.map((at) => `a${(at * other) % 901}`);
    const places = new Map(b.map((line, at) => [line, at]));
    const order = a.map((line) => places.get(line) ?? -1).filter((at) => at !== -1);
    const pairs = lineDiff(a, b);
    expect(unsound(a, b, pairs)).toBe(0);
    expect(paired(pairs)).toBe(longestRise(order));
  });

  test('between lines that stand once, the rest is paired too', () => {
    const blocks = numbers.slice(0, 150);
    const a = blocks.flatMap((at) => [`once ${at}`, 'x', `old ${at}`, 'y', `older ${at}`]);
    const b = blocks.flatMap((at) => [`once ${at}`, `new ${at}`, 'x', 'y', `newer ${at}`]);
    const pairs = lineDiff(a, b);
    expect(unsound(a, b, pairs)).toBe(0);
    expect(paired(pairs)).toBe(450);
  });

  test('lines that stand often are paired with the next of their kind', () => {
    const a = numbers.slice(0, 1200).map((at) => `a${at % 3}`);
    const b = numbers.slice(0, 1200).map((at) => `a${Math.floor(at / 2) % 5}`);
    let next = 0;
    let greedy = 0;
    for (const line of a) {
      const found = b.indexOf(line, next);
      if (found === -1) continue;
      greedy += 1;
      next = found + 1;
    }
    const pairs = lineDiff(a, b);
    expect(unsound(a, b, pairs)).toBe(0);
    expect(paired(pairs)).toBeGreaterThanOrEqual(greedy);
  });

  test('as few changes as can be, in texts of which the ends are the same too', () => {
    const inner = fc.array(fc.constantFrom('a', 'b'), { maxLength: 5 });
    fc.assert(
      fc.property(inner, inner, (one, other) => {
        const a = ['head', ...one, 'tail', 'a'];
        const b = ['head', ...other, 'tail', 'a'];
        expect(paired(lineDiff(a, b))).toBe(commonLength(a, b));
      }),
      { numRuns: 200 },
    );
  });
});
