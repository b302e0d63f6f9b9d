import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BranchRef } from '../../../src/core/model/ids.ts';
import { land, sweepAsides } from '../../../src/git/landing.ts';
import { closeRepository } from '../../../src/git/repository.ts';
import { MAIN, permitFor, sub } from '../../support/candidates.ts';
import { expectSound, landingBench, type LandingBench } from '../../support/landings.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

let temp: TempRepo;
let bench: LandingBench;
beforeEach(async () => {
  temp = tempRepo({ files: { 'a.txt': 'a\n', 'b.txt': 'b\n', 'd/c.txt': 'c\n' } });
  bench = await landingBench(temp);
});
afterEach(async () => {
  await closeRepository(bench.repo);
  temp.remove();
});

test('a locked ref means busy, and everything is put back', async () => {
  const lock = join(temp.dir, '.git/refs/heads/main.lock');
  writeFileSync(lock, '');
  expect(await bench.land({ 'a.txt': 'A\n', 'd/c.txt': null })).toMatchObject({
    kind: 'blocked',
    reason: 'busy',
  });
  expect(readFileSync(join(temp.dir, 'd/c.txt'), 'utf8')).toBe('c\n');
  rmSync(lock);
  expectSound(bench);
  expect((await bench.land({ 'a.txt': 'A\n', 'd/c.txt': null })).kind).toBe('landed');
  expectSound(bench);
});

test.each([
  ['the file', 'd/new.txt'],
  ['its folder', 'd'],
])('a candidate of which %s is gone does not land, until it is there again', async (_, path) => {
  // Nobody has this branch checked out: nothing of the landing itself reads the file.
  temp.git('branch', 'other');
  const target = 'refs/heads/other' as BranchRef;
  const wanted = { 'd/new.txt': 'new\n' };
  const previous = bench.tip(target);
  const candidate = await bench.candidate(wanted);
  const lost = temp.git('rev-parse', `${candidate.commit}:${path}`);
  rmSync(join(temp.dir, '.git/objects', lost.slice(0, 2), lost.slice(2)));
  const request = { submission: sub(1), permit: permitFor(candidate, sub(1)), target, previous };
  const landing = land(bench.repo, { ...request, landing: 'l-lost' }, { journal: bench.journal });
  await expect(landing).rejects.toMatchObject({ code: 'git-failed', retryable: true });
  expect(bench.tip(target)).toBe(previous);
  expect((await bench.land(wanted, { target })).kind).toBe('landed');
  temp.git('rev-list', '--objects', '--quiet', target);
  expectSound(bench);
});

test('a command that holds the index for a moment only is waited for', async () => {
  const lock = join(temp.dir, '.git/index.lock');
  writeFileSync(lock, 'theirs');
  const landing = bench.land({ 'a.txt': 'A\n' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  rmSync(lock);
  expect((await landing).kind).toBe('landed');
  expectSound(bench);
});

test('replaced files stay until they are swept', async () => {
  await bench.land({ 'a.txt': 'A\n' });
  const asides = join(bench.repo.stateDir, 'asides');
  const [landing = ''] = readdirSync(asides);
  expect(readFileSync(join(asides, landing, 'main/old-0'), 'utf8')).toBe('a\n');
  await sweepAsides(bench.repo, bench.journal, statSync(join(asides, landing)).mtimeMs);
  expect(readdirSync(asides)).toEqual([landing]);
  await sweepAsides(bench.repo, bench.journal, Date.now() + 60_000);
  expect(readdirSync(asides)).toEqual([]);
});

test('a worktree on another file system', async () => {
  // A memory file system where there is one; elsewhere this is one more worktree on the same.
  const shm = existsSync('/dev/shm') ? '/dev/shm' : temp.root;
  const far = realpathSync(mkdtempSync(join(shm, 'sallyport-test-')));
  try {
    temp.git('worktree', 'add', '-q', '--force', join(far, 'wt'), 'main');
    expect((await bench.land({ 'a.txt': 'A\n', 'd/c.txt': null, 'n.txt': 'n\n' })).kind).toBe(
      'landed',
    );
    expectSound(bench);
    expectSound(bench, [], join(far, 'wt'));
    expect(readFileSync(join(far, 'wt/a.txt'), 'utf8')).toBe('A\n');
    writeFileSync(join(far, 'wt/b.txt'), 'mine\n');
    expect(await bench.land({ 'a.txt': 'AA\n', 'b.txt': 'B\n' })).toMatchObject({
      reason: 'dirty-path',
      worktree: join(far, 'wt'),
    });
    expectSound(bench, [' M b.txt'], join(far, 'wt'));
  } finally {
    rmSync(far, { recursive: true });
  }
});

test('two landings at once: one lands, the other is told to wait or that the target moved', async () => {
  const previous = bench.tip();
  const first = await bench.candidate({ 'a.txt': 'one\n' }, 1);
  const second = await bench.candidate({ 'b.txt': 'two\n' }, 2);
  const effects = { journal: bench.journal };
  const request = { target: MAIN, previous };
  const outcomes = await Promise.all([
    land(
      bench.repo,
      { ...request, submission: sub(1), landing: 'one', permit: permitFor(first, sub(1)) },
      effects,
    ),
    land(
      bench.repo,
      { ...request, submission: sub(2), landing: 'two', permit: permitFor(second, sub(2)) },
      effects,
    ),
  ]);
  const kinds = outcomes.map(({ kind }) => kind).sort();
  expect(kinds.filter((kind) => kind === 'landed')).toHaveLength(1);
  expectSound(bench);
});

test('many landings one after another, with a dirty user, stay sound', async () => {
  temp.write('b.txt', 'dirty\n');
  for (let round = 0; round < 10; round += 1) {
    const outcome = await bench.land({
      'a.txt': `${round}\n`,
      [`n/${round % 3}/f.txt`]: round % 4 === 3 ? null : `${round}\n`,
    });
    expect(outcome.kind).toBe('landed');
  }
  expectSound(bench, [' M b.txt']);
  expect(temp.git('rev-list', '--count', 'HEAD')).toBe('11');
});

test('a configuration that changes between two landings counts at once', async () => {
  await bench.land({ 'a.txt': 'A\n' });
  temp.git('config', 'core.autocrlf', 'true');
  await bench.land({ 'n.txt': 'n\n' });
  expect(readFileSync(join(temp.dir, 'n.txt'), 'utf8')).toBe('n\r\n');
  temp.git('config', '--unset', 'core.autocrlf');
  await bench.land({ 'm.txt': 'm\n' });
  expect(readFileSync(join(temp.dir, 'm.txt'), 'utf8')).toBe('m\n');
});

test('a folder swapped for a link between the check and the write is not followed', async () => {
  const outside = join(temp.root, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'c.txt'), 'c\n');
  const outcome = await bench.land(
    { 'd/c.txt': 'C\n', 'd/n.txt': 'n\n' },
    {
      onStep: (step) => {
        if (step !== 'staged') return;
        renameSync(join(temp.dir, 'd'), join(temp.root, 'd-moved'));
        symlinkSync(outside, join(temp.dir, 'd'));
      },
    },
  );
  expect(outcome).toMatchObject({ kind: 'blocked', reason: 'dirty-path' });
  expect(readdirSync(outside)).toEqual(['c.txt']);
  expect(readFileSync(join(outside, 'c.txt'), 'utf8')).toBe('c\n');
  rmSync(join(temp.dir, 'd'));
  renameSync(join(temp.root, 'd-moved'), join(temp.dir, 'd'));
  expectSound(bench);
});
