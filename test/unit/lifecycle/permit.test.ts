import { describe, expect, test } from 'vitest';
import { holdsLeft } from '../../../src/core/lifecycle/holds-left.ts';
import { isPermit, issuePermit, type PermitRequest } from '../../../src/core/lifecycle/permit.ts';
import type { Approval } from '../../../src/core/lifecycle/submission-view.ts';
import { replay } from '../../../src/core/lifecycle/replay.ts';
import { asOid, type PatchId } from '../../../src/core/model/ids.ts';
import type { HoldReason } from '../../../src/core/model/rejection.ts';
import {
  CANDIDATE,
  ID,
  PATCH,
  PERSON,
  recorded,
  SAMPLES,
  TREE,
  verdict,
} from './events-fixture.ts';

const OTHER = 'b'.repeat(64) as PatchId;

const approval = (reasons: readonly HoldReason[], patchId = PATCH): Approval => ({
  patchId,
  reasons,
  by: PERSON,
  comment: '',
  at: 1,
});

const request = (over: Partial<PermitRequest> = {}): PermitRequest => ({
  submission: ID,
  candidate: CANDIDATE,
  tree: TREE,
  judgedTree: TREE,
  verdicts: [verdict('lint'), verdict('test')],
  approvals: [],
  patchId: PATCH,
  requiredGates: ['lint', 'test'],
  ...over,
});

const open = verdict('test', { outcome: 'inconclusive' });

describe('a permit is issued', () => {
  test.each<readonly [string, Partial<PermitRequest>]>([
    ['where every gate passed', {}],
    ['where no gate is set', { verdicts: [], requiredGates: [] }],
    [
      'where a gate had nothing to look at',
      { verdicts: [verdict('lint'), verdict('test', { outcome: 'skipped' })] },
    ],
    [
      'where an advisory gate failed',
      {
        verdicts: [verdict('lint'), verdict('test', { outcome: 'failed', isAdvisory: true })],
        requiredGates: ['lint'],
      },
    ],
    [
      'where a person approved landing without the verdict',
      { verdicts: [verdict('lint'), open], approvals: [approval(['gate-inconclusive'])] },
    ],
    [
      'where a person approved that a gate finds fewer tests',
      {
        verdicts: [verdict('lint'), { ...open, hold: 'weakened-check' }],
        approvals: [approval(['weakened-check'])],
      },
    ],
  ])('%s', (_, over) => {
    const permit = issuePermit(request(over));
    expect(permit).toEqual({ submission: ID, candidate: CANDIDATE, tree: TREE, __permit: true });
    expect(isPermit(permit)).toBe(true);
    expect(Object.isFrozen(permit)).toBe(true);
  });

  test('on a view as it is', () => {
    const types = ['Submitted', 'Claimed', 'Planned', 'Staged', 'GatesPassed'] as const;
    const view = replay(recorded(types.map((type) => SAMPLES[type])));
    expect(isPermit(issuePermit({ ...view, submission: view.id, requiredGates: ['lint'] }))).toBe(
      true,
    );
  });
});

describe('no permit', () => {
  test.each<readonly [string, Partial<PermitRequest>]>([
    ['without a candidate', { candidate: null }],
    ['without a tree', { tree: null }],
    ['without a patch', { patchId: null }],
    ['without a judged tree', { judgedTree: null }],
    ['on verdicts of another tree', { judgedTree: asOid('4'.repeat(40)) }],
    [
      'where a person approved another reason than the one of the verdict',
      { verdicts: [verdict('lint'), open], approvals: [approval(['weakened-check'])] },
    ],
    ['without a required verdict', { verdicts: [verdict('lint')] }],
    [
      'where a gate failed',
      { verdicts: [verdict('lint'), verdict('test', { outcome: 'failed' })] },
    ],
    [
      'where a gate timed out',
      { verdicts: [verdict('lint'), verdict('test', { outcome: 'timed-out' })] },
    ],
    ['where a gate was inconclusive', { verdicts: [verdict('lint'), open] }],
    [
      'where a required gate calls itself advisory',
      { verdicts: [verdict('lint'), verdict('test', { outcome: 'failed', isAdvisory: true })] },
    ],
    [
      'where one of two verdicts of a gate failed',
      { verdicts: [verdict('lint'), verdict('test'), verdict('test', { outcome: 'failed' })] },
    ],
    [
      'where another patch was approved',
      { verdicts: [verdict('lint'), open], approvals: [approval(['gate-inconclusive'], OTHER)] },
    ],
    [
      'where something else was approved',
      { verdicts: [verdict('lint'), open], approvals: [approval(['protected-path'])] },
    ],
    [
      'where a failure was "approved"',
      {
        verdicts: [verdict('lint'), verdict('test', { outcome: 'failed' })],
        approvals: [approval(['gate-inconclusive'])],
      },
    ],
  ])('%s', (_, over) => {
    expect(issuePermit(request(over))).toBeNull();
  });

  test.each<readonly [string, unknown]>([
    ['a copy', { ...issuePermit(request()) }],
    ['a look-alike', { submission: ID, candidate: CANDIDATE, tree: TREE, __permit: true }],
    ['null', null],
    ['a string', 'permit'],
  ])('%s is none', (_, value) => {
    expect(isPermit(value)).toBe(false);
  });
});

test('holdsLeft: an approval covers its reasons for its patch', () => {
  const holds = [{ code: 'protected-path', path: 'a' }, { code: 'weakened-check' }] as const;
  expect(holdsLeft(holds, [], PATCH)).toEqual(holds);
  expect(holdsLeft(holds, [approval(['protected-path'])], PATCH)).toEqual([holds[1]]);
  expect(
    holdsLeft(holds, [approval(['protected-path']), approval(['weakened-check'])], PATCH),
  ).toEqual([]);
  expect(holdsLeft(holds, [approval(['protected-path', 'weakened-check'], OTHER)], PATCH)).toEqual(
    holds,
  );
});
