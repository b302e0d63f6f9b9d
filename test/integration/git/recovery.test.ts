import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Oid } from '../../../src/core/model/ids.ts';
import { recoverLandings, type LandingStep, type RecoveryStep } from '../../../src/git/landing.ts';
import { closeRepository } from '../../../src/git/repository.ts';
import type { Candidate } from '../../../src/git/candidate.ts';
import { MAIN, permitFor, sub } from '../../support/candidates.ts';
import { expectSound, landingBench, type LandingBench } from '../../support/landings.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

const SCRIPT = join(import.meta.dirname, '../../support/land-and-die.ts');
const WANTED = {
  'a.txt': 'A\n',
  'b.txt': null,
  'd/e/f.txt': null,
  'd/g.txt': { content: '#!/bin/sh\n', mode: '100755' },
  'new/deep/n.txt': 'n\n',
  ln: { content: 'a.txt', mode: '120000' },
} as const;

let temp: TempRepo;
let bench: LandingBench;
let previous: Oid | null;
let candidate: Candidate;

beforeEach(async () => {
  temp = tempRepo({
    files: { 'a.txt': 'a\n', 'b.txt': 'b\n', 'd/e/f.txt': 'f\n', 'd/g.txt': 'g\n', 'u.txt': 'u\n' },
  });
  temp.git('worktree', 'add', '-q', '--force', join(temp.root, 'second'), 'main');
  bench = await landingBench(temp);
  previous = bench.tip();
  candidate = await bench.candidate(WANTED);
  temp.write('u.txt', 'dirty\n');
  temp.write('own.txt', 'untracked\n');
});
afterEach(async () => {
  await closeRepository(bench.repo);
  temp.remove();
});

const second = (): string => join(temp.root, 'second');
const DIRT = [' M u.txt', '?? own.txt'];

/** Runs a landing that is killed at a step. */
function run(
  step: LandingStep,
  ordinal = 1,
): { readonly signal: string | null; readonly out: string } {
  const request = {
    submission: sub(1),
    landing: 'doomed',
    target: MAIN,
    previous,
    permit: permitFor(candidate),
  };
  const args = [
    SCRIPT,
    temp.dir,
    join(temp.root, 'journal'),
    JSON.stringify(request),
    step,
    String(ordinal),
  ];
  const end = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
  return { signal: end.signal, out: end.stdout + end.stderr };
}

function runRecovery(step: RecoveryStep | '', ordinal = 1): string {
  const args = [SCRIPT, temp.dir, join(temp.root, 'journal'), '', step, String(ordinal)];
  const end = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
  return end.signal ?? end.stdout;
}

function expectLanded(): void {
  expect(bench.tip()).toBe(candidate.commit);
  for (const dir of [temp.dir, second()]) {
    expect(readFileSync(join(dir, 'a.txt'), 'utf8')).toBe('A\n');
    expect(existsSync(join(dir, 'd/e'))).toBe(false);
  }
}

function expectUndone(): void {
  expect(bench.tip()).toBe(previous);
  for (const dir of [temp.dir, second()]) {
    expect(readFileSync(join(dir, 'a.txt'), 'utf8')).toBe('a\n');
    expect(existsSync(join(dir, 'new'))).toBe(false);
  }
}

function expectRecovered(): void {
  expectSound(bench, DIRT);
  expectSound(bench, [], second());
  expect(readFileSync(join(temp.dir, 'u.txt'), 'utf8')).toBe('dirty\n');
}

const DEATHS: readonly (readonly [LandingStep, number, 'landed' | 'abandoned' | null])[] = [
  ['locked', 1, null],
  ['checked', 1, null],
  ['intended', 1, 'abandoned'],
  ['staged', 1, 'abandoned'],
  ...[1, 4, 8].map((at) => ['file-aside', at, 'abandoned'] as const),
  ...[1, 4, 8].map((at) => ['file-linked', at, 'abandoned'] as const),
  ['files-written', 1, 'abandoned'],
  ['index-written', 1, 'abandoned'],
  ['ref-prepared', 1, 'abandoned'],
  ['ref-moved', 1, 'landed'],
  ['index-renamed', 1, 'landed'],
  ['unlocked', 1, 'landed'],
  ['settled', 1, null],
];

describe('a landing that is killed', () => {
  test.each(DEATHS)(
    'at %s (%i) ends %s after recovery, twice the same',
    async (step, ordinal, result) => {
      expect(run(step, ordinal).signal).toBe('SIGKILL');
      const recovered = await recoverLandings(bench.repo, bench.journal);
      expect(recovered.map((each) => each.result)).toEqual(result === null ? [] : [result]);
      expectRecovered();
      const expectEnd = result === 'landed' || step === 'settled' ? expectLanded : expectUndone;
      expectEnd();
      expect(await recoverLandings(bench.repo, bench.journal)).toEqual([]);
      expectRecovered();
      const again = await bench.landCandidate(candidate, previous);
      expect(again.kind).toBe(expectEnd === expectUndone ? 'landed' : 'target-moved');
      expectLanded();
      expectRecovered();
    },
  );
});

