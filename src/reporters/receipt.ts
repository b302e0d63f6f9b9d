import type { ChangedFile, GateVerdict } from '../core/lifecycle/events.ts';
import type { State } from '../core/lifecycle/states.ts';
import type { Attempts, SubmissionView } from '../core/lifecycle/submission-view.ts';
import { explain } from '../core/model/explain.ts';
import type { Hold, Note, Rejection } from '../core/model/rejection.ts';
import type { BlockReport } from '../core/model/report.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';
import { plainJson } from './plain-text.ts';
import { replyPacketOf, type ReplyPacket } from './reply-packet.ts';
import type { Reporter } from './reporter.ts';
import { branchName, summaryOf } from './wording.ts';

/** A refusal or hold with its words. */
export type ExplainedRejection = (Rejection | Hold) & {
  readonly title: string;
  readonly hint: string;
};

/** One edit of the response, and the codes that refuse it. */
export interface ReceiptBlock extends BlockReport {
  readonly codes: readonly string[];
}

/**
 * How a submission stands and why: plain JSON for programs. Times are ISO 8601 in UTC; `spentMs` is milliseconds in each
 * state. Fields are added within a `schemaVersion`, never changed or taken away.
 */
export interface Receipt {
  readonly schemaVersion: 1;
  readonly id: string;
  readonly name: string;
  /** An end, `held` or `waiting`; `pending` while something works on it. */
  readonly outcome: State | 'pending';
  readonly state: State;
  /** One sentence. */
  readonly summary: string;
  readonly source: string;
  readonly author: SubmissionFacts['author'];
  readonly parent: string | null;
  /** From -9 to 9; higher goes first. */
  readonly priority: number;
  readonly payload: { readonly sha256: string; readonly bytes: number };
  /** Short name of the branch; null: not chosen yet. */
  readonly target: string | null;
  readonly commit: string | null;
  /** Where the branch was before. */
  readonly previous: string | null;
  readonly base: string | null;
  readonly patchId: string | null;
  readonly files: readonly ChangedFile[];
  readonly blocks: readonly ReceiptBlock[];
  readonly rejections: readonly ExplainedRejection[];
  readonly holds: readonly ExplainedRejection[];
  readonly notes: readonly Note[];
  readonly gates: readonly GateVerdict[];
  readonly approvals: readonly {
    readonly patchId: string;
    readonly reasons: readonly string[];
    readonly by: { readonly kind: string; readonly name: string };
    readonly comment: string;
    readonly at: string;
  }[];
  /** What its author should know for the next attempt; null where there is nothing to answer. */
  readonly reply: ReplyPacket | null;
  /** What a waiting one waits for. */
  readonly waitsFor: {
    readonly reason: string;
    readonly worktree: string;
    readonly paths: readonly string[];
    readonly detail: string;
    readonly since: string;
  } | null;
  readonly fault: SubmissionView['fault'];
  readonly endedBy: SubmissionView['endedBy'];
  readonly attempts: Attempts;
  readonly timings: {
    readonly submittedAt: string;
    readonly claimedAt: string | null;
    readonly endedAt: string | null;
    readonly spentMs: Readonly<Partial<Record<State, number>>>;
  };
}

/** The receipt of a submission as it stands. Pure. */
export function receiptOf(view: SubmissionView, facts: SubmissionFacts): Receipt {
  return {
    schemaVersion: 1,
    id: view.id,
    name: facts.name,
    outcome: outcomeOf(view.state),
    state: view.state,
    summary: summaryOf(view),
    source: facts.source,
    author: facts.author,
    parent: facts.parent,
    priority: facts.priority,
    payload: { sha256: facts.payloadHash, bytes: facts.payloadBytes },
    target: view.target === null ? null : branchName(view.target),
    commit: view.landed?.commit ?? null,
    previous: view.landed?.previous ?? null,
    base: view.base,
    patchId: view.patchId,
    files: view.files,
    blocks: view.blocks.map((block) => ({
      ...block,
      codes: [...view.rejections, ...view.holds]
        .filter((rejection) => rejection.block === block.block)
        .map(({ code }) => code),
    })),
    rejections: view.rejections.map(explained),
    holds: view.holds.map(explained),
    notes: view.notes,
    gates: view.verdicts,
    approvals: view.approvals.map((approval) => ({ ...approval, at: iso(approval.at) })),
    reply: replyPacketOf(view, facts),
    waitsFor: view.block === null ? null : { ...view.block, since: iso(view.block.since) },
    fault: view.fault,
    endedBy: view.endedBy,
    attempts: view.attempts,
    timings: {
      submittedAt: iso(view.timings.submittedAt),
      claimedAt: view.timings.claimedAt === null ? null : iso(view.timings.claimedAt),
      endedAt: view.timings.endedAt === null ? null : iso(view.timings.endedAt),
      spentMs: view.timings.spentMs,
    },
  };
}

/** `NAME.receipt.json`. */
export const receiptReporter: Reporter = {
  name: 'receipt',
  suffix: '.receipt.json',
  render: (view, facts) => plainJson(receiptOf(view, facts)),
};

const PENDING: readonly State[] = ['queued', 'planning', 'staging', 'gating', 'landing'];

const outcomeOf = (state: State): State | 'pending' =>
  PENDING.includes(state) ? 'pending' : state;

function explained(rejection: Rejection | Hold): ExplainedRejection {
  const { title, hint } = explain(rejection);
  return { ...rejection, title, hint };
}

const iso = (at: number): string => new Date(at).toISOString();
