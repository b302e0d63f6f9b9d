import * as z from 'zod';
import { isEnd } from '../core/lifecycle/transition.ts';
import { isOid, isSubmissionId, type Oid, type SubmissionId } from '../core/model/ids.ts';
import { USUAL_PRIORITY } from '../core/model/priority.ts';
import { NOTHING_STATED, type Stated } from '../core/model/stated.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';
import type { Repository } from '../git/repository.ts';
import type { BranchTip } from '../git/watched-refs.ts';
import type { Admitted } from '../store/admit.ts';
import { createInbox, type Delivery } from '../store/inbox.ts';
import type { Store } from '../store/open-store.ts';
import { submitBranch } from './submit-branch.ts';

/** What a branch was taken at last, and the submission that it became; `commit` is null once the branch is gone. */
export interface TakenBranch {
  readonly commit: Oid | null;
  readonly id: SubmissionId;
}

export interface TakeTerms extends Pick<Delivery, 'target' | 'stated' | 'priority'> {
  readonly author: SubmissionFacts['author'];
}

/** A submission of a branch, and the earlier one that it took back. */
export interface TakenSubmission extends Admitted {
  readonly superseded: SubmissionId | null;
}

/**
 * Hands in the tip of a branch. The submission before from that branch is its parent; where that is still under way for
 * the same target, the same tip with the same statements is the same submission, and anything else takes it back; until
 * one has landed, the next has its priority where none is given. The claim names branch, commit and
 * the submission before, so that a tip is taken once for each time that the branch came to it, whoever asks, and however
 * often after a crash.
 */
export async function takeBranch(
  open: { readonly repo: Repository; readonly store: Store; readonly clock: () => number },
  { ref, commit }: BranchTip,
  { author, target, stated, priority }: TakeTerms,
): Promise<TakenSubmission> {
  const { store } = open;
  const before = takenBranch(store, ref);
  const underway = before !== null && isUnderway(store, before.id, target) ? before : null;
  if (
    underway?.commit === commit &&
    isSame(store.ledger.facts(underway.id), { stated, priority })
  ) {
    return { id: underway.id, isRepeat: true, superseded: null };
  }
  const admitted = await submitBranch(
    { ...open, inbox: createInbox(store) },
    { ref, commit },
    {
      author,
      target,
      parent: before?.id ?? null,
      claimKey: `branch:${ref}@${commit}#${before?.id ?? ''}`,
      priority: priority ?? priorityBefore(store, before),
      ...(stated === undefined ? {} : { stated }),
    },
  );
  rememberBranch(store, ref, { commit, id: admitted.id });
  const isTakenBack =
    underway !== null &&
    underway.id !== admitted.id &&
    store.ledger.record(underway.id, { type: 'Cancelled', by: MOVED_ON }).ok;
  return { ...admitted, superseded: isTakenBack ? underway.id : null };
}

/**
 * A branch came to a commit with nothing to land (it was made just now, or set back): what was handed in from it before
 * and is under way is taken back, and nothing new is handed in.
 */
export function withdrawBranch(
  { store }: { readonly store: Store },
  { ref, commit }: BranchTip,
): void {
  const before = takenBranch(store, ref);
  if (before === null) return;
  rememberBranch(store, ref, { commit, id: before.id });
  if (!isEnd(store.ledger.state(before.id))) {
    store.ledger.record(before.id, { type: 'Cancelled', by: MOVED_ON });
  }
}

const MOVED_ON = { kind: 'machine', name: 'the branch moved on' } as const;

const isSame = (
  before: SubmissionFacts,
  now: { readonly stated: Stated | undefined; readonly priority: number | undefined },
): boolean =>
  JSON.stringify(before.stated) === JSON.stringify(now.stated ?? NOTHING_STATED) &&
  before.priority === (now.priority ?? before.priority);

/** What goes on with work that has not landed is as urgent as that. */
const priorityBefore = ({ ledger }: Store, before: TakenBranch | null): number =>
  before === null || ledger.state(before.id) === 'landed'
    ? USUAL_PRIORITY
    : ledger.facts(before.id).priority;

const isUnderway = ({ ledger }: Store, id: SubmissionId, target: string | null): boolean =>
  !isEnd(ledger.state(id)) && ledger.facts(id).target === target;

const taken = z.object({
  commit: z.string().refine(isOid).nullable(),
  id: z.string().refine(isSubmissionId),
});

/** What a branch was taken at last; null: never. */
export function takenBranch({ values }: Store, ref: string): TakenBranch | null {
  const text = values.get(keyOf(ref));
  return text === null ? null : taken.parse(JSON.parse(text));
}

export function rememberBranch({ values }: Store, ref: string, branch: TakenBranch): void {
  values.set(keyOf(ref), JSON.stringify(branch));
}

const keyOf = (ref: string): string => `branch:${ref}`;
