import type { SubmissionId } from '../core/model/ids.ts';
import type { Store } from '../store/open-store.ts';
import type { GivenReading } from '../store/reads.ts';

/**
 * How many attempts came before a submission: those it says that it retries, or those before the refusal whose token it
 * names.
 */
export function attemptsBefore(
  store: Pick<Store, 'ledger'>,
  id: SubmissionId,
  readings: readonly GivenReading[],
): number {
  const renewed = readings.flatMap(({ renews }) => (renews === undefined ? [] : [renews.attempts]));
  return Math.max(store.ledger.generation(id), ...renewed.map((attempts) => attempts + 1));
}
