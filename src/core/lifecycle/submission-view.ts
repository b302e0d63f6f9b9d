import type { BranchRef, Oid, PatchId, SubmissionId } from '../model/ids.ts';
import type { Hold, HoldReason, Note, Rejection } from '../model/rejection.ts';
import type { BlockReport } from '../model/report.ts';
import type { Actor, BlockReason, ChangedFile, GateVerdict } from './events.ts';
import type { Resubmission } from './resubmission.ts';
import type { State } from './states.ts';

/** A person's word that some hold reasons of one patch do not matter. It covers nothing but that patch. */
export interface Approval {
  readonly patchId: PatchId;
  readonly reasons: readonly HoldReason[];
  readonly by: Actor;
  readonly comment: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Why the last landing waits, and since when (milliseconds since the epoch). */
export interface Blockage {
  readonly reason: BlockReason;
  /** Absolute path of the worktree that is in the way. */
  readonly worktree: string;
  readonly paths: readonly string[];
  readonly detail: string;
  readonly since: number;
}

/** How often a submission was taken up, and why it went back to the queue. */
export interface Attempts {
  readonly claims: number;
  readonly targetMoved: number;
  readonly interrupted: number;
  readonly transientFaults: number;
  /** Faults that last until somebody mends the machine or the repository. */
  readonly lastingFaults: number;
}

/** The machine's fault that keeps a queued submission from being taken up, and since when (milliseconds since the epoch). */
export interface Setback {
  readonly detail: string;
  readonly since: number;
}

/** Milliseconds since the epoch, but for `spentMs`: milliseconds passed in each state that was left. */
export interface Timings {
  readonly submittedAt: number;
  /** First claim. */
  readonly claimedAt: number | null;
  /** When it came into its present state. */
  readonly enteredAt: number;
  readonly endedAt: number | null;
  readonly spentMs: Readonly<Partial<Record<State, number>>>;
}

/**
 * A submission as its events tell it. What belongs to one attempt (base, patch, candidate, verdicts, holds) is of the
 * last attempt: it is cleared by the claim that starts the next.
 */
export interface SubmissionView {
  readonly id: SubmissionId;
  readonly state: State;
  /** Sequence number of its last event: what a compare-and-swap expects. */
  readonly seq: number;
  readonly target: BranchRef | null;
  /** Where the target was when it was claimed; null: unborn, or not claimed yet. */
  readonly tip: Oid | null;
  readonly base: Oid | null;
  readonly patchId: PatchId | null;
  readonly files: readonly ChangedFile[];
  readonly blocks: readonly BlockReport[];
  readonly notes: readonly Note[];
  readonly candidate: Oid | null;
  /** The candidate's tree. */
  readonly tree: Oid | null;
  /** Absolute path of the scratch worktree, where staging made one. */
  readonly worktree: string | null;
  /** The tree that `verdicts` are about. */
  readonly judgedTree: Oid | null;
  readonly verdicts: readonly GateVerdict[];
  readonly rejections: readonly Rejection[];
  /** What its author needs to send it again; null: nothing, or it was not refused. */
  readonly resubmission: Resubmission | null;
  /** Why it is held, or was held when it ended. */
  readonly holds: readonly Hold[];
  /** All that were given, oldest first, over all attempts. */
  readonly approvals: readonly Approval[];
  readonly landed: {
    readonly target: BranchRef;
    readonly commit: Oid;
    readonly previous: Oid | null;
  } | null;
  readonly block: Blockage | null;
  /** Null: nothing keeps it back, as far as its last attempt went. */
  readonly setback: Setback | null;
  readonly attempts: Attempts;
  readonly fault: {
    readonly code: string;
    readonly message: string;
    readonly hint: string;
  } | null;
  /** Who rejected or cancelled it, and what they said. */
  readonly endedBy: { readonly by: Actor; readonly comment: string } | null;
  readonly timings: Timings;
}
