import { expect, test } from 'vitest';
import {
  afterFault,
  afterInterruption,
  attemptsBefore,
  attemptsLeft,
  DEFAULT_PATIENCE,
  expiresAt,
  isRetryExhausted,
} from '../../../src/core/lifecycle/retry.ts';
import { STATES } from '../../../src/core/lifecycle/states.ts';

const attempts = { claims: 1, targetMoved: 0, interrupted: 0, transientFaults: 0 };

test.each([
  [0, true, { kind: 'requeue', delayMs: 1_000 }],
  [1, true, { kind: 'requeue', delayMs: 4_000 }],
  [2, true, { kind: 'requeue', delayMs: 16_000 }],
  [3, true, { kind: 'fail' }],
  [0, false, { kind: 'fail' }],
])('after %i transient faults, retryable %s', (transientFaults, isRetryable, decision) => {
  expect(afterFault({ ...attempts, transientFaults }, isRetryable)).toEqual(decision);
});

test.each([
  [4, { kind: 'requeue', delayMs: 0 }],
  [5, { kind: 'fail' }],
])('after %i interruptions', (interrupted, decision) => {
  expect(afterInterruption({ ...attempts, interrupted })).toEqual(decision);
});

test.each([
  [{ line: [], named: [] }, 0],
  [{ line: [null], named: [] }, 1],
  [{ line: [null, null], named: [0] }, 2],
  [{ line: [], named: [0, 2] }, 3],
  [{ line: [null, 4], named: [1] }, 6],
])('attempts before %j: %i', (tries, count) => {
  expect(attemptsBefore(tries)).toBe(count);
});

test('retries run out past the limit', () => {
  expect([0, 3, 4].map((tries) => attemptsLeft(tries, 3))).toEqual([3, 0, 0]);
  expect([0, 3, 4].map((tries) => isRetryExhausted(tries, 3))).toEqual([false, false, true]);
});

test('only waiting and held expire: 72 hours and 14 days after they began', () => {
  const timings = { submittedAt: 0, claimedAt: null, enteredAt: 7, endedAt: null, spentMs: {} };
  const due = STATES.map((state) => [state, expiresAt({ state, timings })] as const);
  expect(due.filter(([, at]) => at !== null)).toEqual([
    ['waiting', 7 + 72 * 3_600_000],
    ['held', 7 + 14 * 24 * 3_600_000],
  ]);
  expect(DEFAULT_PATIENCE.waitingMs).toBeLessThan(DEFAULT_PATIENCE.heldMs);
});
