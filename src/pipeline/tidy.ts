import { isEnd } from '../core/lifecycle/transition.ts';
import { isSubmissionId, type SubmissionId } from '../core/model/ids.ts';
import { dropCandidate, keptCandidates } from '../git/candidate.ts';
import { sweepAsides } from '../git/landing.ts';
import type { PipelineContext } from './pipeline-context.ts';

/** How long files that a landing replaced are kept, in case an editor still writes to one; milliseconds. */
const ASIDES_MS = 14 * 24 * 60 * 60 * 1_000;

/** The end of the name of what `claimedFix` keeps for a moment, and longer where it is killed then. */
const PROOF = /-proof$/;

/**
 * Lets go of what nobody needs any more: candidates of submissions that ended, and old files that landings moved aside.
 * Safe at any moment and as often as one likes.
 */
export async function tidy({ repo, store, clock }: PipelineContext): Promise<void> {
  for (const name of await keptCandidates(repo)) {
    const owner = name.replace(PROOF, '');
    const id = isSubmissionId(owner) ? store.ledger.find(owner) : null;
    if (id === null || id === 'ambiguous') continue;
    if (isEnd(store.ledger.state(id))) await dropCandidate(repo, name as SubmissionId);
  }
  await sweepAsides(repo, store.journal, clock() - ASIDES_MS);
}
