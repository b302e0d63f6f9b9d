import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import { summaryOf } from './wording.ts';

/** The first line of a reply: that nothing was changed, or not yet, and how much of it is wrong. */
export function headlineOf(view: SubmissionView): string {
  const failed = view.blocks.filter(({ status }) => status === 'failed').length;
  if (view.state === 'rejected' && failed > 0) {
    const all = view.blocks.length;
    if (all === 1) return 'Nothing was changed: the edit cannot be applied';
    return failed === all
      ? `Nothing was changed: none of the ${all} edits can be applied`
      : `Nothing was changed: ${failed} of ${all} edits cannot be applied`;
  }
  if (view.state === 'rejected') return `Nothing was changed. ${summaryOf(view)}`;
  if (view.state === 'held') return 'Not landed yet: a person has to decide';
  if (view.state === 'waiting') return 'Not landed yet: it waits for the checkout';
  if (view.state === 'failed') return 'Nothing was changed: the machine failed, not the edits';
  return 'Nothing was changed: it was cancelled';
}
