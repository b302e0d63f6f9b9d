import type { BlockReason } from '../../core/lifecycle/events.ts';
import type { LandingJournal } from '../../core/lifecycle/landing-intent.ts';
import type { Permit } from '../../core/lifecycle/permit.ts';
import type { BranchRef, Oid, SubmissionId } from '../../core/model/ids.ts';

/** What to land, and where. The permit's candidate must be a fast-forward of `previous`. */
export interface LandRequest {
  readonly submission: SubmissionId;
  /** Unique per attempt: letters, digits, `-` and `_`. */
  readonly landing: string;
  readonly target: BranchRef;
  /** Where the target must be; null: unborn. */
  readonly previous: Oid | null;
  readonly permit: Permit;
}

/** What stands in the way of a landing. Nothing was changed. `paths` are repository paths, where it is about some. */
export interface Blocked {
  readonly kind: 'blocked';
  readonly reason: BlockReason;
  readonly worktree: string;
  readonly paths: readonly string[];
  /** One sentence for a person. */
  readonly detail: string;
}

/**
 * How an attempt ended. `worktrees` are the checkouts that were brought up to date. `lateWrites` are files that an
 * editor went on writing while they were replaced: the editor's content is in place, uncommitted.
 */
export type LandOutcome =
  | {
      readonly kind: 'landed';
      readonly commit: Oid;
      readonly worktrees: readonly string[];
      readonly lateWrites: readonly string[];
    }
  | { readonly kind: 'target-moved'; readonly tip: Oid | null }
  | Blocked;

/** Points of a landing, in order; `file-aside` and `file-linked` come once per file. */
export type LandingStep =
  | 'locked'
  | 'checked'
  | 'intended'
  | 'staged'
  | 'file-aside'
  | 'file-linked'
  | 'files-written'
  | 'index-written'
  | 'ref-prepared'
  | 'ref-moved'
  | 'index-renamed'
  | 'unlocked'
  | 'settled';

/** What a landing does besides git: durable notes, and a call at each step before it goes on. */
export interface LandingEffects {
  readonly journal: LandingJournal;
  readonly onStep?: (step: LandingStep) => void;
}

/** Says what is in the way. */
export const blocked = (
  reason: BlockReason,
  worktree: string,
  paths: readonly string[],
  detail: string,
): Blocked => ({ kind: 'blocked', reason, worktree, paths, detail });

/** Thrown inside a landing to undo it: the outcome to return once everything is back in place. */
export class LandingStopped extends Error {
  override readonly name = 'LandingStopped';
  readonly outcome: LandOutcome;

  constructor(outcome: LandOutcome) {
    super(`landing stopped: ${outcome.kind}`);
    this.outcome = outcome;
  }
}
