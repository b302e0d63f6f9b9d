import type { SubmissionView } from '../../core/lifecycle/submission-view.ts';
import type { Repository } from '../../git/repository.ts';
import { offerRepair } from '../../pipeline/offer-repair.ts';
import type { Store } from '../../store/open-store.ts';
import type { Output } from '../output.ts';
import { showSubmission } from './show-submission.ts';

/**
 * Shows where a submission stands, with the one correction that would mend it: whoever waited for a refusal learns of it
 * there and then. None is offered for what was tried again already.
 */
export async function showOutcome(
  output: Output,
  { repo, store }: { readonly repo: Repository; readonly store: Store },
  view: SubmissionView,
): Promise<void> {
  const isOpen = store.ledger.children(view.id).length === 0;
  const repair = isOpen ? await offerRepair({ repo, store, clock: Date.now }, view.id) : null;
  showSubmission(output, store, view, repair);
}
