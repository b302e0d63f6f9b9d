import type { BigIntStats } from 'node:fs';
import { expect, test } from 'vitest';
import { isFresh, isSettled, look } from '../../../src/intake/drop-sight.ts';

/** What a look at a file shows: length, and when it was written (milliseconds). */
const stats = (size: number, writtenAt: number, ino = 1): BigIntStats =>
  ({
    ino: BigInt(ino),
    size: BigInt(size),
    mtimeNs: BigInt(writtenAt) * 1_000_000n,
  }) as BigIntStats;

test.each([
  ['just written', 5, 10_000, 10_000, false],
  ['seen 199 ms ago', 5, 10_000, 10_199, false],
  ['unchanged for 200 ms', 5, 10_000, 10_200, true],
  ['written 2 s before it was seen', 5, 7_999, 10_000, true],
  ['written in the future, just seen', 5, 99_000, 10_000, false],
  ['written in the future, unchanged', 5, 99_000, 10_200, true],
  ['empty for 200 ms', 0, 10_000, 10_200, false],
  ['empty and old, just seen', 0, 1_000, 10_000, false],
  ['empty for 2 s', 0, 10_000, 12_000, true],
])('%s', (_, size, writtenAt, now, settled) => {
  expect(isSettled(look(undefined, stats(size, writtenAt), 10_000), now)).toBe(settled);
});

test.each([
  ['longer', stats(6, 10_000)],
  ['written again', stats(5, 10_001)],
  ['another file', stats(5, 10_000, 2)],
])('a file that is %s starts over', (_, after) => {
  const before = look(undefined, stats(5, 10_000), 10_000);
  expect(look(before, stats(5, 10_000), 10_150).since).toBe(10_000);
  expect(look(before, after, 10_150).since).toBe(10_150);
});

test('an open writer is waited for a minute', () => {
  const sight = look(undefined, stats(5, 10_000), 10_000);
  expect([10_000, 69_999, 70_000].map((now) => isFresh(sight, now))).toEqual([true, true, false]);
});
