import { isEnd } from '../core/lifecycle/transition.ts';
import { decodeBranchPayload, isBranchSubmission } from '../core/model/branch-payload.ts';
import { isSubmissionId, type SubmissionId } from '../core/model/ids.ts';
import { dropCandidate, keptCandidates } from '../git/candidate.ts';
import { sweepAsides } from '../git/landing.ts';
import { commitExists, headBranch, tipOf } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import {
  dropSubmitted,
  keepSubmitted,
  submittedCommits,
  sweepIncoming,
} from '../git/submitted-commits.ts';
import { sweepUnneeded } from '../git/worktrees.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { configAt } from './settings.ts';

/** How long files that a landing replaced are kept, in case an editor still writes to one; milliseconds. */
const ASIDES_MS = 14 * 24 * 60 * 60 * 1_000;

/** The end of the name of what `claimedFix` and looks ahead keep for a moment, and longer where they are killed then. */
const PASSING = /(?:-ahead-\d+)?(?:-proof)?$/;

/** The ends of names of scratch worktrees besides those. */
const PARTS = /-(?:fixed|base|ahead|proof)\b.*$/;

/** What ended longer ago has no process left, of a look ahead for one; milliseconds. */
const QUIET_MS = 10 * 60 * 1_000;

/**
 * Lets go of what nobody needs any more: candidates and scratch worktrees of submissions that ended, and old files that landings moved aside.
 * Safe at any moment and as often as one likes.
 */
export async function tidy(context: PipelineContext): Promise<void> {
  const { repo, store, clock } = context;
  for (const name of await keptCandidates(repo)) {
    const owner = name.replace(PASSING, '');
    const id = isSubmissionId(owner) ? store.ledger.find(owner) : null;
    if (id === null || id === 'ambiguous') continue;
    if (isEnd(store.ledger.state(id))) await dropCandidate(repo, name as SubmissionId);
  }
  await sweepUnneeded(repo, (name) => {
    const owner = name.replace(PARTS, '');
    if (!isSubmissionId(owner) || store.ledger.find(owner) !== owner) return false;
    const { endedAt } = store.ledger.view(owner).timings;
    return endedAt !== null && clock() - endedAt > QUIET_MS;
  });
  await sweepAsides(repo, store.journal, clock() - ASIDES_MS);
  await tidyCommits(context);
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Sees that the commits of every branch submission under way are kept, should its submitter have died in between, and
 * lets those go that ended longer ago than the config wants to keep.
 */
async function tidyCommits({ repo, store, clock }: PipelineContext): Promise<void> {
  const { ledger } = store;
  for (const summary of ledger.list()) {
    if (!isBranchSubmission(summary) || isEnd(summary.state)) continue;
    const { commit } = decodeBranchPayload(ledger.payload(summary.id));
    if (await commitExists(repo, commit)) await keepSubmitted(repo, summary.id, { commit });
  }
  await sweepIncoming(repo, clock());
  const days = await retentionDays(repo);
  if (days === null) return;
  for (const { id } of await submittedCommits(repo)) {
    if (ledger.find(id) !== id || !isEnd(ledger.state(id))) continue;
    const { endedAt } = ledger.view(id).timings;
    if (endedAt !== null && clock() - endedAt > days * DAY_MS) await dropSubmitted(repo, id);
  }
}

async function retentionDays(repo: Repository): Promise<number | null> {
  const head = await headBranch(repo);
  return (await configAt(repo, head === null ? null : await tipOf(repo, head))).retention.branches;
}
