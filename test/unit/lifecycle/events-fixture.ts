import type {
  EventType,
  GateVerdict,
  RecordedEvent,
  SubmissionEvent,
} from '../../../src/core/lifecycle/events.ts';
import {
  asOid,
  type BranchRef,
  type PatchId,
  type SubmissionId,
} from '../../../src/core/model/ids.ts';

export const ID = 'abcd1234' as SubmissionId;
export const MAIN = 'refs/heads/main' as BranchRef;
export const TIP = asOid('1'.repeat(40));
export const CANDIDATE = asOid('2'.repeat(40));
export const TREE = asOid('3'.repeat(40));
export const PATCH = 'a'.repeat(64) as PatchId;
export const PERSON = { kind: 'person', name: 'Ada' } as const;

export const verdict = (gate: string, over: Partial<GateVerdict> = {}): GateVerdict => ({
  gate,
  outcome: 'passed',
  durationMs: 5,
  detail: '',
  output: '',
  isAdvisory: false,
  isUnsandboxed: false,
  ...over,
});

const FILES = [{ path: 'a.ts', change: 'modified', linesAdded: 2, linesRemoved: 1 }] as const;
const BLOCKS = [
  {
    block: 1,
    path: 'a.ts',
    format: 'search-replace',
    responseLines: [1, 9],
    status: 'would-apply',
  },
] as const;
const NOTES = [{ code: 'path-stripped', text: 'a/ was removed' }] as const;

/** One event of each type, with telling data. */
export const SAMPLES: { readonly [Type in EventType]: Extract<SubmissionEvent, { type: Type }> } = {
  Submitted: { type: 'Submitted' },
  Claimed: { type: 'Claimed', target: MAIN, tip: TIP },
  Planned: {
    type: 'Planned',
    base: TIP,
    patchId: PATCH,
    files: FILES,
    blocks: BLOCKS,
    notes: NOTES,
  },
  NeedsApproval: {
    type: 'NeedsApproval',
    base: TIP,
    patchId: PATCH,
    files: FILES,
    blocks: BLOCKS,
    notes: NOTES,
    holds: [{ code: 'protected-path', path: 'a.ts' }],
  },
  Staged: { type: 'Staged', candidate: CANDIDATE, tree: TREE, worktree: '/scratch/1' },
  GatesPassed: { type: 'GatesPassed', tree: TREE, verdicts: [verdict('lint')] },
  Inconclusive: {
    type: 'Inconclusive',
    tree: TREE,
    verdicts: [verdict('lint', { outcome: 'inconclusive' })],
    holds: [{ code: 'gate-inconclusive', facts: { gate: 'lint' } }],
  },
  Landed: { type: 'Landed', target: MAIN, commit: CANDIDATE, previous: TIP },
  Blocked: {
    type: 'Blocked',
    reason: 'dirty-path',
    worktree: '/repo',
    paths: ['a.ts'],
    detail: 'a.ts has changes',
  },
  Unblocked: { type: 'Unblocked', to: 'landing' },
  Expired: { type: 'Expired' },
  Approved: {
    type: 'Approved',
    patchId: PATCH,
    reasons: ['protected-path'],
    by: PERSON,
    comment: 'seen',
  },
  Rejected: {
    type: 'Rejected',
    rejections: [{ code: 'stale-anchor', path: 'a.ts', block: 1 }],
    blocks: [],
    notes: [],
    verdicts: [],
  },
  Requeued: { type: 'Requeued', reason: 'target-moved', detail: 'main moved' },
  Failed: { type: 'Failed', fault: { code: 'io-failed', message: 'no', hint: 'look' } },
  Cancelled: { type: 'Cancelled', by: PERSON },
};

/** Numbers a list of events from 1, ten milliseconds apart. */
export const recorded = (events: readonly SubmissionEvent[]): readonly RecordedEvent[] =>
  events.map((event, index) => ({
    seq: index + 1,
    submission: ID,
    at: 1_000 + index * 10,
    event,
  }));

/** What brings a submission from its intake to its landing. */
export const UNTIL_LANDING = [
  SAMPLES.Claimed,
  SAMPLES.Planned,
  SAMPLES.Staged,
  SAMPLES.GatesPassed,
] as const;
