import type { Oid, PatchId, SubmissionId } from '../model/ids.ts';
import type { HoldReason } from '../model/rejection.ts';
import type { GateVerdict } from './events.ts';
import type { Approval } from './submission-view.ts';
import { holdsLeft } from './holds-left.ts';

/**
 * Proof that one tree may land on one branch for one submission: every gate passed on it, or a person approved what did
 * not. Only `issuePermit` makes one; `git/landing` takes nothing else.
 */
export interface Permit {
  readonly submission: SubmissionId;
  readonly candidate: Oid;
  readonly tree: Oid;
  readonly __permit: true;
}

/** What a permit is issued on. A `SubmissionView` has all of it but `submission` (its `id`) and `requiredGates`. */
export interface PermitRequest {
  readonly submission: SubmissionId;
  readonly candidate: Oid | null;
  /** The candidate's tree. */
  readonly tree: Oid | null;
  /** The tree that `verdicts` are about: another than the candidate's proves nothing. */
  readonly judgedTree: Oid | null;
  readonly verdicts: readonly GateVerdict[];
  readonly approvals: readonly Approval[];
  readonly patchId: PatchId | null;
  /** Names of the gates that the base's config requires. */
  readonly requiredGates: readonly string[];
}

/** An object that merely looks like a permit is not in here. */
const issued = new WeakSet<object>();

/**
 * The only maker of permits. Null where something is unproven: a required gate without a verdict, a verdict on another
 * tree, a gate that failed or ran out of time, or one that was inconclusive without a person's approval of this patch.
 */
export function issuePermit(request: PermitRequest): Permit | null {
  const { submission, candidate, tree, patchId } = request;
  if (candidate === null || tree === null || patchId === null) return null;
  if (request.judgedTree !== tree) return null;
  if (!request.requiredGates.every((gate) => request.verdicts.some((v) => v.gate === gate))) {
    return null;
  }
  const isApproved = (code: HoldReason): boolean =>
    holdsLeft([{ code }], request.approvals, patchId).length === 0;
  if (!request.verdicts.every((verdict) => isBorne(verdict, request.requiredGates, isApproved))) {
    return null;
  }
  const permit: Permit = Object.freeze({ submission, candidate, tree, __permit: true });
  issued.add(permit);
  return permit;
}

/** Whether `issuePermit` made this very object. */
export const isPermit = (value: unknown): value is Permit =>
  typeof value === 'object' && value !== null && issued.has(value);

/** Whether one verdict stands in the way of nothing. A gate that is required cannot be made advisory by its verdict. */
function isBorne(
  verdict: GateVerdict,
  requiredGates: readonly string[],
  isApproved: (code: HoldReason) => boolean,
): boolean {
  const { outcome, hold = 'gate-inconclusive' } = verdict;
  if (outcome === 'passed' || outcome === 'skipped') return true;
  if (outcome === 'inconclusive' && isApproved(hold)) return true;
  return verdict.isAdvisory && !requiredGates.includes(verdict.gate);
}
