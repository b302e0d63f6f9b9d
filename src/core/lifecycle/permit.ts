import type { Oid, SubmissionId } from '../model/ids.ts';

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
