import { expect, test } from 'vitest';
import type { Allowance } from '../../../src/hook/allowances.ts';
import { passedByHand } from '../../../src/cli/render/passed-by-hand.ts';

const DAY = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 2, 10);
const allowance = (days: number) => ({
  at: now - days * 24 * 60 * 60 * 1000,
  what: 'pre-commit',
  by: 'Ada <ada@example.org>',
  codes: ['ast-broken'],
  findings: ['src/a.ts:3:1: ast-broken: no longer parses'],
});

test('what was let pass of late is counted, and the last of it told', () => {
  expect(passedByHand([], now)).toBe('nothing in the last 30 days');
  expect(passedByHand([allowance(31)], now)).toBe('nothing in the last 30 days');
  expect(passedByHand([allowance(31), allowance(9), allowance(2)], now)).toBe(
    '2 in the last 30 days; last ast-broken in pre-commit by Ada <ada@example.org> on 2026-03-08, src/a.ts:3:1',
  );
});

test('a commit with everything switched off counts once, though each of its hooks says so', () => {
  const off = (what: string, minutes: number): Allowance => ({
    at: now - DAY + minutes * 60_000,
    what,
    by: 'SALLYPORT=0',
    codes: [],
    findings: [],
  });
  const commit = [off('pre-commit', 0), off('commit-msg', 9), off('reference-transaction', 9)];
  const another = [off('pre-commit', 10), off('commit-msg', 10)];
  const told = (all: readonly Allowance[]): string =>
    passedByHand(all, now).replace(/ in the last.*/, '');
  expect(told(commit)).toBe('1');
  expect(told([...commit, ...another, off('pre-push', 11)])).toBe('3');
  expect(told([off('pre-commit', 0), off('commit-msg', 120)])).toBe('2');
  expect(told([off('reference-transaction', 0), off('reference-transaction', 0)])).toBe('2');
  expect(told([allowance(2), off('commit-msg', 0)])).toBe('2');
});
