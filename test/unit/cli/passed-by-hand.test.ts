import { expect, test } from 'vitest';
import { passedByHand } from '../../../src/cli/render/passed-by-hand.ts';

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
