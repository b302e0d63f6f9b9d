import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import { decodeBranchPayload, isBranchSubmission } from '../core/model/branch-payload.ts';
import type { Oid, SubmissionId } from '../core/model/ids.ts';
import type { BranchCommit } from '../core/planning/branch-message.ts';
import { isAncestor } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { submittedCommits } from '../git/submitted-commits.ts';
import type { Ledger } from '../store/ledger.ts';

/** A commit that was handed in before, and the commit that it landed as. */
export interface LandedCommit {
  readonly commit: Oid;
  readonly landing: Oid;
}

/** Those commits of a branch that landed already on its target, handed in as branches of their own. */
export async function landedBefore(
  repo: Repository,
  ledger: Ledger,
  {
    view,
    commits,
    assumed,
  }: {
    readonly view: SubmissionView;
    readonly commits: readonly BranchCommit[];
    /** Others that count as landed, and as which commits; absent: none. */
    readonly assumed?: ReadonlyMap<SubmissionId, Oid> | undefined;
  },
): Promise<readonly LandedCommit[]> {
  const own = new Set(commits.map(({ commit }) => commit));
  const found: LandedCommit[] = [];
  for (const { id, commit } of await submittedCommits(repo)) {
    if (!own.has(commit) || id === view.id || !wasHandedIn(ledger, id, commit)) continue;
    const earlier = ledger.view(id);
    // One that this is judged on top of is as good as landed.
    const landing = earlier.landed?.commit ?? assumed?.get(id) ?? earlier.candidate;
    const target = earlier.landed?.target ?? earlier.target;
    if (landing === null || target !== view.target || view.tip === null) continue;
    if (await isAncestor(repo, landing, view.tip)) found.push({ commit, landing });
  }
  return found;
}

/** A ref is anybody's to move: the ledger says what was handed in. */
function wasHandedIn(ledger: Ledger, id: SubmissionId, commit: Oid): boolean {
  if (ledger.find(id) !== id || !isBranchSubmission(ledger.facts(id))) return false;
  return decodeBranchPayload(ledger.payload(id)).commit === commit;
}
