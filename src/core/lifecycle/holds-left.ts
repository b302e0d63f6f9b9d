import type { PatchId } from '../model/ids.ts';
import type { Hold } from '../model/rejection.ts';
import type { Approval } from './submission-view.ts';

/** The holds that no approval of this very patch covers. An approval of another patch covers nothing. */
export function holdsLeft(
  holds: readonly Hold[],
  approvals: readonly Approval[],
  patchId: PatchId,
): readonly Hold[] {
  const approved = new Set(
    approvals
      .filter((approval) => approval.patchId === patchId)
      .flatMap((approval) => approval.reasons),
  );
  return holds.filter((hold) => !approved.has(hold.code));
}
