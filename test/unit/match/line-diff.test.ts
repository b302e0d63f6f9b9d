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

  const few = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { maxLength: 24 });

  test('sound, whatever the bounds', () => {
    fc.assert(
      fc.property(few, few, fc.nat(6), fc.nat(60), (a, b, distance, effort) => {
        expect(unsound(a, b, lineDiff(a, b, { distance, effort }))).toBe(0);
      }),
      { numRuns: 3000 },
    );
  });

  const bounded = (
    a: string,
    b: string,
    bounds: { readonly distance: number; readonly effort: number },
  ): string => [...lineDiff(a.split(''), b.split(''), bounds)].join(' ');

  test('as few changes as can be up to the distance, and not beyond it', () => {
    const [a, b] = ['xabcy', 'xcaby'];
    const effort = 1000;
    expect(bounded(a, b, { distance: 2, effort })).toBe('0 2 3 -1 4');
    // Beyond it the lines that stand once keep their longest common order, which is the same here.
    expect(bounded(a, b, { distance: 1, effort })).toBe('0 2 3 -1 4');
    // Lines that stand twice are paired with the next of their kind, which may lose the others.
    expect(bounded('xababcy', 'xcababy', { distance: 2, effort })).toBe('0 2 3 4 5 -1 6');
    expect(bounded('xccababy', 'xababccy', { distance: 4, effort })).toBe('0 -1 -1 1 2 3 4 7');
    expect(bounded('xccababy', 'xababccy', { distance: 3, effort })).toBe('0 5 6 -1 -1 -1 -1 7');
  });

  test('without any effort, the next of its kind', () => {
    const distance = 99;
    expect(bounded('xccababy', 'xababccy', { distance, effort: 0 })).toBe('0 5 6 -1 -1 -1 -1 7');
    expect(bounded('xccababy', 'xababccy', { distance, effort: 1 })).toBe('0 -1 -1 1 2 3 4 7');
    expect(bounded('aabb', 'bbaa', { distance, effort: 0 })).toBe('2 3 -1 -1');
    expect(bounded('abab', 'baba', { distance, effort: 0 })).toBe('1 2 3 -1');
    expect(bounded('cbcb', 'bbb', { distance, effort: 0 })).toBe('-1 0 -1 2');
  });

  test('the effort of one stretch is gone for the next', () => {
    // Two stretches on either side of a line that stands once; each loses two lines where nothing is left for it.
    const [a, b] = ['ccabab|ddefef', 'ababcc|efefdd'];
    const paired2 = (effort: number): number =>
      lineDiff(a.split(''), b.split(''), { distance: 4, effort }).filter((pair) => pair !== -1)
        .length;
    expect(paired2(10_000)).toBe(9);
    expect(paired2(0)).toBe(5);
    expect(Array.from({ length: 200 }, (_, effort) => paired2(effort)).some((at) => at === 7)).toBe(
      true,
    );
  });

  test('lines that stand once part a text, and what lies between is paired too', () => {
    const effort = 0;
    expect(bounded('1a2b3', '1b2a3', { distance: 0, effort })).toBe('0 -1 -1 1 4');
    expect(bounded('a1b2c', 'c1a2b', { distance: 0, effort })).toBe('-1 1 -1 3 -1');
    expect(bounded('a12', '21a', { distance: 0, effort })).toBe('-1 -1 0');
    expect(bounded('aa1bb', 'bb1aa', { distance: 0, effort })).toBe('-1 -1 2 -1 -1');
    expect(bounded('aa1bb', '1aabb', { distance: 0, effort })).toBe('-1 -1 0 3 4');
    expect(bounded('1aa', 'aa1', { distance: 0, effort })).toBe('2 -1 -1');
    expect(bounded('2a1', '1b2', { distance: 0, effort })).toBe('-1 -1 0');
    expect(bounded('1a2a', 'a1a2', { distance: 0, effort })).toBe('1 2 3 -1');
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
