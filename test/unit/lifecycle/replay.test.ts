import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EventType, SubmissionEvent } from '../../../src/core/lifecycle/events.ts';
import { advance, replay } from '../../../src/core/lifecycle/replay.ts';
import { FIRST_STATE, transition } from '../../../src/core/lifecycle/transition.ts';
import type { State } from '../../../src/core/lifecycle/states.ts';
import type { SubmissionId } from '../../../src/core/model/ids.ts';
import {
  CANDIDATE,
  ID,
  MAIN,
  PATCH,
  PERSON,
  recorded,
  SAMPLES,
  TIP,
  TREE,
  verdict,
} from './events-fixture.ts';

const viewOf = (...types: EventType[]) => replay(recorded(types.map((type) => SAMPLES[type])));

test('a whole life, landed', () => {
  expect(viewOf('Submitted', 'Claimed', 'Planned', 'Staged', 'GatesPassed', 'Landed')).toEqual({
    id: ID,
    state: 'landed',
    seq: 6,
    target: MAIN,
    tip: TIP,
    base: TIP,
    patchId: PATCH,
    files: SAMPLES.Planned.files,
    blocks: SAMPLES.Planned.blocks,
    notes: SAMPLES.Planned.notes,
    candidate: CANDIDATE,
    tree: TREE,
    worktree: '/scratch/1',
    judgedTree: TREE,
    verdicts: [verdict('lint')],
    rejections: [],
    resubmission: null,
    holds: [],
    approvals: [],
    landed: { target: MAIN, commit: CANDIDATE, previous: TIP },
    block: null,
    setback: null,
    attempts: { claims: 1, targetMoved: 0, interrupted: 0, transientFaults: 0, lastingFaults: 0 },
    fault: null,
    endedBy: null,
    timings: {
      submittedAt: 1000,
      claimedAt: 1010,
      enteredAt: 1050,
      endedAt: 1050,
      spentMs: { queued: 10, planning: 10, staging: 10, gating: 10, landing: 10 },
    },
  });
});

describe('what an attempt leaves behind', () => {
  test('an approval outlives the attempt, its results do not', () => {
    const view = viewOf('Submitted', 'Claimed', 'NeedsApproval', 'Approved', 'Claimed');
    expect(view).toMatchObject({
      state: 'planning',
      patchId: null,
      files: [],
      holds: [],
      attempts: { claims: 2 },
      approvals: [
        { patchId: PATCH, reasons: ['protected-path'], by: PERSON, comment: 'seen', at: 1030 },
      ],
    });
    expect(view.timings).toMatchObject({ claimedAt: 1010, spentMs: { queued: 20, held: 10 } });
  });

  test.each([
    ['target-moved', { targetMoved: 1, interrupted: 0, transientFaults: 0 }],
    ['interrupted', { targetMoved: 0, interrupted: 1, transientFaults: 0 }],
    ['stopped', { targetMoved: 0, interrupted: 0, transientFaults: 0, lastingFaults: 0 }],
    ['transient-fault', { targetMoved: 0, interrupted: 0, transientFaults: 1 }],
    ['lasting-fault', { transientFaults: 0, lastingFaults: 1 }],
  ] as const)('requeued for %s is counted', (reason, counts) => {
    const view = replay(
      recorded([SAMPLES.Submitted, SAMPLES.Claimed, { type: 'Requeued', reason, detail: '' }]),
    );
    expect(view).toMatchObject({ state: 'queued', attempts: { claims: 1, ...counts } });
  });

  test('what keeps it from being taken up is told since when, until it comes past that', () => {
    const again = {
      type: 'Requeued',
      reason: 'lasting-fault',
      detail: 'the disk is full',
    } as const;
    const events = [SAMPLES.Submitted, again, SAMPLES.Claimed, again, SAMPLES.Claimed];
    const setback = { detail: 'the disk is full', since: 1010 };
    expect(replay(recorded(events))).toMatchObject({ state: 'planning', setback });
    expect(replay(recorded([...events, SAMPLES.Planned])).setback).toBeNull();
    const moved = { type: 'Requeued', reason: 'target-moved', detail: '' } as const;
    expect(replay(recorded([...events, moved])).setback).toBeNull();
  });

  test('a rejection without blocks or verdicts keeps what was known', () => {
    const view = viewOf('Submitted', 'Claimed', 'Planned', 'Staged', 'Rejected');
    expect(view).toMatchObject({
      state: 'rejected',
      blocks: SAMPLES.Planned.blocks,
      notes: SAMPLES.Planned.notes,
      rejections: SAMPLES.Rejected.rejections,
      endedBy: null,
    });
  });
});

