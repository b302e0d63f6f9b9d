import { decodeBranchPayload, isBranchSubmission } from '../core/model/branch-payload.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import type { Stated } from '../core/model/stated.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';
import type { Repository } from '../git/repository.ts';
import { createInbox, type Delivery } from '../store/inbox.ts';
import type { Store } from '../store/open-store.ts';
import { submitBranch } from './submit-branch.ts';
import { rememberBranch, takenBranch } from './take-branch.ts';

/** Who hands it in again, and by which door. */
export interface ResubmitTerms extends Pick<Delivery, 'source'> {
  readonly author: SubmissionFacts['author'];
  /** Absent: the one that it had. */
  readonly priority?: number;
  /** What is handed in instead of a response's own bytes; absent: those. */
  readonly instead?: Pick<Delivery, 'payload' | 'target'> & { readonly stated: Stated };
}

/**
 * Hands a submission's payload in again, as a new one with that as its parent: a response by its bytes, a branch by the
 * commit that it was at.
 */
export async function resubmit(
  open: { readonly repo: Repository; readonly store: Store; readonly clock: () => number },
  parent: SubmissionId,
  { author, source, priority, instead }: ResubmitTerms,
): Promise<SubmissionId> {
  const { store } = open;
  const inbox = createInbox(store);
  const facts = store.ledger.facts(parent);
  const { name } = facts;
  const { payload, target, stated } = instead ?? {
    payload: store.ledger.payload(parent),
    target: facts.target,
    stated: facts.stated,
  };
  const terms = {
    author,
    target,
    parent,
    claimKey: null,
    stated,
    priority: priority ?? facts.priority,
  };
  if (!isBranchSubmission(facts)) return inbox.submit({ ...terms, name, source, payload }).id;
  const branch = decodeBranchPayload(payload);
  const { id } = await submitBranch({ ...open, inbox }, branch, terms);
  // What the branch becomes next follows on this one.
  if (branch.ref !== null && takenBranch(store, branch.ref)?.id === parent) {
    rememberBranch(store, branch.ref, { commit: branch.commit, id });
  }
  return id;
}
