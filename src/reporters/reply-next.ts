import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import { counted } from './wording.ts';

/** The last words of a reply: exactly what its reader should send, or do, next. */
export function sendNext(view: SubmissionView): string {
  if (view.state === 'rejected') return afterRefusal(view);
  if (view.state === 'held') {
    return `Nothing now. A person decides with \`sallyport approve ${view.id}\` or \`sallyport reject ${view.id}\`.`;
  }
  if (view.state === 'waiting') {
    return 'Nothing: the same edits sent again would be a second submission.';
  }
  if (view.state === 'failed') {
    return `Nothing new: once the cause is mended, \`sallyport retry ${view.id}\` sends the same edits again.`;
  }
  return 'Nothing, unless the change is still wanted: then send the whole response again.';
}

function afterRefusal(view: SubmissionView): string {
  const codes = new Set(view.rejections.map(({ code }) => code));
  if (codes.has('approval-refused')) {
    return 'Nothing of the same kind. If the change is still wanted, send one that answers the objection.';
  }
  if (codes.size === 1 && codes.has('already-applied')) {
    return 'Nothing: the files already are as these edits would make them.';
  }
  const failed = view.blocks.filter(({ status }) => status === 'failed').map(({ block }) => block);
  const fine = view.blocks.length - failed.length;
  if (failed.length > 0 && fine > 0) {
    return `Send one complete response with all ${view.blocks.length} edits again: ${listed(failed)} mended as said above, the other ${counted(fine, 'edit')} unchanged. A response lands whole or not at all, and the files are as they were before this one.`;
  }
  const which =
    failed.length > 0 ? `${listed(failed)} mended as said above` : 'mended as said above';
  return `Send one complete response again, ${which}. The files are as they were before this one.`;
}

const LISTED = 10;

/** `edit 2`, `edits 2, 4 and 5`. */
function listed(blocks: readonly number[]): string {
  const shown = blocks.slice(0, LISTED).map(String);
  const left = blocks.length - shown.length;
  const last = left > 0 ? `${left} more` : (shown.pop() ?? '');
  const start = shown.join(', ');
  return `edit${blocks.length === 1 ? '' : 's'} ${start === '' ? last : `${start} and ${last}`}`;
}
