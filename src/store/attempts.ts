import { attemptsBefore, type TriesBefore } from '../core/lifecycle/retry.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import type { Ledger } from './ledger.ts';
import type { GivenReading } from './reads.ts';

/**
 * How many attempts came before a submission, which `retry.max` is held against: those it says that it retries, and
 * those before a refusal whose token it names. What was counted when it was refused holds on. `readings` are those that
 * it names.
 */
export function attemptsOf(
  ledger: Ledger,
  id: SubmissionId,
  readings: readonly GivenReading[] = [],
): number {
  const counted = (tried: SubmissionId): number | null =>
    ledger.view(tried).resubmission?.attempts ?? null;
  const tries: TriesBefore = {
    line: ledger.triesBefore(id).map(counted),
    named: readings.flatMap(({ renews }) => (renews === undefined ? [] : [renews.attempts])),
  };
  return Math.max(attemptsBefore(tries), counted(id) ?? 0);
}
