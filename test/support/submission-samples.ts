import type { EventType, SubmissionEvent } from '../../src/core/lifecycle/events.ts';
import { replay } from '../../src/core/lifecycle/replay.ts';
import type { SubmissionView } from '../../src/core/lifecycle/submission-view.ts';
import { NOTHING_STATED } from '../../src/core/model/stated.ts';
import type { SubmissionFacts } from '../../src/core/model/submission.ts';
import { recorded, SAMPLES, ID } from '../unit/lifecycle/events-fixture.ts';

export const FACTS: SubmissionFacts = {
  id: ID,
  submittedAt: 1_000,
  name: 'answer.md',
  source: 'drop-folder',
  author: { name: 'Ada', email: 'ada@example.com', agent: null },
  payloadHash: '0'.repeat(64),
  payloadBytes: 12,
  target: null,
  parent: null,
  priority: 0,
  stated: NOTHING_STATED,
};

/** A view after `Submitted` and these events: types stand for their samples. */
export const viewAfter = (...events: readonly (EventType | SubmissionEvent)[]): SubmissionView =>
  replay(
    recorded([
      SAMPLES.Submitted,
      ...events.map((event) => (typeof event === 'string' ? SAMPLES[event] : event)),
    ]),
  );

const GATED = ['Claimed', 'Planned', 'Staged', 'GatesPassed'] as const;

/** One submission in each state. */
export const VIEWS = {
  queued: viewAfter(),
  planning: viewAfter('Claimed'),
  staging: viewAfter('Claimed', 'Planned'),
  gating: viewAfter('Claimed', 'Planned', 'Staged'),
  landing: viewAfter(...GATED),
  waiting: viewAfter(...GATED, 'Blocked'),
  held: viewAfter('Claimed', 'NeedsApproval'),
  landed: viewAfter(...GATED, 'Landed'),
  rejected: viewAfter('Claimed', 'Rejected'),
  failed: viewAfter('Claimed', 'Failed'),
  cancelled: viewAfter('Cancelled'),
} as const;