describe('recovery', () => {
  test('keeps what a user put into place after the crash', async () => {
    run('files-written');
    temp.write('a.txt', 'mine after the crash\n');
    temp.write('b.txt', 'my new b\n');
    rmSync(join(temp.dir, 'new/deep/n.txt'));
    await recoverLandings(bench.repo, bench.journal);
    expect(bench.tip()).toBe(previous);
    expect(readFileSync(join(temp.dir, 'a.txt'), 'utf8')).toBe('mine after the crash\n');
    expect(readFileSync(join(temp.dir, 'b.txt'), 'utf8')).toBe('my new b\n');
    expectSound(bench, [' M a.txt', ' M b.txt', ...DIRT]);
  });

  test('keeps a user’s edit of a landed file, and never leaves a staged reverse diff', async () => {
    run('ref-moved');
    temp.write('a.txt', 'mine after the crash\n');
    await recoverLandings(bench.repo, bench.journal);
    expect(bench.tip()).toBe(candidate.commit);
    expect(readFileSync(join(temp.dir, 'a.txt'), 'utf8')).toBe('mine after the crash\n');
    expectSound(bench, [' M a.txt', ...DIRT]);
  });

  test('a user removed the stale lock and committed on: their commit stays', async () => {
    run('files-written');
    rmSync(join(temp.dir, '.git/index.lock'));
    temp.git('add', 'a.txt');
    temp.git('commit', '-qm', 'took it over');
    const mine = bench.tip();
    await recoverLandings(bench.repo, bench.journal);
    expect(bench.tip()).toBe(mine);
    expect(readFileSync(join(temp.dir, 'a.txt'), 'utf8')).toBe('A\n');
    expect(readFileSync(join(temp.dir, 'b.txt'), 'utf8')).toBe('b\n');
    expect(temp.status()).toEqual(DIRT);
  });

  test('waits for a foreign lock, then goes on', async () => {
    run('ref-moved');
    const lock = join(temp.dir, '.git/index.lock');
    writeFileSync(lock, 'somebody else');
    expect(await recoverLandings(bench.repo, bench.journal)).toEqual([]);
    expect(readFileSync(lock, 'utf8')).toBe('somebody else');
    rmSync(lock);
    expect((await recoverLandings(bench.repo, bench.journal)).map(({ result }) => result)).toEqual([
      'landed',
    ]);
    expectLanded();
    expectRecovered();
  });

  test('leaves the lock of a living process, and a lock that is not ours', async () => {
    const lock = join(temp.dir, '.git/index.lock');
    const alive = { sallyport: 1, landing: 'other', pid: process.ppid, boot: '', started: '' };
    writeFileSync(lock, JSON.stringify(alive));
    await recoverLandings(bench.repo, bench.journal);
    expect(existsSync(lock)).toBe(true);
    writeFileSync(lock, '');
    await recoverLandings(bench.repo, bench.journal);
    expect(existsSync(lock)).toBe(true);
  });

  test('a worktree that was removed meanwhile does not hold it up', async () => {
    run('ref-moved');
    temp.git('worktree', 'remove', '--force', second());
    expect((await recoverLandings(bench.repo, bench.journal)).map(({ result }) => result)).toEqual([
      'landed',
    ]);
    expectSound(bench, DIRT);
  });

  test('works from another process, and is what that process prints', () => {
    run('index-written');
    expect(JSON.parse(runRecovery(''))).toMatchObject([{ landing: 'doomed', result: 'abandoned' }]);
    expectUndone();
    expectRecovered();
  });
});

describe('a recovery that is killed', () => {
  const steps: readonly RecoveryStep[] = ['taken-over', 'files-done', 'worktree-done', 'unlocked'];
  const rows = (['files-written', 'ref-moved'] as const).flatMap((death) =>
    steps.map((step) => [death, step] as const),
  );
  test.each(rows)('landing at %s, recovery at %s: the next one finishes', async (death, step) => {
    run(death);
    runRecovery(step);
    await recoverLandings(bench.repo, bench.journal);
    const expectEnd = death === 'ref-moved' ? expectLanded : expectUndone;
    expectEnd();
    expect(bench.journal.open()).toEqual([]);
    expectRecovered();
  });
});

describe('a failure at a step', () => {
  const steps: readonly LandingStep[] = [
    'locked',
    'checked',
    'intended',
    'staged',
    'file-aside',
    'file-linked',
    'files-written',
    'index-written',
    'ref-prepared',
  ];
  test.each(steps)('%s: everything is put back', async (step) => {
    const failing = bench.landCandidate(candidate, previous, (at) => {
      if (at === step) throw new Error('planned');
    });
    await expect(failing).rejects.toThrow('planned');
    expectUndone();
    expectRecovered();
  });

  test.each(['ref-moved', 'index-renamed', 'unlocked'] as const)(
    '%s: recovery finishes it',
    async (step) => {
      const failing = bench.landCandidate(candidate, previous, (at) => {
        if (at === step) throw new Error('planned');
      });
      await expect(failing).rejects.toThrow('planned');
      await recoverLandings(bench.repo, bench.journal);
      expectLanded();
      expectRecovered();
    },
  );
});
