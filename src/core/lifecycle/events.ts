import type { BranchRef, Oid, PatchId, SubmissionId } from '../model/ids.ts';
import type { Hold, HoldReason, Note, Rejection } from '../model/rejection.ts';
import type { BlockReport } from '../model/report.ts';
import type { Resubmission } from './resubmission.ts';

/** How a payload came in. */
export type Source = 'drop-folder' | 'cli' | 'apply' | 'http' | 'mcp' | 'branch';

/** Who decided, as far as it is known. */
export interface Actor {
  readonly kind: 'person' | 'agent' | 'machine';
  readonly name: string;
}

/** Summary of one changed file, for receipts: lines as git counts them. */
export interface ChangedFile {
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed';
  readonly from?: string;
  readonly linesAdded: number;
  readonly linesRemoved: number;
}

/** How one gate ended on the candidate, relative to the base. */
export interface GateVerdict {
  readonly gate: string;
  readonly outcome: 'passed' | 'failed' | 'timed-out' | 'inconclusive' | 'skipped';
  readonly durationMs: number;
  /** One sentence: why it is inconclusive or skipped, or how it failed. */
  readonly detail: string;
  /** The relevant lines of its output, trimmed and sanitised; empty where it passed. */
  readonly output: string;
  /** True: its failure was shown and did not count (`required: false`). */
  readonly isAdvisory: boolean;
  /** Set where the verdict was reached without a sandbox. */
  readonly isUnsandboxed: boolean;
  /** The hold reason that a person's approval must name for it to be borne; absent: `gate-inconclusive`. */
  readonly hold?: HoldReason;
}

/** Why a landing waits. */
export type BlockReason =
  | 'busy'
  | 'dirty-path'
  | 'untracked-path'
  | 'operation-in-progress'
  | 'worktree-missing'
  | 'write-refused'
  | 'hook-refused'
  | 'ref-refused';

/** Everything that moves a submission. `at` and sequence belong to the ledger. Payload fields are plain JSON. */
export type SubmissionEvent =
  | { readonly type: 'Submitted' }
  | { readonly type: 'Claimed'; readonly target: BranchRef; readonly tip: Oid | null }
  | {
      readonly type: 'Planned';
      readonly base: Oid | null;
      readonly patchId: PatchId;
      readonly files: readonly ChangedFile[];
      readonly blocks: readonly BlockReport[];
      readonly notes: readonly Note[];
    }
  | {
      readonly type: 'NeedsApproval';
      readonly base: Oid | null;
      readonly patchId: PatchId;
      readonly files: readonly ChangedFile[];
      readonly blocks: readonly BlockReport[];
      readonly holds: readonly Hold[];
      readonly notes: readonly Note[];
    }
  | {
      readonly type: 'Staged';
      readonly candidate: Oid;
      readonly tree: Oid;
      readonly worktree: string | null;
      /** What the fixers did; absent: nothing. */
      readonly notes?: readonly Note[];
    }
  | {
      readonly type: 'GatesPassed';
      readonly tree: Oid;
      readonly verdicts: readonly GateVerdict[];
      /** Absent: none. */
      readonly notes?: readonly Note[];
    }
  | {
      readonly type: 'Inconclusive';
      readonly tree: Oid;
      readonly verdicts: readonly GateVerdict[];
      readonly holds: readonly Hold[];
      /** Absent: none. */
      readonly notes?: readonly Note[];
    }
  | {
      readonly type: 'Landed';
      readonly target: BranchRef;
      readonly commit: Oid;
      readonly previous: Oid | null;
    }
  | {
      readonly type: 'Blocked';
      readonly reason: BlockReason;
      readonly worktree: string;
      readonly paths: readonly string[];
      readonly detail: string;
    }
  | { readonly type: 'Unblocked'; readonly to: 'landing' | 'queued' }
  | { readonly type: 'Expired' }
  | {
      readonly type: 'Approved';
      readonly patchId: PatchId;
      readonly reasons: readonly HoldReason[];
      readonly by: Actor;
      readonly comment: string;
    }
  | {
      readonly type: 'Rejected';
      readonly rejections: readonly Rejection[];
      readonly blocks: readonly BlockReport[];
      readonly notes: readonly Note[];
      readonly verdicts: readonly GateVerdict[];
      /** Absent: there is nothing to send again, or a person refused it. */
      readonly resubmission?: Resubmission;
      readonly by?: Actor;
      readonly comment?: string;
    }
  | {
      readonly type: 'Requeued';
      /** `interrupted`: its process died over it; `stopped`: the daemon was told to stop, which is nobody's fault. */
      readonly reason:
        'target-moved' | 'interrupted' | 'stopped' | 'transient-fault' | 'lasting-fault';
      readonly detail: string;
    }
  | {
      readonly type: 'Failed';
      readonly fault: { readonly code: string; readonly message: string; readonly hint: string };
    }
  | { readonly type: 'Cancelled'; readonly by: Actor };

export type EventType = SubmissionEvent['type'];

/** An event as the ledger keeps it: `at` is milliseconds since the epoch, `seq` grows over the whole ledger. */
export interface RecordedEvent {
  readonly seq: number;
  readonly submission: SubmissionId;
  readonly at: number;
  readonly event: SubmissionEvent;
}
