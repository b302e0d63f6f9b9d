import { describe, expect, test } from 'vitest';
import type { EventType, SubmissionEvent } from '../../../src/core/lifecycle/events.ts';
import { STATES, type State } from '../../../src/core/lifecycle/states.ts';
import {
  ACTIVE_STATES,
  isAllowed,
  isEnd,
  transition,
  TRANSITIONS,
} from '../../../src/core/lifecycle/transition.ts';
import { SAMPLES } from './events-fixture.ts';

/** The whole table once more, as people read it: a row a state; what is not named may not happen. */
const EXPECTED: Readonly<Record<State, string>> = {
  queued: 'Claimed>planning Rejected>rejected Failed>failed Requeued>queued Cancelled>cancelled',
  planning:
    'Planned>staging NeedsApproval>held Rejected>rejected Failed>failed Requeued>queued Cancelled>cancelled',
  staging: 'Staged>gating Rejected>rejected Failed>failed Requeued>queued Cancelled>cancelled',
  gating:
    'GatesPassed>landing Inconclusive>held Rejected>rejected Failed>failed Requeued>queued Cancelled>cancelled',
  landing: 'Landed>landed Blocked>waiting Rejected>rejected Failed>failed Requeued>queued',
  waiting: 'Unblocked:landing>landing Unblocked:queued>queued Expired>held Cancelled>cancelled',
  held: 'Approved>queued Rejected>rejected Expired>rejected Cancelled>cancelled',
  landed: '',
  rejected: '',
  failed: '',
  cancelled: '',
};

const EVENTS: readonly (readonly [name: string, event: SubmissionEvent])[] = [
  ...Object.values(SAMPLES)
    .filter(({ type }) => type !== 'Unblocked')
    .map((event) => [event.type, event] as const),
  ['Unblocked:landing', { type: 'Unblocked', to: 'landing' }],
  ['Unblocked:queued', { type: 'Unblocked', to: 'queued' }],
];

describe.each(STATES)('%s', (state) => {
  const allowed = new Map(
    EXPECTED[state]
      .split(' ')
      .filter((cell) => cell !== '')
      .map((cell) => cell.split('>') as [string, string]),
  );

  test.each(EVENTS)('%s', (name, event) => {
    expect(transition(state, event)).toBe(allowed.get(name) ?? null);
  });

  test('is an end exactly where nothing leaves it', () => {
    expect(isEnd(state)).toBe(allowed.size === 0);
  });

  test('isAllowed agrees with the table', () => {
    const types = Object.keys(SAMPLES) as EventType[];
    const names = [...allowed.keys()].map((name) => name.split(':')[0]);
    expect(types.filter((type) => isAllowed(state, type))).toEqual(
      types.filter((type) => names.includes(type)),
    );
  });
});

const hasWayOut = (state: State): boolean => {
  const seen = new Set<State>([state]);
  for (const each of seen) {
    for (const next of Object.values(TRANSITIONS[each]).flat()) seen.add(next);
  }
  return [...seen].some(isEnd);
};

test('every state but the first is reached by something, and every state has a way to an end', () => {
  const reached = new Set(
    STATES.flatMap((state) => Object.values(TRANSITIONS[state]).flatMap((next) => next)),
  );
  expect(STATES.filter((state) => !reached.has(state))).toEqual([]);
  expect(STATES.filter((state) => !hasWayOut(state))).toEqual([]);
});

test('what a step works on cannot vanish: only landing refuses a cancel', () => {
  expect(ACTIVE_STATES.filter((state) => !isAllowed(state, 'Cancelled'))).toEqual(['landing']);
});
