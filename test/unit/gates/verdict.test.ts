import { describe, expect, test } from 'vitest';
import type { CommandRun } from '../../../src/gates/command.ts';
import type { Finding } from '../../../src/gates/findings/finding.ts';
import { verdict, type Evidence } from '../../../src/gates/verdict.ts';

const run = (
  outcome: CommandRun['outcome'],
  more: Partial<CommandRun> & { found?: readonly string[]; tests?: number | null } = {},
): CommandRun => {
  const { found = [], tests = null, ...rest } = more;
  const list = found.map((message): Finding => ({ path: 'a.ts', message }));
  return {
    outcome,
    code: outcome === 'passed' ? 0 : 1,
    detail: `it ${outcome}`,
    output: '',
    isTruncated: false,
    durationMs: 1,
    findings: { parsers: [], list, testCount: tests },
    isUnsandboxed: false,
    ...rest,
  };
};

const PASSED = run('passed');
const FAILED = run('failed');
const TIMED_OUT = run('timed-out');

const judge = (evidence: Partial<Evidence> & Pick<Evidence, 'candidate'>): string => {
  const decided = verdict({ isRequired: true, candidateDoubt: null, ...evidence });
  if (decided.needs !== null) return `needs ${decided.needs}`;
  const { outcome, hold, isFlaky, findings } = decided.judgement;
  const named = findings.map(({ message }) => message).join('+');
  return [outcome, hold, isFlaky ? 'flaky' : '', named].filter(Boolean).join(' ');
};

describe('the candidate alone decides', () => {
  test.each([
    ['passed', { candidate: PASSED }, 'passed'],
    ['could not start', { candidate: run('could-not-start') }, 'inconclusive gate-inconclusive'],
    ['cancelled', { candidate: run('cancelled') }, 'inconclusive gate-inconclusive'],
    ['unprimed', { candidate: FAILED, candidateDoubt: 'x' }, 'inconclusive gate-inconclusive'],
    ['unprimed', { candidate: TIMED_OUT, candidateDoubt: 'x' }, 'inconclusive gate-inconclusive'],
    ['unprimed, passed', { candidate: PASSED, candidateDoubt: 'x' }, 'passed'],
    [
      'without its new dependencies',
      { candidate: PASSED, passDoubt: 'x' },
      'inconclusive gate-inconclusive',
    ],
    [
      'advisory, without its new dependencies',
      { candidate: PASSED, passDoubt: 'x', isRequired: false },
      'passed',
    ],
    ['advisory', { candidate: run('failed', { found: ['a'] }), isRequired: false }, 'failed a'],
    ['failed', { candidate: FAILED }, 'needs base'],
    ['timed out', { candidate: TIMED_OUT }, 'needs base'],
  ])('%s', (_, evidence, expected) => {
    expect(judge(evidence)).toBe(expected);
  });
});

describe.each([
  ['passes', PASSED],
  ['is not born', 'unborn' as const],
])('the base %s', (_, base) => {
  test.each([
    ['failed', { candidate: FAILED }, 'needs rerun'],
    ['timed out', { candidate: TIMED_OUT }, 'needs rerun'],
    ['failed twice', { candidate: FAILED, rerun: FAILED }, 'failed'],
    ['failed, then passed', { candidate: FAILED, rerun: PASSED }, 'passed flaky'],
    ['timed out twice', { candidate: TIMED_OUT, rerun: TIMED_OUT }, 'timed-out'],
    ['timed out, then passed', { candidate: TIMED_OUT, rerun: PASSED }, 'passed flaky'],
    [
      'failed, then cancelled',
      { candidate: FAILED, rerun: run('cancelled') },
      'inconclusive gate-inconclusive',
    ],
    [
      'failed twice, with findings: those of both runs are blamed',
      {
        candidate: run('failed', { found: ['a', 'b'] }),
        rerun: run('failed', { found: ['b', 'c'] }),
      },
      'failed b',
    ],
    [
      'failed twice, with nothing in common',
      { candidate: run('failed', { found: ['a'] }), rerun: run('failed', { found: ['c'] }) },
      'failed c',
    ],
  ])('the candidate %s', (_name, evidence, expected) => {
    expect(judge({ ...evidence, base })).toBe(expected);
  });
});

test('a program that is missing where nothing ever passed is nobody’s fault', () => {
  const missing = run('failed', { code: 127 });
  expect(judge({ candidate: missing, base: 'unborn' })).toBe('inconclusive gate-inconclusive');
  expect(judge({ candidate: missing, base: PASSED, rerun: missing })).toBe('failed');
});

