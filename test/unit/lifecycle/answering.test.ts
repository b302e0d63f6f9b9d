import { describe, expect, test } from 'vitest';
import { answerOf, mayBeAnswered } from '../../../src/core/lifecycle/answering.ts';
import type { SubmissionView } from '../../../src/core/lifecycle/submission-view.ts';
import type { RejectionCode } from '../../../src/core/model/rejection.ts';
import { FACTS } from '../../support/submission-samples.ts';

type View = Pick<SubmissionView, 'state' | 'endedBy' | 'rejections'>;

const refused = (...codes: readonly RejectionCode[]): View => ({
  state: 'rejected',
  endedBy: null,
  rejections: codes.map((code) => ({ code })),
});
const cli = { ...FACTS, source: 'cli', author: { ...FACTS.author, agent: null } };

describe('what a program may be asked to try again', () => {
  test.each<readonly [string, View, boolean]>([
    ['a stale anchor', refused('stale-anchor'), true],
    ['a failed gate', refused('gate-failed'), true],
    ['some of it already there', refused('already-applied', 'stale-anchor'), true],
    ['all of it already there', refused('already-applied'), false],
    ['a protected path', refused('stale-anchor', 'protected-path'), false],
    ['a denied path', refused('path-denied'), false],
    ['what a person refused', refused('approval-refused'), false],
    [
      'no branch to land on',
      { ...refused(), rejections: [{ code: 'unknown-reference', reason: 'no-target' }] },
      false,
    ],
    [
      'an unknown base',
      { ...refused(), rejections: [{ code: 'unknown-reference', reason: 'base' }] },
      true,
    ],
    ['no reason', refused(), false],
    ['a failure', { ...refused('stale-anchor'), state: 'failed' }, false],
    ['a hold', { ...refused('stale-anchor'), state: 'held' }, false],
    [
      'a refusal by somebody',
      {
        ...refused('stale-anchor'),
        endedBy: { by: { kind: 'person', name: 'p' }, comment: '' },
      },
      false,
    ],
  ])('%s', (_, view, expected) => {
    expect(mayBeAnswered(view, cli)).toBe(expected);
  });

  test.each([
    ['drop-folder', null, true],
    ['cli', 'robot', false],
    ['mcp', null, false],
    ['http', null, false],
    ['apply', null, false],
    ['branch', null, false],
  ])('by %s of %s: %s', (source, agent, expected) => {
    const facts = { ...cli, source, author: { ...cli.author, agent } };
    expect(mayBeAnswered(refused('stale-anchor'), facts)).toBe(expected);
  });
});

test.each([
  ['', 'a', 'it printed nothing'],
  [' \n\t', 'a', 'it printed nothing'],
  ['x', 'b', 'it printed a response that was refused already'],
  ['x', 'a', null],
])('an output of %j', (text, hash, expected) => {
  expect(answerOf(Buffer.from(text), { hash, tried: new Set(['b']) })).toBe(expected);
});
