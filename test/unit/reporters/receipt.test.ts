import { expect, test } from 'vitest';
import { STATES } from '../../../src/core/lifecycle/states.ts';
import { explain } from '../../../src/core/model/explain.ts';
import { receiptOf, receiptReporter } from '../../../src/reporters/receipt.ts';
import { FACTS, viewAfter, VIEWS } from '../../support/submission-samples.ts';
import {
  CANDIDATE,
  ID,
  PATCH,
  PERSON,
  SAMPLES,
  TIP,
  verdict,
} from '../lifecycle/events-fixture.ts';

test('a landed one says everything', () => {
  expect(receiptOf(VIEWS.landed, FACTS)).toEqual({
    schemaVersion: 1,
    id: ID,
    name: 'answer.md',
    outcome: 'landed',
    state: 'landed',
    summary: 'Landed on main as 2222222222: 1 file, +2 -1',
    source: 'drop-folder',
    author: FACTS.author,
    parent: null,
    priority: 0,
    payload: { sha256: FACTS.payloadHash, bytes: 12 },
    target: 'main',
    commit: CANDIDATE,
    previous: TIP,
    base: TIP,
    patchId: PATCH,
    files: SAMPLES.Planned.files,
    blocks: [{ ...SAMPLES.Planned.blocks[0], codes: [] }],
    rejections: [],
    holds: [],
    notes: SAMPLES.Planned.notes,
    gates: [verdict('lint')],
    approvals: [],
    reply: null,
    waitsFor: null,
    fault: null,
    endedBy: null,
    attempts: VIEWS.landed.attempts,
    timings: {
      submittedAt: '1970-01-01T00:00:01.000Z',
      claimedAt: '1970-01-01T00:00:01.010Z',
      endedAt: '1970-01-01T00:00:01.050Z',
      spentMs: { queued: 10, planning: 10, staging: 10, gating: 10, landing: 10 },
    },
  });
});

test('a refused one carries code, fields and words, and each edit its codes', () => {
  const rejection = { code: 'stale-anchor', path: 'a.ts', block: 1, lines: [4] } as const;
  const view = viewAfter('Claimed', {
    ...SAMPLES.Rejected,
    blocks: [{ ...SAMPLES.Planned.blocks[0]!, status: 'failed' }],
    rejections: [rejection],
  });
  const { title, hint } = explain(rejection);
  const receipt = receiptOf(view, FACTS);
  expect(receipt.rejections).toEqual([{ ...rejection, title, hint }]);
  expect(receipt.blocks).toMatchObject([{ block: 1, status: 'failed', codes: ['stale-anchor'] }]);
  expect(receipt).toMatchObject({ outcome: 'rejected', commit: null, target: 'main' });
});

test('a held and approved one names who, why and when', () => {
  const view = viewAfter('Claimed', 'NeedsApproval', 'Approved');
  expect(receiptOf(view, FACTS).approvals).toEqual([
    {
      patchId: PATCH,
      reasons: ['protected-path'],
      by: PERSON,
      comment: 'seen',
      at: '1970-01-01T00:00:01.030Z',
    },
  ]);
});

test('a waiting one says what for', () => {
  expect(receiptOf(VIEWS.waiting, FACTS)).toMatchObject({
    outcome: 'waiting',
    summary: 'Waits to land: a file that it changes has changes of its own in the checkout',
    waitsFor: {
      reason: 'dirty-path',
      worktree: '/repo',
      paths: ['a.ts'],
      since: '1970-01-01T00:00:01.050Z',
    },
  });
});

test.each(STATES)('%s: the file is the receipt as JSON', (state) => {
  const text = receiptReporter.render(VIEWS[state], FACTS) ?? '';
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(receiptOf(VIEWS[state], FACTS))));
  expect(receiptOf(VIEWS[state], FACTS).outcome).toBe(
    ['queued', 'planning', 'staging', 'gating', 'landing'].includes(state) ? 'pending' : state,
  );
});