const BLOCKED = [
  'Submitted',
  'Claimed',
  'Planned',
  'Staged',
  'GatesPassed',
  'Blocked',
] as const satisfies EventType[];

test('a blocked landing says what for, until it is not', () => {
  expect(viewOf(...BLOCKED).block).toEqual({
    reason: 'dirty-path',
    worktree: '/repo',
    paths: ['a.ts'],
    detail: 'a.ts has changes',
    since: 1050,
  });
  expect(viewOf(...BLOCKED, 'Unblocked')).toMatchObject({ state: 'landing', block: null });
});

test('a wait that expires is held as blocked-too-long, and a hold that expires refuses', () => {
  const held = viewOf(...BLOCKED, 'Expired');
  expect(held).toMatchObject({
    state: 'held',
    holds: [
      {
        code: 'blocked-too-long',
        reason: 'dirty-path',
        facts: { worktree: '/repo', paths: ['a.ts'] },
      },
    ],
  });
  expect(viewOf(...BLOCKED, 'Expired', 'Expired')).toMatchObject({
    state: 'rejected',
    rejections: [
      { code: 'approval-refused', reason: 'expired', facts: { holds: ['blocked-too-long'] } },
    ],
  });
});

test('who ended it is kept', () => {
  const refusal: SubmissionEvent = {
    ...SAMPLES.Rejected,
    rejections: [{ code: 'approval-refused' }],
    by: PERSON,
    comment: 'no',
  };
  const held = recorded([SAMPLES.Submitted, SAMPLES.Claimed, SAMPLES.NeedsApproval, refusal]);
  expect(replay(held)).toMatchObject({
    endedBy: { by: PERSON, comment: 'no' },
    holds: SAMPLES.NeedsApproval.holds,
  });
  expect(viewOf('Submitted', 'Cancelled')).toMatchObject({
    state: 'cancelled',
    endedBy: { by: PERSON, comment: '' },
  });
});

test('a clock set back never makes a negative time', () => {
  const [first, second] = recorded([SAMPLES.Submitted, SAMPLES.Claimed]);
  const view = replay([first!, { ...second!, at: 1 }]);
  expect(view.timings.spentMs).toEqual({ queued: 0 });
});

test.each([
  ['nothing', []],
  ['no Submitted first', recorded([SAMPLES.Claimed])],
  ['Submitted twice', recorded([SAMPLES.Submitted, SAMPLES.Submitted])],
  ['an event that the table forbids', recorded([SAMPLES.Submitted, SAMPLES.Landed])],
  [
    'another submission',
    [
      ...recorded([SAMPLES.Submitted]),
      { seq: 2, submission: 'zzzzzzzz' as SubmissionId, at: 2, event: SAMPLES.Claimed },
    ],
  ],
])('is no history: %s', (_, events) => {
  expect(() => replay(events)).toThrow(TypeError);
});

const doesThrow = (action: () => unknown): boolean => {
  try {
    action();
    return false;
  } catch {
    return true;
  }
};

/** Any sequence of events, allowed or not. */
const anyEvents = fc.array(
  fc.oneof(
    fc.constantFrom(...Object.values(SAMPLES)),
    fc.constant<SubmissionEvent>({ type: 'Unblocked', to: 'queued' }),
    // Weighted towards the way forward, so that late states are reached too.
    fc.constantFrom<SubmissionEvent>(
      SAMPLES.Claimed,
      SAMPLES.Planned,
      SAMPLES.Staged,
      SAMPLES.GatesPassed,
      SAMPLES.Blocked,
    ),
  ),
  { maxLength: 60 },
);

test('replay and the table agree on every sequence of events', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      let state: State = FIRST_STATE;
      let view = replay(recorded([SAMPLES.Submitted]));
      const kept: SubmissionEvent[] = [SAMPLES.Submitted];
      for (const event of events) {
        const next = transition(state, event);
        const record = { seq: kept.length + 1, submission: ID, at: kept.length * 10, event };
        expect(doesThrow(() => advance(view, record))).toBe(next === null);
        if (next === null) continue;
        kept.push(event);
        view = advance(view, record);
        state = next;
        expect(view.state).toBe(state);
      }
      expect(replay(recorded(kept)).state).toBe(state);
      expect(view.attempts.claims).toBe(kept.filter(({ type }) => type === 'Claimed').length);
    }),
    { numRuns: 300 },
  );
});
