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

const attempts = {
  claims: 1,
  targetMoved: 0,
  interrupted: 0,
  transientFaults: 0,
  lastingFaults: 0,
};

const passing = { code: 'busy', retryable: true } as const;
const lasting = { code: 'disk-full', retryable: true } as const;
const again = (delayMs: number, reason = 'transient-fault') => ({
  kind: 'requeue',
  delayMs,
  reason,
});

test.each([
  [0, passing, again(1_000)],
  [1, passing, again(4_000)],
  [2, passing, again(16_000)],
  [3, passing, { kind: 'fail' }],
  [0, { code: 'usage', retryable: false }, { kind: 'fail' }],
  [0, null, { kind: 'fail' }],
] as const)('after %i transient faults, one of %j', (transientFaults, fault, decision) => {
  expect(afterFault({ ...attempts, transientFaults, lastingFaults: 9 }, fault)).toEqual(decision);
});

test.each([
  [0, { code: 'config-invalid', retryable: false }, again(1_000, 'lasting-fault')],
  [2, lasting, again(16_000, 'lasting-fault')],
  [3, lasting, again(60_000, 'lasting-fault')],
  [1_439, lasting, again(60_000, 'lasting-fault')],
  [1_440, lasting, { kind: 'fail' }],
] as const)('after %i lasting faults, one of %j', (lastingFaults, fault, decision) => {
  expect(afterFault({ ...attempts, transientFaults: 3, lastingFaults }, fault)).toEqual(decision);
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
