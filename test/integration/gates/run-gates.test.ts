import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Fault } from '../../../src/core/model/fault.ts';
import { gateEnvironment } from '../../../src/exec/environment.ts';
import { runGates } from '../../../src/gates/run-gates.ts';
import { gateTrees } from '../../support/gate-trees.ts';

const shell = (script: string, more: object = {}) => ({
  name: 'gate',
  run: script,
  shell: true,
  ...more,
});
/** A linter of sorts: it complains of every line that says so. */
const LINT = 'grep -nH BAD *.txt | sed "s/:\\([0-9]*\\):/:\\1:1: /" > out; cat out; test ! -s out';
const lint = (more: object = {}) => shell(LINT, more);

describe('a failure is judged relative to the base', () => {
  test('nothing fails: the base is never opened', async () => {
    using trees = gateTrees({ 'a.txt': 'fine' }, { 'a.txt': 'still fine' });
    const report = await runGates(trees.request([lint()]));
    expect(report).toEqual({
      verdicts: [
        {
          gate: 'gate',
          outcome: 'passed',
          durationMs: expect.any(Number),
          detail: 'sh exited with 0',
          output: '',
          isAdvisory: false,
          isUnsandboxed: true,
        },
      ],
      rejections: [],
      holds: [],
      notes: [],
      isCancelled: false,
    });
    expect(trees.opened()).toBe(0);
  });

  test('fails on the candidate alone: refused, with its findings', async () => {
    using trees = gateTrees({ 'a.txt': 'fine\n' }, { 'a.txt': 'fine\nBAD line\n' });
    const report = await runGates(trees.request([lint()]));
    expect(report.rejections).toEqual([
      {
        code: 'gate-failed',
        path: 'a.txt',
        lines: [2],
        reason: 'findings',
        facts: {
          gate: 'gate',
          detail: 'sh exited with 1: 1 finding',
          findings: ['a.txt:2:1: BAD line'],
        },
      },
    ]);
    expect(report.verdicts[0]).toMatchObject({
      outcome: 'failed',
      output: 'a.txt:2:1: BAD line\n\na.txt:2:1: BAD line',
    });
    expect(report.holds).toEqual([]);
  });

  test('fails on both with the same findings: passed, and said', async () => {
    using trees = gateTrees(
      { 'a.txt': 'BAD\n', 'b.txt': '' },
      { 'a.txt': 'new\nBAD\n', 'b.txt': 'x' },
    );
    const report = await runGates(trees.request([lint()]));
    expect(report.verdicts[0]).toMatchObject({
      outcome: 'passed',
      detail: 'fails on the base too: 1 finding, none new',
    });
    expect([report.rejections, report.holds]).toEqual([[], []]);
  });

  test('fails on both, with a new finding: only that one is blamed', async () => {
    using trees = gateTrees({ 'a.txt': 'BAD old\n' }, { 'a.txt': 'BAD new\nBAD old\n' });
    const report = await runGates(trees.request([lint()]));
    expect(report.rejections[0]?.facts?.['findings']).toEqual(['a.txt:1:1: BAD new']);
  });

  test('fails on both without findings: held, never landed', async () => {
    using trees = gateTrees({ 'a.txt': '1' }, { 'a.txt': '2' });
    const report = await runGates(trees.request([shell('echo no; exit 1')]));
    expect(report.verdicts[0]?.outcome).toBe('inconclusive');
    expect(report.holds).toEqual([
      {
        code: 'gate-inconclusive',
        facts: { gate: 'gate', detail: expect.stringContaining('base') },
      },
    ]);
    expect(report.rejections).toEqual([]);
  });

  test('fails once and passes when run again: a flake, which is told', async () => {
    using trees = gateTrees({ 'a.txt': '1' }, { 'a.txt': '2' });
    const once = 'grep -q 1 a.txt || test -e $BESIDE/ran || { touch $BESIDE/ran; exit 1; }';
    const report = await runGates(trees.request([shell(once)]));
    expect(report.verdicts[0]?.outcome).toBe('passed');
    expect(report.notes).toEqual([{ code: 'flaky-gate', text: expect.stringContaining('flaky') }]);
  });

  test('what the first run left behind does not make the second one pass', async () => {
    using trees = gateTrees({ 'a.txt': '1' }, { 'a.txt': '2' });
    const script =
      'grep -q 1 a.txt || test -e made/by/me || { mkdir -p made/by && touch made/by/me && exit 1; }';
    const report = await runGates(trees.request([shell(script)]));
    expect(report.rejections.map(({ code }) => code)).toEqual(['gate-failed']);
  });

  test('a base that fails by accident does not excuse the candidate', async () => {
    using trees = gateTrees({ 'a.txt': '1' }, { 'a.txt': '2' });
    const script =
      'grep -q 2 a.txt && { echo a.c:1:1: bad; exit 1; }; test -e $BESIDE/ran || { touch $BESIDE/ran; echo a.c:1:1: bad; exit 1; }';
    const report = await runGates(trees.request([shell(script)]));
    expect(report.rejections.map(({ code }) => code)).toEqual(['gate-failed']);
  });

  test('a time-out that the base does not have', async () => {
    using trees = gateTrees({ 'a.txt': 'quick' }, { 'a.txt': 'slow' });
    const report = await runGates(
      trees.request([shell('grep -q quick a.txt || sleep 1000', { timeout: 4 })]),
    );
    expect(report.verdicts[0]).toMatchObject({ outcome: 'timed-out', detail: 'sh took over 4 s' });
    expect(report.rejections).toEqual([
      { code: 'gate-timed-out', facts: { gate: 'gate', detail: 'sh took over 4 s', timeout: 4 } },
    ]);
  });

  test('a branch that is not born yet has no base to excuse it', async () => {
    using trees = gateTrees({}, { 'a.txt': 'BAD\n' });
    const report = await runGates(trees.request([lint()], { base: null }));
    expect(report.rejections.map(({ code }) => code)).toEqual(['gate-failed']);
  });

  test('a program that is not there is nobody’s fault', async () => {
    using trees = gateTrees({ 'a.txt': '1' }, { 'a.txt': '2' });
    const report = await runGates(trees.request([{ name: 'gate', run: 'no-such-program-here' }]));
    expect(report.holds).toEqual([
      {
        code: 'gate-inconclusive',
        facts: { gate: 'gate', detail: expect.stringContaining('no such command') },
      },
    ]);
  });

  test.each(['differs', 'missing'] as const)('a tree whose dependencies are %s', async (status) => {
    using trees = gateTrees({ 'a.txt': 'fine' }, { 'a.txt': 'BAD' });
    const candidate = { ...trees.candidate, prime: { status, detail: 'the lock file differs' } };
    const report = await runGates(trees.request([lint()], { candidate }));
    expect(report.rejections).toEqual([]);
    expect(report.holds[0]?.facts?.['detail']).toContain('the lock file differs');
  });

  test('an advisory gate is shown and does not count', async () => {
    using trees = gateTrees({ 'a.txt': 'fine' }, { 'a.txt': 'BAD' });
    const report = await runGates(trees.request([lint({ required: false })]));
    expect(report.verdicts[0]).toMatchObject({ outcome: 'failed', isAdvisory: true });
    expect([report.rejections, report.holds, trees.opened()]).toEqual([[], [], 0]);
  });
});

