import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import { land } from '../../../src/git/landing.ts';
import { closeRepository } from '../../../src/git/repository.ts';
import { decodePath } from '../../../src/git/path-bytes.ts';
import { candidateOf, MAIN, permitFor, sub } from '../../support/candidates.ts';
import { expectSound, landingBench, type LandingBench } from '../../support/landings.ts';
import { tempRepo, type TempRepo, type TempRepoOptions } from '../../support/temp-repo.ts';

/* Repositories of every kind that a landing can meet. */

let temp: TempRepo;
let bench: LandingBench;
const start = async (options: TempRepoOptions): Promise<void> => {
  temp = tempRepo(options);
  bench = await landingBench(temp);
};
const read = (path: string): string => readFileSync(join(temp.dir, path), 'utf8');
afterEach(async () => {
  await closeRepository(bench.repo);
  temp.remove();
});

describe('object formats and branches', () => {
  test('a sha256 repository', async () => {
    await start({ objectFormat: 'sha256', files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } });
    expect((await bench.land({ 'a.txt': 'A\n', 'b.txt': null, 'n/n.txt': 'n\n' })).kind).toBe(
      'landed',
    );
    expectSound(bench);
    temp.write('a.txt', 'mine\n');
    expect(await bench.land({ 'a.txt': 'AA\n' })).toMatchObject({ reason: 'dirty-path' });
  });

  test.each(['sha1', 'sha256'] as const)(
    'an unborn branch gets a root commit (%s)',
    async (objectFormat) => {
      await start({ objectFormat, files: null });
      temp.write('u.txt', 'untracked\n');
      temp.write('s.txt', 'staged\n');
      temp.git('add', 's.txt');
      const outcome = await bench.land({ 'a.txt': 'a\n', 'd/b.txt': 'b\n' });
      expect(outcome).toMatchObject({ kind: 'landed', worktrees: [temp.dir] });
      expect(temp.git('rev-list', '--count', 'HEAD')).toBe('1');
      expectSound(bench, ['A  s.txt', '?? u.txt']);
      const candidate = await candidateOf(bench.repo, null, { 'c.txt': 'c\n' }, sub(9));
      expect(await bench.landCandidate(candidate, null).catch(String)).toMatchObject({
        kind: 'target-moved',
      });
    },
  );

  test('several commits of a branch land as one fast-forward', async () => {
    await start({ files: { 'a.txt': 'a\n' } });
    const previous = bench.tip();
    temp.git('switch', '-q', '-c', 'work');
    temp.commit('one', { 'a.txt': '1\n' });
    const commit = asOid(temp.commit('two', { 'b.txt': '2\n' }));
    temp.git('switch', '-q', 'main');
    const tree = asOid(temp.git('rev-parse', 'work^{tree}'));
    expect((await bench.landCandidate({ commit, tree }, previous)).kind).toBe('landed');
    expectSound(bench);
  });

  test('what is no fast-forward, or not what the permit says, is a bug and throws', async () => {
    await start({ files: { 'a.txt': 'a\n' } });
    const candidate = await bench.candidate({ 'a.txt': 'A\n' });
    const moved = asOid(temp.commit('moved', { 'b.txt': 'b\n' }));
    await expect(bench.landCandidate(candidate, moved)).rejects.toThrow(/fast-forward/);
    const effects = { journal: bench.journal };
    const request = { submission: sub(1), landing: 'x', target: MAIN, previous: moved };
    const permit = { ...permitFor(candidate), tree: asOid(temp.git('rev-parse', 'HEAD^{tree}')) };
    await expect(land(bench.repo, { ...request, permit }, effects)).rejects.toThrow(/tree/);
    expectSound(bench);
  });

  test('path names that are not UTF-8', async () => {
    await start({ files: { 'a.txt': 'a\n' } });
    const name = Buffer.from('caf\xe9.txt', 'latin1');
    const full = Buffer.concat([Buffer.from(`${temp.dir}/`), name]);
    const path = decodePath(name);
    expect((await bench.land({ [path]: 'new\n' })).kind).toBe('landed');
    expect(readFileSync(full, 'utf8')).toBe('new\n');
    expectSound(bench);
    expect((await bench.land({ [path]: 'changed\n', 'a.txt': 'A\n' })).kind).toBe('landed');
    expect(readFileSync(full, 'utf8')).toBe('changed\n');
    writeFileSync(full, 'mine\n');
    expect(await bench.land({ [path]: 'again\n' })).toMatchObject({
      reason: 'dirty-path',
      paths: [path],
    });
    temp.git('checkout', '-q', '--', '.');
    expect((await bench.land({ [path]: null })).kind).toBe('landed');
    expectSound(bench);
  });

  test('names with spaces, quotes, line breaks and glob characters', async () => {
    await start({ files: { 'a.txt': 'a\n', 'x1.txt': 'x\n' } });
    const odd = [
      'a b.txt',
      '"q".txt',
      'line\nbreak.txt',
      '*.txt',
      '[x].txt',
      ':(top)x',
      '-x',
      '\\back',
      'ü.txt',
    ];
    const wanted = Object.fromEntries(odd.map((path) => [path, `${path}\n`]));
    expect((await bench.land(wanted)).kind).toBe('landed');
    for (const path of odd) expect(read(path)).toBe(`${path}\n`);
    expectSound(bench);
    temp.write('*.txt', 'mine\n');
    expect(await bench.land({ '*.txt': 'theirs\n' })).toMatchObject({ paths: ['*.txt'] });
  });
});

