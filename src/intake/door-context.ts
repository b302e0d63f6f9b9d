import type { ChangedFile, GateVerdict, RecordedEvent } from '../core/lifecycle/events.ts';
import type { State } from '../core/lifecycle/states.ts';
import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import type { BranchRef, Oid, SubmissionId } from '../core/model/ids.ts';
import type { Hold, Note, Rejection } from '../core/model/rejection.ts';
import type { PlanReport } from '../core/model/report.ts';
import type { Stated } from '../core/model/stated.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';
import type { Repository } from '../git/repository.ts';
import type { InstanceInfo } from '../store/instance-lock.ts';
import type { Store } from '../store/open-store.ts';
import type { Turns } from './verbs/turns.ts';

/** A response that is to be judged and not landed. */
export interface JudgeRequest {
  readonly payload: Uint8Array;
  readonly stated: Stated;
  /** Branch to judge on; null: the one that submissions land on by default. */
  readonly target: string | null;
  readonly agent: string;
}

/** What planning finds of a response on the target's tip. `files` is null where it is refused. No gate has run. */
export interface Judgement extends PlanReport {
  readonly target: BranchRef | null;
  readonly base: Oid | null;
  readonly files: readonly ChangedFile[] | null;
}

/** A refusal or hold with its words. */
export type ExplainedRejection = (Rejection | Hold) & {
  readonly title: string;
  readonly hint: string;
};

/** What the doors show of a receipt. */
export interface DoorReceipt {
  readonly id: string;
  readonly name: string;
  readonly state: State;
  readonly outcome: State | 'pending';
  readonly summary: string;
  readonly author: SubmissionFacts['author'];
  readonly parent: string | null;
  readonly priority: number;
  readonly target: string | null;
  readonly commit: string | null;
  readonly base: string | null;
  readonly files: readonly ChangedFile[];
  readonly rejections: readonly ExplainedRejection[];
  readonly holds: readonly ExplainedRejection[];
  readonly notes: readonly Note[];
  readonly gates: readonly GateVerdict[];
}

/** The one mechanical correction that would mend a refused response, ready to be handed in. */
export interface DoorRepair {
  readonly kind: string;
  /** What was wrong and is corrected. */
  readonly sentence: string;
  /** What it comes to, on the branch as it is now. */
  readonly diff: string;
  readonly payload: Uint8Array;
  readonly stated: Stated;
  readonly target: BranchRef;
}

/**
 * What every door for agents works with. A door hands in and reads the ledger; what else it needs is passed in by
 * whoever opens it, so that it never reaches into the pipeline.
 */
export interface DoorContext {
  readonly repo: Repository;
  readonly store: Store;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** The package's version. */
  readonly version: string;
  /** The daemon that works the queue; null: none does. */
  readonly daemon: () => InstanceInfo | null;
  /** Tells the daemon that the ledger has news; may start one where that was allowed. */
  readonly wake: () => Promise<void>;
  readonly judge: (request: JudgeRequest) => Promise<Judgement>;
  /** What would mend a refused response; null: nothing that is sure. Costly. */
  readonly repair: (id: SubmissionId) => Promise<DoorRepair | null>;
  readonly receipt: (view: SubmissionView, facts: SubmissionFacts) => DoorReceipt;
  /** All facts of a submission as JSON text that may be shown on a terminal. */
  readonly receiptText: (view: SubmissionView, facts: SubmissionFacts) => string;
  /** What its author should read; null where there is nothing to answer. */
  readonly reply: (view: SubmissionView, facts: SubmissionFacts) => string | null;
  /** Costly calls run some at a time, however many agents make them. */
  readonly turns: Turns;
  /** One sentence about an event. */
  readonly line: (recorded: RecordedEvent, name: string) => string;
}

/** Who calls, and how the call ends early. Whoever comes in by these doors is an agent. */
export interface Call {
  readonly source: 'mcp' | 'http';
  /** Name of the agent, as it gives itself. */
  readonly agent: string;
  readonly signal: AbortSignal;
  /** Tells the caller, where it can be told, how far the work is. */
  readonly progress: (text: string) => void;
}