describe('tests that are missing', () => {
  const COUNT =
    'echo "1..1"; for f in *.test; do echo "ok 1 - $f"; done; echo "# tests $(ls *.test | wc -l)"';

  test('a change that takes tests away is held', async () => {
    using trees = gateTrees({ 'a.test': '', 'b.test': '' }, { 'a.test': '' });
    const report = await runGates(trees.request([shell(COUNT)]));
    expect(report.holds).toEqual([
      {
        code: 'weakened-check',
        facts: { gate: 'gate', detail: '1 test was found, and the base has 2' },
      },
    ]);
  });

  test('a change of something else is not worth a run on the base', async () => {
    using trees = gateTrees({ 'a.test': '', x: '1' }, { 'a.test': '', x: '2' });
    const report = await runGates(trees.request([shell(COUNT)]));
    expect([report.holds, trees.opened()]).toEqual([[], 0]);
  });
});

describe('what runs', () => {
  test('only gates of the occasion, and only those that are about a changed path', async () => {
    using trees = gateTrees({ 'a.txt': '1', 'b.ts': '1' }, { 'a.txt': '2', 'b.ts': '1' });
    const report = await runGates(
      trees.request([
        shell('true', { name: 'push only', when: ['push'] }),
        shell('true', { name: 'of another kind', files: ['*.ts'] }),
        shell('true', { name: 'of this kind', files: ['*.txt'] }),
      ]),
    );
    expect(report.verdicts.map(({ gate, outcome }) => [gate, outcome])).toEqual([
      ['of another kind', 'skipped'],
      ['of this kind', 'passed'],
    ]);
  });

  test('the changed files are words of their own, deleted ones left out', async () => {
    using trees = gateTrees({ 'gone.txt': '' }, { 'a b.txt': '', "it's.txt": '', '-x.txt': '' });
    const report = await runGates(
      trees.request([
        {
          name: 'words',
          run: ['sh', '-c', 'printf "%s\\n" "$@" > $BESIDE/words', 'sh', '{files}'],
        },
        { name: 'shell', run: 'printf "%s\\n" {files} > $BESIDE/shell', shell: true },
      ]),
    );
    expect(report.verdicts.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
    for (const name of ['words', 'shell']) {
      expect(readFileSync(join(trees.beside, name), 'utf8')).toBe("./-x.txt\na b.txt\nit's.txt\n");
    }
  });

  test('a gate for files has nothing to do where all are deleted', async () => {
    using trees = gateTrees({ 'a.txt': '' }, {});
    const report = await runGates(trees.request([shell('false {files}')]));
    expect(report.verdicts[0]?.outcome).toBe('skipped');
  });

  test('new files are not held against a base that lacks them', async () => {
    using trees = gateTrees({}, { 'a.txt': 'BAD\n' });
    const report = await runGates(trees.request([shell('grep -nH BAD {files} && exit 1')]));
    expect([report.rejections.length, trees.opened()]).toEqual([1, 0]);
  });

  test('every gate runs, whatever the first one says, and each is told at once', async () => {
    using trees = gateTrees({ a: '1' }, { a: '2' });
    const told: string[] = [];
    const report = await runGates(
      trees.request(
        [shell('grep -q 1 a', { name: 'first' }), shell('grep -q 1 a', { name: 'second' })],
        { onVerdict: ({ gate }) => told.push(gate) },
      ),
    );
    expect(report.rejections.map(({ facts }) => facts?.['gate'])).toEqual(['first', 'second']);
    expect([told, trees.opened()]).toEqual([['first', 'second'], 1]);
  });

  test('what a gate changes in tracked files is undone and told', async () => {
    using trees = gateTrees({ a: '1' }, { a: '2' });
    const report = await runGates(
      trees.request([
        shell('echo 3 > a', { name: 'first' }),
        shell('grep -q 2 a', { name: 'second' }),
      ]),
    );
    expect(report.verdicts.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
    expect(report.notes).toEqual([
      { code: 'gate-changed-files', text: expect.stringMatching(/first .*: a\./) },
    ]);
  });

  test('no gate finds what another one made', async () => {
    using trees = gateTrees({ a: '1' }, { a: '2' });
    const make =
      'mkdir -p out/deep && touch out/deep/file && chmod 0 out/deep && ln -s "$BESIDE" link';
    const report = await runGates(
      trees.request([
        shell(make, { name: 'first' }),
        shell('test ! -e out && test ! -L link', { name: 'second' }),
      ]),
    );
    expect(report.verdicts.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
    expect(existsSync(trees.beside)).toBe(true);
  });

  test('nothing runs where it must not run without a sandbox', async () => {
    using trees = gateTrees({ a: '1' }, { a: '2' });
    const report = await runGates(
      trees.request([shell('touch $BESIDE/ran')], { refusal: 'there is no sandbox here' }),
    );
    expect(report.holds[0]?.facts?.['detail']).toBe('there is no sandbox here');
    expect(existsSync(join(trees.beside, 'ran'))).toBe(false);
  });

  test('git’s variables, secrets and agents do not reach a gate', async () => {
    using trees = gateTrees({ a: '1' }, { a: '2' });
    const env = {
      ...gateEnvironment(
        { ...process.env, GIT_DIR: '/x', GIT_INDEX_FILE: '/x', API_TOKEN: 'x', CLAUDECODE: '1' },
        [],
      ),
      BESIDE: trees.beside,
    };
    await runGates(trees.request([shell('env > $BESIDE/env')], { env }));
    const names = readFileSync(join(trees.beside, 'env'), 'utf8')
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(names).toContain('CI');
    for (const name of ['GIT_DIR', 'GIT_INDEX_FILE', 'API_TOKEN', 'CLAUDECODE']) {
      expect(names).not.toContain(name);
    }
  });

  test('a base that cannot be opened is a fault, and is passed on', async () => {
    using trees = gateTrees({ a: '1' }, { a: '2' });
    const request = trees.request([shell('grep -q 1 a')]);
    const base = {
      ...trees.base,
      open: async () => Promise.reject(new Fault('git-failed', 'no')),
    };
    await expect(runGates({ ...request, base })).rejects.toThrow(
      expect.objectContaining({ code: 'git-failed' }),
    );
  });
});
