import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blockers } from '../../../src/git/landing.ts';
import { closeRepository } from '../../../src/git/repository.ts';
import { MAIN } from '../../support/candidates.ts';
import { expectSound, landingBench, type LandingBench } from '../../support/landings.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

let temp: TempRepo;
let bench: LandingBench;
const FILES = {
  'a.txt': 'a\n',
  'b.txt': 'b\n',
  'd/e/f.txt': 'f\n',
  'd/g.txt': 'g\n',
  '.gitignore': '*.ign\n',
};
const start = async (options: Parameters<typeof tempRepo>[0] = {}): Promise<void> => {
  temp = tempRepo({ files: FILES, ...options });
  bench = await landingBench(temp);
};
const read = (path: string): string => readFileSync(join(temp.dir, path), 'utf8');
afterEach(async () => {
  await closeRepository(bench.repo);
  temp.remove();
});

describe('a landing on the branch that is checked out', () => {
  beforeEach(async () => start());

  test('moves branch, files and index together', async () => {
    const previous = bench.tip();
    const outcome = await bench.land({
      'a.txt': 'A\n',
      'new/deep/n.txt': 'n\n',
      'd/e/f.txt': null,
    });
    expect(outcome).toEqual({
      kind: 'landed',
      commit: bench.tip(),
      worktrees: [temp.dir],
      lateWrites: [],
    });
    expect(temp.git('rev-parse', 'HEAD^')).toBe(previous);
    expect(read('a.txt')).toBe('A\n');
    expect(read('new/deep/n.txt')).toBe('n\n');
    expect(existsSync(join(temp.dir, 'd/e'))).toBe(false);
    expect(existsSync(join(temp.dir, 'd/g.txt'))).toBe(true);
    expect(temp.git('log', '-1', '--format=%gs', '-g', 'main')).toMatch(/^sallyport: land /);
    expect(temp.git('log', '-1', '--format=%gs', '-g', 'HEAD')).toMatch(/^sallyport: land /);
    expect(temp.git('for-each-ref', '--format=%(objectname)', 'refs/sallyport/landed')).toBe(
      bench.tip(),
    );
    expectSound(bench);
  });

  test('steps come in order', async () => {
    const steps: string[] = [];
    await bench.land({ 'a.txt': 'A\n', 'n.txt': 'n\n' }, { onStep: (step) => steps.push(step) });
    expect(steps.join(' ')).toBe(
      'locked checked intended staged file-aside file-linked file-linked files-written index-written ref-prepared ref-moved index-renamed unlocked settled',
    );
  });

  test('leaves unrelated dirty, staged, untracked and ignored files as they are', async () => {
    temp.write('b.txt', 'dirty\n');
    temp.write('d/g.txt', 'staged\n');
    temp.git('add', 'd/g.txt');
    temp.write('d/g.txt', 'staged and dirty\n');
    temp.write('u.txt', 'untracked\n');
    temp.write('x.ign', 'ignored\n');
    temp.write('i.txt', 'intended\n');
    temp.git('add', '-N', 'i.txt');
    expect((await bench.land({ 'a.txt': 'A\n', 'd/new.txt': 'n\n' })).kind).toBe('landed');
    expectSound(bench, [' M b.txt', 'MM d/g.txt', ' A i.txt', '?? u.txt']);
    expect(temp.show('', 'd/g.txt')).toBe('staged\n');
    expect([read('b.txt'), read('d/g.txt'), read('u.txt'), read('x.ign')]).toEqual([
      'dirty\n',
      'staged and dirty\n',
      'untracked\n',
      'ignored\n',
    ]);
  });

  test('content that is already there is fine, staged or not', async () => {
    temp.write('a.txt', 'A\n');
    temp.write('n.txt', 'N\n');
    temp.write('b.txt', 'B\n');
    temp.git('add', 'b.txt');
    const inode = statSync(join(temp.dir, 'a.txt')).ino;
    expect((await bench.land({ 'a.txt': 'A\n', 'n.txt': 'N\n', 'b.txt': 'B\n' })).kind).toBe(
      'landed',
    );
    expect(statSync(join(temp.dir, 'a.txt')).ino).toBe(inode);
    expectSound(bench);
  });

  test('a folder becomes a file, and a file a folder', async () => {
    mkdirSync(join(temp.dir, 'd/e/hollow/also'), { recursive: true });
    const outcome = await bench.land({
      'd/e/f.txt': null,
      'd/e': 'E\n',
      'a.txt': null,
      'a.txt/x.txt': 'x\n',
    });
    expect(outcome.kind).toBe('landed');
    expect([read('d/e'), read('a.txt/x.txt')]).toEqual(['E\n', 'x\n']);
    expectSound(bench);
  });

  test('a folder that is emptied and filled in one landing', async () => {
    const outcome = await bench.land({
      'd/e/f.txt': null,
      'd/e/x/n.txt': 'n\n',
      'd/e/y.txt': 'y\n',
    });
    expect(outcome.kind).toBe('landed');
    expectSound(bench);
  });

  test('a foreign index.lock means busy and is left alone', async () => {
    const lock = join(temp.dir, '.git/index.lock');
    writeFileSync(lock, 'theirs');
    const candidate = await bench.candidate({ 'a.txt': 'A\n' });
    expect(await bench.landCandidate(candidate, bench.tip())).toMatchObject({
      kind: 'blocked',
      reason: 'busy',
    });
    expect(
      await blockers(bench.repo, {
        target: MAIN,
        previous: bench.tip(),
        candidate: candidate.commit,
      }),
    ).toMatchObject({ reason: 'busy' });
    expect(readFileSync(lock, 'utf8')).toBe('theirs');
    expect(read('a.txt')).toBe('a\n');
    rmSync(lock);
    expect((await bench.landCandidate(candidate, bench.tip())).kind).toBe('landed');
    expectSound(bench);
  });

  test('a commit made since the candidate was built: target-moved', async () => {
    const previous = bench.tip();
    const candidate = await bench.candidate({ 'a.txt': 'A\n' });
    temp.commit('user', { 'b.txt': 'user\n' });
    expect(await bench.landCandidate(candidate, previous)).toEqual({
      kind: 'target-moved',
      tip: bench.tip(),
    });
    expectSound(bench);
  });

  test('the branch moved under the lock by update-ref: target-moved, everything back', async () => {
    const previous = bench.tip();
    const candidate = await bench.candidate({ 'a.txt': 'A\n', 'n/n.txt': 'n\n', 'b.txt': null });
    const other = temp.git('commit-tree', '-p', 'HEAD', '-m', 'other', 'HEAD^{tree}');
    const outcome = await bench.landCandidate(candidate, previous, (step) => {
      if (step === 'index-written') temp.git('update-ref', 'refs/heads/main', other);
    });
    expect(outcome).toEqual({ kind: 'target-moved', tip: other });
    expect([read('a.txt'), read('b.txt')]).toEqual(['a\n', 'b\n']);
    expect(existsSync(join(temp.dir, 'n'))).toBe(false);
    expectSound(bench);
  });

  test('users cannot commit or switch while a landing is under way', async () => {
    temp.write('b.txt', 'user\n');
    temp.git('branch', 'side', 'HEAD');
    const said: string[] = [];
    await bench.land(
      { 'a.txt': 'A\n' },
      {
        onStep: (step) => {
          if (step === 'ref-moved') said.push(temp.tryGit('commit', '-qam', 'user').said);
        },
      },
    );
    expect(said[0]).toMatch(/index\.lock/);
    temp.git('commit', '-qam', 'user');
    expect(temp.git('show', '--name-only', '--format=', 'HEAD')).toBe('b.txt');
    expect(temp.show('HEAD', 'a.txt')).toBe('A\n');
    expectSound(bench);
  });

  test('permission bits of an edited file stay; the executable bit follows the tree', async () => {
    chmodSync(join(temp.dir, 'a.txt'), 0o600);
    temp.write('s.sh', '#!/bin/sh\n', 0o755);
    temp.commit('script');
    await bench.land({
      'a.txt': 'A\n',
      'b.txt': { content: 'b\n', mode: '100755' },
      's.sh': { content: 'new\n', mode: '100755' },
    });
    expect(statSync(join(temp.dir, 'a.txt')).mode & 0o777).toBe(0o600);
    expect(statSync(join(temp.dir, 'b.txt')).mode & 0o100).toBe(0o100);
    expect(statSync(join(temp.dir, 's.sh')).mode & 0o777).toBe(0o755);
    await bench.land({ 'b.txt': { content: 'b\n', mode: '100644' } });
    expect(statSync(join(temp.dir, 'b.txt')).mode & 0o111).toBe(0);
    expectSound(bench);
  });

  test('links are made, changed into files and back, and never followed', async () => {
    await bench.land({ ln: { content: 'a.txt', mode: '120000' } });
    expect(lstatSync(join(temp.dir, 'ln')).isSymbolicLink()).toBe(true);
    await bench.land({ ln: 'plain\n', 'b.txt': { content: '../outside', mode: '120000' } });
    expect(read('ln')).toBe('plain\n');
    expect(lstatSync(join(temp.dir, 'b.txt')).isSymbolicLink()).toBe(true);
    await bench.land({ 'b.txt': 'b again\n', ln: null });
    expect(read('b.txt')).toBe('b again\n');
    expect(existsSync(join(temp.root, 'outside'))).toBe(false);
    expectSound(bench);
  });

  test.each(['.git/hooks/post-commit', 'd/.GIT/x', '.git./x', 'git~1/x', '.g\u200Cit/config'])(
    'a crafted path %j is refused before anything is written',
    async (path) => {
      expect(await bench.land({ [path]: 'evil\n', 'a.txt': 'A\n' })).toMatchObject({
        kind: 'blocked',
        reason: 'write-refused',
        paths: [path],
      });
      expect(existsSync(join(temp.dir, '.git/hooks/post-commit'))).toBe(false);
      expect(temp.status()).toEqual([]);
    },
  );

  test('a reference-transaction hook of the user is run and may refuse', async () => {
    temp.write(
      '.git/hooks/reference-transaction',
      `#!/bin/sh\ncat .git/sallyport/permits/* 2>/dev/null >>"${temp.root}/permits"\ncat >>"${temp.root}/hook-log"\n[ "$1" = prepared ] && [ -e "${temp.root}/refuse" ] && echo main is frozen >&2 && exit 1\nexit 0\n`,
      0o755,
    );
    expect((await bench.land({ 'a.txt': 'A\n' })).kind).toBe('landed');
    expect(readFileSync(join(temp.root, 'hook-log'), 'utf8')).toContain('refs/heads/main');
    const move = `${temp.git('rev-parse', 'HEAD^')} ${bench.tip() ?? ''} refs/heads/main\n`;
    expect(readFileSync(join(temp.root, 'permits'), 'utf8')).toContain(move);
    expect(readdirSync(join(bench.repo.stateDir, 'permits'))).toEqual([]);
    writeFileSync(join(temp.root, 'refuse'), '');
    expect(await bench.land({ 'a.txt': 'AA\n' })).toMatchObject({
      kind: 'blocked',
      reason: 'hook-refused',
      detail: expect.stringMatching(/^main is frozen\n[^]*aborted by/) as string,
    });
    expect(read('a.txt')).toBe('A\n');
    rmSync(join(temp.root, 'refuse'));
    expectSound(bench);
  });
});
