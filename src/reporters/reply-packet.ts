import type { GateVerdict } from '../core/lifecycle/events.ts';
import type { Resubmission } from '../core/lifecycle/resubmission.ts';
import type { State } from '../core/lifecycle/states.ts';
import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import { explain } from '../core/model/explain.ts';
import type { Hold, Note, Rejection } from '../core/model/rejection.ts';
import type { BlockReport } from '../core/model/report.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';
import { headlineOf } from './headline.ts';
import { countingGates } from './failed-gates.ts';
import { nextOf } from './reply-next.ts';

/** A reason with its words: `body` is Markdown and may be empty. */
export type PacketReason = (Rejection | Hold) & {
  readonly title: string;
  readonly body: string;
  readonly hint: string;
};

/** The reply as data: the same that `NAME.reply.md` says in words. */
export interface ReplyPacket {
  readonly submission: string;
  readonly state: State;
  readonly headline: string;
  readonly reasons: readonly PacketReason[];
  readonly blocks: readonly BlockReport[];
  /** Gates that did not pass, with the relevant lines of their output. */
  readonly gates: readonly GateVerdict[];
  readonly notes: readonly Note[];
  /** What the next attempt needs; null where there is nothing to send again. */
  readonly resubmission: Resubmission | null;
  /** What to do next, in words. */
  readonly next: string;
}

/** The packet of a submission that is refused, held, waiting, failed or cancelled; null for any other. */
export function replyPacketOf(view: SubmissionView, facts: SubmissionFacts): ReplyPacket | null {
  const reasons = reasonsOf(view);
  if (reasons === null) return null;
  return {
    submission: view.id,
    state: view.state,
    headline: headlineOf(view),
    reasons: reasons.map((reason) => ({ ...reason, ...explain(reason) })),
    blocks: view.blocks,
    gates: countingGates(view.verdicts),
    notes: view.notes,
    resubmission: view.resubmission,
    next: nextOf(view, facts),
  };
}

function reasonsOf(view: SubmissionView): readonly (Rejection | Hold)[] | null {
  switch (view.state) {
    case 'rejected':
      return view.rejections;
    case 'held':
      return view.holds;
    case 'waiting':
    case 'failed':
    case 'cancelled':
      return [];
    case 'landed':
    case 'queued':
    case 'planning':
    case 'staging':
    case 'gating':
    case 'landing':
      break;
  }
  return null;
}