describe('the base fails', () => {
  const base = run('failed', { found: ['old'] });
  const same = run('failed', { found: ['old'] });
  const worse = run('failed', { found: ['old', 'new'] });

  test.each([
    ['with the same findings', { candidate: same, base }, 'passed'],
    ['with fewer', { candidate: same, base: run('failed', { found: ['old', 'older'] }) }, 'passed'],
    ['with new ones', { candidate: worse, base }, 'needs rerun'],
    ['with new ones, twice', { candidate: worse, base, rerun: worse }, 'failed new'],
    ['with new ones, gone again', { candidate: worse, base, rerun: same }, 'passed flaky'],
    ['with new ones, then passed', { candidate: worse, base, rerun: PASSED }, 'passed flaky'],
    [
      'with new ones, then others',
      { candidate: worse, base, rerun: run('failed', { found: ['old', 'other'] }) },
      'inconclusive gate-inconclusive',
    ],
    [
      'with new ones, then a failure without findings',
      { candidate: worse, base, rerun: FAILED },
      'inconclusive gate-inconclusive',
    ],
    [
      'the same one more often',
      {
        candidate: run('failed', { found: ['old', 'old'] }),
        base,
        rerun: run('failed', { found: ['old', 'old'] }),
      },
      'failed old',
    ],
    [
      'neither says anything',
      { candidate: FAILED, base: FAILED },
      'inconclusive gate-inconclusive',
    ],
    [
      'only the candidate says anything',
      { candidate: same, base: FAILED },
      'inconclusive gate-inconclusive',
    ],
    ['only the base says anything', { candidate: FAILED, base }, 'inconclusive gate-inconclusive'],
    [
      'on a tree without dependencies',
      { candidate: worse, base, baseDoubt: 'x' },
      'inconclusive gate-inconclusive',
    ],
    [
      'with another exit code',
      { candidate: { ...same, code: 2 }, base },
      'inconclusive gate-inconclusive',
    ],
    [
      'ended before their own ends',
      { candidate: { ...same, code: null }, base: { ...base, code: null } },
      'inconclusive gate-inconclusive',
    ],
    [
      'with output left out',
      { candidate: { ...same, isTruncated: true }, base },
      'inconclusive gate-inconclusive',
    ],
    ['by time-out', { candidate: FAILED, base: TIMED_OUT }, 'inconclusive gate-inconclusive'],
    [
      'and the candidate times out',
      { candidate: TIMED_OUT, base },
      'inconclusive gate-inconclusive',
    ],
    ['both time out', { candidate: TIMED_OUT, base: TIMED_OUT }, 'inconclusive gate-inconclusive'],
    [
      'cannot start',
      { candidate: FAILED, base: run('could-not-start') },
      'inconclusive gate-inconclusive',
    ],
  ])('%s', (_, evidence, expected) => {
    expect(judge(evidence)).toBe(expected);
  });
});

describe('fewer tests than on the base', () => {
  const tests = (count: number | null, more: Parameters<typeof run>[1] = {}) =>
    run('passed', { tests: count, ...more });

  test.each([
    ['fewer', { candidate: tests(3), base: tests(5) }, 'inconclusive weakened-check'],
    [
      'none counted any more',
      { candidate: tests(null), base: tests(5) },
      'inconclusive weakened-check',
    ],
    ['as many', { candidate: tests(5), base: tests(5) }, 'passed'],
    ['more', { candidate: tests(6), base: tests(5) }, 'passed'],
    ['the base is not counted', { candidate: tests(3), base: tests(null) }, 'passed'],
    ['no base', { candidate: tests(3), base: 'unborn' as const }, 'passed'],
    ['advisory', { candidate: tests(3), base: tests(5), isRequired: false }, 'passed'],
    [
      'among old failures',
      {
        candidate: run('failed', { found: ['old'], tests: 3 }),
        base: run('failed', { found: ['old'], tests: 5 }),
      },
      'inconclusive weakened-check',
    ],
  ])('%s', (_, evidence, expected) => {
    expect(judge(evidence)).toBe(expected);
  });
});

test('what nobody can decide never passes, and what the base has too is never blamed', () => {
  const outcomes = ['passed', 'failed', 'timed-out', 'could-not-start', 'cancelled'] as const;
  const blamed = new Set<string>();
  const passedUnseen: string[] = [];
  for (const candidate of outcomes) {
    for (const base of outcomes) {
      for (const rerun of outcomes) {
        const said = judge({ candidate: run(candidate), base: run(base), rerun: run(rerun) });
        const hasPassed = candidate === 'passed' || rerun === 'passed';
        if (said.startsWith('passed') && !hasPassed) passedUnseen.push(said);
        if (/^(?:failed|timed-out)/.test(said)) blamed.add(`${candidate} ${base} ${rerun}`);
      }
    }
  }
  expect(passedUnseen).toEqual([]);
  expect([...blamed].toSorted()).toEqual([
    'failed passed failed',
    'failed passed timed-out',
    'timed-out passed failed',
    'timed-out passed timed-out',
  ]);
});
