import type { EventType, SubmissionEvent } from './events.ts';
import { END_STATES, type State } from './states.ts';

/** One row: where each event leads from a state. An event that is absent may not happen there. */
type Row = Readonly<Partial<Record<EventType, readonly State[]>>>;

/** What may end any state that a step works on. */
const ENDS = {
  Rejected: ['rejected'],
  Failed: ['failed'],
} as const satisfies Row;

const RETURNS = { ...ENDS, Requeued: ['queued'] } as const satisfies Row;

const CANCEL = { Cancelled: ['cancelled'] } as const satisfies Row;

/**
 * THE transition table: every state by every event, as data. Where a cell names several states, the event itself says
 * which (`Unblocked.to`). Landing cannot be cancelled: it may already have moved the branch.
 */
export const TRANSITIONS: Readonly<Record<State, Row>> = {
  queued: { ...RETURNS, ...CANCEL, Claimed: ['planning'] },
  planning: { ...RETURNS, ...CANCEL, Planned: ['staging'], NeedsApproval: ['held'] },
  staging: { ...RETURNS, ...CANCEL, Staged: ['gating'] },
  gating: { ...RETURNS, ...CANCEL, GatesPassed: ['landing'], Inconclusive: ['held'] },
  landing: { ...RETURNS, Landed: ['landed'], Blocked: ['waiting'] },
  waiting: { ...CANCEL, Unblocked: ['landing', 'queued'], Expired: ['held'] },
  held: { ...CANCEL, Approved: ['queued'], Rejected: ['rejected'], Expired: ['rejected'] },
  landed: {},
  rejected: {},
  failed: {},
  cancelled: {},
};

/** The state that a new submission's `Submitted` leads to. It happens once, before everything else. */
export const FIRST_STATE: State = 'queued';

/** Where an event leads from a state; null: it may not happen there. */
export function transition(state: State, event: SubmissionEvent): State | null {
  const next = TRANSITIONS[state][event.type] ?? [];
  if (event.type === 'Unblocked') return next.find((candidate) => candidate === event.to) ?? null;
  return next[0] ?? null;
}

/** Whether an event of this type may happen in a state: what a command asks before it tries. */
export const isAllowed = (state: State, type: EventType): boolean =>
  TRANSITIONS[state][type] !== undefined;

/** Whether nothing leaves this state. */
export const isEnd = (state: State): state is (typeof END_STATES)[number] =>
  END_STATES.some((end) => end === state);

/** States that a step runs in, in the order of their steps. */
export const ACTIVE_STATES = [
  'planning',
  'staging',
  'gating',
  'landing',
] as const satisfies readonly State[];
