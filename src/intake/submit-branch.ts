import {
  branchTitle,
  encodeBranchPayload,
  type BranchPayload,
} from '../core/model/branch-payload.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';
import type { Repository } from '../git/repository.ts';
import { keepIncoming, keepSubmitted } from '../git/submitted-commits.ts';
import type { Admitted } from '../store/admit.ts';
import type { Delivery, Inbox } from '../store/inbox.ts';

/** What a door says of a branch besides the branch itself. */
export interface BranchTerms extends Pick<
  Delivery,
  'target' | 'parent' | 'claimKey' | 'stated' | 'priority'
> {
  readonly author: SubmissionFacts['author'];
}

/**
 * Hands a branch in: the way for every door. Its commits are kept by a ref of ours from before the submission is in the
 * store, so that no moment is left in which git could prune them.
 */
export async function submitBranch(
  {
    repo,
    inbox,
    clock,
  }: { readonly repo: Repository; readonly inbox: Inbox; readonly clock: () => number },
  branch: BranchPayload,
  terms: BranchTerms,
): Promise<Admitted> {
  const { commit } = branch;
  const incoming = await keepIncoming(repo, commit, clock());
  const admitted = inbox.submit({
    name: branchTitle(branch),
    source: 'branch',
    payload: encodeBranchPayload(branch),
    ...terms,
  });
  await keepSubmitted(repo, admitted.id, { commit, incoming });
  return admitted;
}
