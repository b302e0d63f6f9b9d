import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import { isBranchSubmission } from '../core/model/branch-payload.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';
import { plainLine } from './plain-text.ts';
import { nextAttempt } from './reply-resubmission.ts';

/** The last words of a reply: exactly what its reader should send, or do, next. */
export const nextOf = (view: SubmissionView, facts: SubmissionFacts): string =>
  isBranchSubmission(facts) ? sendBranchNext(view, facts) : sendNext(view);

function sendNext(view: SubmissionView): string {
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

/** The same for the author of a branch. */
function sendBranchNext(view: SubmissionView, { name }: SubmissionFacts): string {
  if (view.state !== 'rejected') {
    return view.state === 'cancelled'
      ? 'Nothing, unless the change is still wanted: then hand the branch in again.'
      : sendNext(view);
  }
  const codes = new Set(view.rejections.map(({ code }) => code));
  if (codes.has('approval-refused')) return sendNext(view);
  if (view.rejections.some(({ reason }) => reason === 'branch-is-target')) {
    return `The branch again, with the one to land on: \`sallyport submit --branch ${plainLine(name)} --target BRANCH\`.`;
  }
  if (codes.size === 1 && (codes.has('already-applied') || codes.has('no-effective-change'))) {
    return 'Nothing: there is nothing in it to land.';
  }
  const again = name.startsWith('commit ')
    ? '`sallyport submit --commit COMMIT`'
    : `push it, or \`sallyport submit --branch ${plainLine(name)}\``;
  const merge = codes.has('merge-conflict')
    ? 'Merge or rebase the branch on the one that it should land on, keeping both sides'
    : 'Commit the repair to the branch';
  return [
    `${merge}, and hand it in again (${again}).`,
    'A branch lands whole or not at all, as one commit, and nothing was changed by this one.',
  ].join(' ');
}

function afterRefusal(view: SubmissionView): string {
  const codes = new Set(view.rejections.map(({ code }) => code));
  if (codes.has('approval-refused')) {
    return 'Nothing of the same kind. If the change is still wanted, send one that answers the objection.';
  }
  if (codes.size === 1 && codes.has('already-applied')) {
    return 'Nothing: the files already are as these edits would make them.';
  }
  return [
    `Send one complete response again${parts(view)}.`,
    'A response lands whole or not at all, and the files are as they were before this one.',
    ...nextAttempt(view),
  ].join(' ');
}

/** What becomes of which edit in the next response. */
function parts(view: SubmissionView): string {
  const codesOf = (block: number): readonly string[] =>
    view.rejections.filter((rejection) => rejection.block === block).map(({ code }) => code);
  const groups = Map.groupBy(view.blocks, ({ block, status }) => {
    if (status === 'failed') return 'mend';
    const codes = codesOf(block);
    if (status === 'no-effect' || codes.includes('already-applied')) return 'leave-out';
    return codes.length > 0 ? 'mend' : 'keep';
  });
  const numbers = (group: 'mend' | 'keep' | 'leave-out') =>
    (groups.get(group) ?? []).map(({ block }) => block);
  const [mend, keep, leaveOut] = [numbers('mend'), numbers('keep'), numbers('leave-out')];
  if (mend.length + leaveOut.length === 0) return ', mended as said above';
  const said = [
    ...(mend.length === 0 ? [] : [`${listed(mend)} mended as said above`]),
    ...(leaveOut.length === 0
      ? []
      : [`${listed(leaveOut)} left out, since nothing is left to do there`]),
    ...(keep.length === 0 ? [] : [`${listed(keep)} unchanged`]),
  ];
  return `: ${said.join(', ')}`;
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
