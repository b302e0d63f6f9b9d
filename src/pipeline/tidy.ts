import { isEnd } from '../core/lifecycle/transition.ts';
import { isSubmissionId } from '../core/model/ids.ts';
import { dropCandidate, keptCandidates } from '../git/candidate.ts';
import { sweepAsides } from '../git/landing.ts';
import type { PipelineContext } from './pipeline-context.ts';

/** How long files that a landing replaced are kept, in case an editor still writes to one; milliseconds. */
const ASIDES_MS = 14 * 24 * 60 * 60 * 1_000;

/**
 * Lets go of what nobody needs any more: candidates of submissions that ended, and old files that landings moved aside.
 * Safe at any moment and as often as one likes.
 */
export async function tidy({ repo, store, clock }: PipelineContext): Promise<void> {
  for (const name of await keptCandidates(repo)) {
    const id = isSubmissionId(name) ? store.ledger.find(name) : null;
    if (id === null || id === 'ambiguous') continue;
    if (isEnd(store.ledger.state(id))) await dropCandidate(repo, id);
  }
  await sweepAsides(repo, store.journal, clock() - ASIDES_MS);
}
