import type { Actor } from '../core/lifecycle/events.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import type { Store } from '../store/open-store.ts';

/** Lets submissions go on that were held for nothing but this untrusted config. Their ids. */
export function releaseUntrusted(store: Store, by: Actor, hash: string): readonly SubmissionId[] {
  return store.ledger.list({ states: ['held'] }).flatMap(({ id }) => {
    const { holds, patchId, seq } = store.ledger.view(id);
    const isOnlyThis = holds.every(
      ({ code, facts }) => code === 'untrusted-config' && facts?.['hash'] === hash,
    );
    if (!isOnlyThis || patchId === null) return [];
    const recorded = store.ledger.record(
      id,
      {
        type: 'Approved',
        patchId,
        reasons: ['untrusted-config'],
        by,
        comment: 'the config was trusted',
      },
      seq,
    );
    return recorded.ok ? [id] : [];
  });
}
