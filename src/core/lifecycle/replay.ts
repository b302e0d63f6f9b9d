import type { Hold, Rejection } from '../model/rejection.ts';
import type { RecordedEvent, SubmissionEvent } from './events.ts';
import type { Attempts, SubmissionView, Timings } from './submission-view.ts';
import { FIRST_STATE, isEnd, transition } from './transition.ts';
import type { State } from './states.ts';

/** What an event changes besides state, sequence and timings. */
type Changes = Partial<Omit<SubmissionView, 'id' | 'state' | 'seq' | 'timings'>>;

/** The last attempt's results: gone when the next attempt starts. */
const NO_RESULTS = {
  base: null,
  patchId: null,
  files: [],
  blocks: [],
  notes: [],
  candidate: null,
  tree: null,
  worktree: null,
  judgedTree: null,
  verdicts: [],
  rejections: [],
  resubmission: null,
  holds: [],
  block: null,
} as const satisfies Changes;

/**
 * Folds a submission's whole history, oldest first, to what it is now. Throws `TypeError` for what is no history: one
 * that does not begin with `Submitted`, or an event that the table does not allow.
 */
export function replay(events: readonly RecordedEvent[]): SubmissionView {
  const [first, ...rest] = events;
  if (first === undefined || first.event.type !== 'Submitted') {
    throw new TypeError('a history begins with Submitted');
  }
  return rest.reduce(advance, begin(first));
}

/** The view before and one more event -> the view after. Throws `TypeError` where the table forbids it. */
export function advance(view: SubmissionView, recorded: RecordedEvent): SubmissionView {
  const state = transition(view.state, recorded.event);
  if (state === null || recorded.submission !== view.id) {
    throw new TypeError(
      `event ${recorded.seq} (${recorded.event.type} of ${recorded.submission}) cannot follow ${view.state} of ${view.id}`,
    );
  }
  return {
    ...view,
    // What is taken up again has not come past what kept it back before.
    setback: recorded.event.type === 'Claimed' ? view.setback : null,
    ...changes(view, recorded.event, recorded.at),
    state,
    seq: recorded.seq,
    timings: timingsAfter(view, state, recorded),
  };
}

function begin(first: RecordedEvent): SubmissionView {
  return {
    ...NO_RESULTS,
    id: first.submission,
    state: FIRST_STATE,
    seq: first.seq,
    target: null,
    tip: null,
    approvals: [],
    landed: null,
    setback: null,
    attempts: { claims: 0, targetMoved: 0, interrupted: 0, transientFaults: 0, lastingFaults: 0 },
    fault: null,
    endedBy: null,
    timings: {
      submittedAt: first.at,
      claimedAt: null,
      enteredAt: first.at,
      endedAt: null,
      spentMs: {},
    },
  };
}

function timingsAfter(view: SubmissionView, state: State, { event, at }: RecordedEvent): Timings {
  const { timings } = view;
  // The wall clock may have been set back between two events.
  const spent = Math.max(0, at - timings.enteredAt);
  return {
    submittedAt: timings.submittedAt,
    claimedAt: event.type === 'Claimed' ? (timings.claimedAt ?? at) : timings.claimedAt,
    enteredAt: at,
    endedAt: isEnd(state) ? at : null,
    spentMs: { ...timings.spentMs, [view.state]: (timings.spentMs[view.state] ?? 0) + spent },
  };
}

