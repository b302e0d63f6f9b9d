import type { Fault, FaultCode } from '../model/fault.ts';
import type { Attempts, SubmissionView } from './submission-view.ts';

/** How often a submission is tried again by itself before it ends as failed. */
export interface RetryLimits {
  /** Faults of the machine that may pass. */
  readonly transientFaults: number;
  /** Runs that ended with the process: a payload that kills its process must not do so for ever. */
  readonly interruptions: number;
}

const DEFAULT_RETRY_LIMITS: RetryLimits = { transientFaults: 3, interruptions: 5 };

/** What to do after something that was not the author's fault: back to the queue after a pause, or give up. */
export type RetryDecision =
  { readonly kind: 'requeue'; readonly delayMs: number } | { readonly kind: 'fail' };

/** After a fault: `reason` is what the event says. */
export type FaultDecision =
  | {
      readonly kind: 'requeue';
      readonly delayMs: number;
      readonly reason: 'transient-fault' | 'lasting-fault';
    }
  | { readonly kind: 'fail' };

const FIRST_DELAY_MS = 1_000;

/**
 * Faults that are nobody's submission's: all of them meet it, until a person has mended the machine or the repository.
 * They are tried again for about a day.
 */
const LASTING: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'config-invalid',
  'disk-full',
  'no-identity',
  'no-permission',
]);
const LASTING_LIMIT = 1_440;
const LONGEST_DELAY_MS = 60_000;

/**
 * After a fault; null: a bug. One that is not retryable fails at once, but for those that last; the pauses are 1, 4, 16
 * seconds and so on.
 */
export function afterFault(
  { transientFaults, lastingFaults }: Attempts,
  fault: Pick<Fault, 'code' | 'retryable'> | null,
  limits: RetryLimits = DEFAULT_RETRY_LIMITS,
): FaultDecision {
  const isLasting = fault !== null && LASTING.has(fault.code);
  if (!isLasting && fault?.retryable !== true) return { kind: 'fail' };
  const before = isLasting ? lastingFaults : transientFaults;
  if (before >= (isLasting ? LASTING_LIMIT : limits.transientFaults)) return { kind: 'fail' };
  return {
    kind: 'requeue',
    delayMs: Math.min(FIRST_DELAY_MS * 4 ** before, LONGEST_DELAY_MS),
    reason: isLasting ? 'lasting-fault' : 'transient-fault',
  };
}

/** On start, for what a dead process left in an active state. */
export function afterInterruption(
  attempts: Attempts,
  limits: RetryLimits = DEFAULT_RETRY_LIMITS,
): RetryDecision {
  return attempts.interrupted >= limits.interruptions
    ? { kind: 'fail' }
    : { kind: 'requeue', delayMs: 0 };
}

/** The refused or failed tries that a submission goes on from: each by how many had gone before it; null: not known. */
export interface TriesBefore {
  /** Its line of parents since the last that landed, the nearest first. */
  readonly line: readonly (number | null)[];
  /** Those whose read token it names, in whatever line they stand. */
  readonly named: readonly number[];
}

/** How many attempts went before a submission, by the longest way on which it can be counted; 0: a first try. */
export const attemptsBefore = ({ line, named }: TriesBefore): number =>
  Math.max(
    line.length,
    ...line.map((before, at) => (before ?? 0) + at + 1),
    ...named.map((before) => before + 1),
  );

/** Further attempts that are judged before one is held for a person. */
export const attemptsLeft = (attempts: number, max: number): number => Math.max(0, max - attempts);

/** Whether a submission is one retry too many (hold reason `retries-exhausted`). */
export const isRetryExhausted = (attempts: number, max: number): boolean => attempts > max;

/** How long a submission may wait and be held, in milliseconds. */
export interface Patience {
  readonly waitingMs: number;
  readonly heldMs: number;
}

const HOUR_MS = 3_600_000;

export const DEFAULT_PATIENCE: Patience = { waitingMs: 72 * HOUR_MS, heldMs: 14 * 24 * HOUR_MS };

/** When `Expired` is due, in milliseconds since the epoch; null where nothing expires. */
export function expiresAt(
  view: Pick<SubmissionView, 'state' | 'timings'>,
  patience: Patience = DEFAULT_PATIENCE,
): number | null {
  if (view.state === 'waiting') return view.timings.enteredAt + patience.waitingMs;
  if (view.state === 'held') return view.timings.enteredAt + patience.heldMs;
  return null;
}