/** Two branches that change the same file; HEAD is on main. */
const conflict = (): void => {
  temp.git('switch', '-q', '-c', 'side');
  temp.commit('side', { 'c.txt': 'side\n' });
  temp.git('switch', '-q', 'main');
  temp.commit('main', { 'c.txt': 'main\n' });
};

describe('what git is in the middle of', () => {
  test.each([
    ['merge', ['merge', 'side']],
    ['cherry-pick', ['cherry-pick', 'side']],
    ['revert', ['revert', '--no-edit', 'HEAD~1']],
    ['rebase', ['rebase', 'side']],
    ['am', ['am', '../p.patch']],
    ['bisect', ['bisect', 'start', 'HEAD', 'HEAD~1']],
  ])('%s: the landing waits', async (_name, command) => {
    await start({ files: { 'a.txt': 'a\n', 'c.txt': 'c\n' } });
    conflict();
    temp.commit('again', { 'c.txt': 'again\n' });
    writeFileSync(join(temp.root, 'p.patch'), temp.git('format-patch', '-1', '--stdout', 'side'));
    temp.tryGit(...command);
    const before = temp.git('for-each-ref');
    const outcome = await bench.land({ 'a.txt': 'A\n' });
    expect(outcome).toMatchObject({ kind: 'blocked', reason: 'operation-in-progress' });
    expect(read('a.txt')).toBe('a\n');
    expect(temp.git('for-each-ref', 'refs/heads')).toBe(
      before
        .split('\n')
        .filter((line) => line.includes('refs/heads'))
        .join('\n'),
    );
  });

  test('a rebase of the target in another worktree, and with --update-refs', async () => {
    await start({ files: { 'a.txt': 'a\n', 'c.txt': 'c\n' } });
    conflict();
    const other = join(temp.root, 'other');
    temp.git('switch', '-q', '-c', 'idle');
    temp.git('worktree', 'add', '-q', other, 'main');
    const bench2 = await landingBench(temp, temp.dir);
    try {
      temp.gitIn(other, 'rebase', 'side');
    } catch {
      // stops at the conflict, as it should
    }
    expect(await bench2.land({ 'a.txt': 'A\n' })).toMatchObject({
      reason: 'operation-in-progress',
      worktree: other,
    });
    temp.gitIn(other, 'rebase', '--abort');
    expect((await bench2.land({ 'a.txt': 'A\n' })).kind).toBe('landed');
    await closeRepository(bench2.repo);
  });

  test('an operation on another branch in another worktree does not matter', async () => {
    await start({ files: { 'a.txt': 'a\n', 'c.txt': 'c\n' } });
    conflict();
    const other = join(temp.root, 'other');
    temp.git('worktree', 'add', '-q', other, 'side');
    try {
      temp.gitIn(other, 'merge', 'main');
    } catch {
      // stops at the conflict, as it should
    }
    expect((await bench.land({ 'a.txt': 'A\n' })).kind).toBe('landed');
    expectSound(bench);
  });
});
