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
  ['just written', { size: 5, writtenAt: 10_000, now: 10_000 }, false],
  ['seen 199 ms ago', { size: 5, writtenAt: 10_000, now: 10_199 }, false],
  ['unchanged for 200 ms', { size: 5, writtenAt: 10_000, now: 10_200 }, true],
  ['written 2 s before it was seen', { size: 5, writtenAt: 7_999, now: 10_000 }, true],
  ['written in the future, just seen', { size: 5, writtenAt: 99_000, now: 10_000 }, false],
  ['written in the future, unchanged', { size: 5, writtenAt: 99_000, now: 10_200 }, true],
  ['empty for 200 ms', { size: 0, writtenAt: 10_000, now: 10_200 }, false],
  ['empty and old, just seen', { size: 0, writtenAt: 1_000, now: 10_000 }, false],
  ['empty for 2 s', { size: 0, writtenAt: 10_000, now: 12_000 }, true],
])('%s', (_, { size, writtenAt, now }, settled) => {
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