function changes(view: SubmissionView, event: SubmissionEvent, at: number): Changes {
  switch (event.type) {
    case 'Claimed':
      return {
        ...NO_RESULTS,
        target: event.target,
        tip: event.tip,
        attempts: counted(view.attempts, 'claims'),
      };
    case 'Planned':
    case 'NeedsApproval':
      return {
        base: event.base,
        patchId: event.patchId,
        files: event.files,
        blocks: event.blocks,
        notes: event.notes,
        holds: event.type === 'NeedsApproval' ? event.holds : [],
      };
    case 'Staged':
      return {
        candidate: event.candidate,
        tree: event.tree,
        worktree: event.worktree,
        notes: [...view.notes, ...(event.notes ?? [])],
      };
    case 'GatesPassed':
    case 'Inconclusive':
      return {
        judgedTree: event.tree,
        verdicts: event.verdicts,
        holds: event.type === 'Inconclusive' ? event.holds : view.holds,
        notes: [...view.notes, ...(event.notes ?? [])],
      };
    case 'Landed':
      return {
        block: null,
        landed: { target: event.target, commit: event.commit, previous: event.previous },
      };
    case 'Blocked':
      return { block: blockage(event, at) };
    case 'Unblocked':
      return { block: null };
    case 'Approved':
      return { holds: [], approvals: [...view.approvals, approval(event, at)] };
    case 'Requeued':
      return requeued(view, event, at);
    case 'Failed':
      return { fault: event.fault };
    case 'Expired':
      return expired(view);
    case 'Rejected':
      return rejected(view, event);
    case 'Cancelled':
      return { endedBy: { by: event.by, comment: '' } };
    case 'Submitted':
      break;
  }
  return {};
}

const approval = (
  { patchId, reasons, by, comment }: Extract<SubmissionEvent, { type: 'Approved' }>,
  at: number,
): SubmissionView['approvals'][number] => ({ patchId, reasons, by, comment, at });

const requeued = (
  view: SubmissionView,
  event: Extract<SubmissionEvent, { type: 'Requeued' }>,
  at: number,
): Changes => ({
  block: null,
  setback: setbackOf(view, event, at),
  attempts:
    event.reason === 'stopped'
      ? view.attempts
      : counted(view.attempts, REQUEUE_COUNTER[event.reason]),
});

const blockage = (
  { reason, worktree, paths, detail }: Extract<SubmissionEvent, { type: 'Blocked' }>,
  since: number,
): SubmissionView['block'] => ({ reason, worktree, paths, detail, since });

function setbackOf(
  { setback }: SubmissionView,
  { reason, detail }: Extract<SubmissionEvent, { type: 'Requeued' }>,
  at: number,
): SubmissionView['setback'] {
  const isFault = reason === 'transient-fault' || reason === 'lasting-fault';
  return isFault ? { detail, since: setback?.since ?? at } : null;
}

const REQUEUE_COUNTER = {
  'target-moved': 'targetMoved',
  interrupted: 'interrupted',
  'transient-fault': 'transientFaults',
  'lasting-fault': 'lastingFaults',
} as const;

const counted = (attempts: Attempts, counter: keyof Attempts): Attempts => ({
  ...attempts,
  [counter]: attempts[counter] + 1,
});

/** A wait that lasted too long asks a person; a question that nobody answered refuses. */
function expired(view: SubmissionView): Changes {
  if (view.state === 'waiting') {
    const hold: Hold = {
      code: 'blocked-too-long',
      ...(view.block === null
        ? {}
        : {
            reason: view.block.reason,
            facts: {
              worktree: view.block.worktree,
              paths: view.block.paths,
              detail: view.block.detail,
            },
          }),
    };
    return { holds: [hold] };
  }
  const refusal: Rejection = {
    code: 'approval-refused',
    reason: 'expired',
    facts: { holds: view.holds.map((hold) => hold.code) },
  };
  return { rejections: [refusal] };
}

/** A step that refuses before it planned or judged knows no blocks or verdicts: what was known stays. */
function rejected(
  view: SubmissionView,
  event: Extract<SubmissionEvent, { type: 'Rejected' }>,
): Changes {
  return {
    rejections: event.rejections,
    resubmission: event.resubmission ?? null,
    blocks: event.blocks.length > 0 ? event.blocks : view.blocks,
    notes: event.notes.length > 0 ? event.notes : view.notes,
    verdicts: event.verdicts.length > 0 ? event.verdicts : view.verdicts,
    endedBy: event.by === undefined ? null : { by: event.by, comment: event.comment ?? '' },
  };
}
