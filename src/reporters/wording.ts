import type { Actor, BlockReason } from '../core/lifecycle/events.ts';
import type { State } from '../core/lifecycle/states.ts';
import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import type { BranchRef, Oid } from '../core/model/ids.ts';
import { explain } from '../core/model/explain.ts';
import { plainLine } from './plain-text.ts';

/** `refs/heads/main` -> `main`. */
export const branchName = (ref: BranchRef | null): string =>
  ref === null ? 'its branch' : plainLine(ref.replace(/^refs\/heads\//, ''));

/** The first ten digits, which people can compare. */
export const shortOid = (oid: Oid): string => oid.slice(0, 10);

/** `1 file`, `2 files`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `line 4`, `lines 4-9`. */
export const lineRange = ([first, last]: readonly [first: number, last: number]): string =>
  first === last ? `line ${first}` : `lines ${first}-${last}`;

export const actorName = (actor: Actor): string =>
  actor.kind === 'machine'
    ? 'Sallyport'
    : plainLine(actor.kind === 'person' ? actor.name : `${actor.name} (${actor.kind})`);

/** Why a landing waits, in words. */
export const BLOCK_WORDS: Readonly<Record<BlockReason, string>> = {
  busy: 'another git command holds the checkout',
  'dirty-path': 'a file that it changes has changes of its own in the checkout',
  'untracked-path': 'an untracked or ignored file stands where it writes',
  'operation-in-progress': 'a rebase, merge or bisect is under way in the checkout',
  'worktree-missing': 'a worktree of the branch cannot be reached',
  'write-refused': 'a file of the checkout cannot be written',
  'hook-refused': 'a hook of the repository (reference-transaction) refuses to move the branch',
  'ref-refused': 'git refuses to move the branch',
};

/** What a submission has come to, in one sentence. */
export function summaryOf(view: SubmissionView): string {
  switch (view.state) {
    case 'landed':
      return landedSummary(view);
    case 'rejected':
      return `Refused: ${firstTitle(view)}`;
    case 'held':
      return `Held for a person: ${view.holds.map(({ code }) => code).join(', ')}`;
    case 'waiting':
      return view.block === null
        ? 'Waits to land'
        : `Waits to land: ${BLOCK_WORDS[view.block.reason]}`;
    case 'failed':
      return `Failed for a reason of the machine's: ${plainLine(view.fault?.message ?? 'unknown')}`;
    case 'cancelled':
      return `Cancelled by ${view.endedBy === null ? 'somebody' : actorName(view.endedBy.by)}`;
    case 'queued':
      return view.setback === null
        ? ACTIVE_WORDS.queued
        : `Is tried again by itself after a fault of the machine's: ${plainLine(view.setback.detail)}`;
    case 'planning':
    case 'staging':
    case 'gating':
    case 'landing':
      return ACTIVE_WORDS[view.state];
  }
  return '';
}

const ACTIVE_WORDS = {
  queued: 'Waits for its turn',
  planning: 'Is being read',
  staging: 'Is being built',
  gating: 'Is being checked',
  landing: 'Is landing',
} as const satisfies Partial<Record<State, string>>;

function landedSummary(view: SubmissionView): string {
  const added = view.files.reduce((sum, file) => sum + file.linesAdded, 0);
  const removed = view.files.reduce((sum, file) => sum + file.linesRemoved, 0);
  const commit = view.landed === null ? '' : ` as ${shortOid(view.landed.commit)}`;
  return `Landed on ${branchName(view.landed?.target ?? view.target)}${commit}: ${counted(view.files.length, 'file')}, +${added} -${removed}`;
}

function firstTitle(view: SubmissionView): string {
  const [first, ...others] = view.rejections;
  if (first === undefined) return 'no reason was recorded';
  const more = others.length === 0 ? '' : ` (and ${counted(others.length, 'more reason')})`;
  return `${plainLine(explain(first).title)}${more}`;
}
