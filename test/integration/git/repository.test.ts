import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { isFault } from '../../../src/core/model/fault.ts';
import { closeRepository, openRepository, type Repository } from '../../../src/git/repository.ts';
import { headBranch, resolveBranch, tipOf } from '../../../src/git/refs.ts';
import { tempRepo } from '../../support/temp-repo.ts';

const opened: Repository[] = [];
const open = async (dir: string, environment = process.env): Promise<Repository> => {
  const repo = await openRepository(dir, environment);
  opened.push(repo);
  return repo;
};
afterEach(async () => {
  for (const repo of opened.splice(0)) await closeRepository(repo);
});

const faultOf = async (dir: string, environment = process.env): Promise<string> => {
  try {
    await openRepository(dir, environment);
    return 'opened';
  } catch (error) {
    return isFault(error)
      ? `${error.code}|${error.hint === undefined ? '' : 'hint'}`
      : String(error);
  }
};

test('opens from a subfolder and knows all its folders', async () => {
  using temp = tempRepo({ files: { 'a/b/c.txt': 'x\n' } });
  const repo = await open(join(temp.dir, 'a/b'));
  expect(repo).toEqual({
    worktree: temp.dir,
    gitDir: join(temp.dir, '.git'),
    commonDir: join(temp.dir, '.git'),
    stateDir: join(temp.dir, '.git/sallyport'),
    objectFormat: 'sha1',
    environment: process.env,
  });
});

test('opens a linked worktree: own git folder, common state', async () => {
  using temp = tempRepo();
  const linked = join(temp.root, 'linked');
  temp.git('worktree', 'add', '-q', '-b', 'side', linked);
  const repo = await open(linked);
  expect(repo.worktree).toBe(linked);
  expect(repo.gitDir).toBe(join(temp.dir, '.git/worktrees/linked'));
  expect(repo.stateDir).toBe(join(temp.dir, '.git/sallyport'));
  expect(await headBranch(repo)).toBe('refs/heads/side');
});

test('opens a sha256 repository with an unborn branch', async () => {
  using temp = tempRepo({ objectFormat: 'sha256', files: null });
  const repo = await open(temp.dir);
  expect(repo.objectFormat).toBe('sha256');
  expect(await headBranch(repo)).toBe('refs/heads/main');
  expect(await resolveBranch(repo, 'main')).toBe('refs/heads/main');
  expect(await resolveBranch(repo, 'other')).toBeNull();
  expect(await tipOf(repo, (await headBranch(repo))!)).toBeNull();
});

test('opens a worktree of a bare repository', async () => {
  using temp = tempRepo();
  temp.git('clone', '-q', '--bare', temp.dir, join(temp.root, 'bare.git'));
  temp.gitIn(join(temp.root, 'bare.git'), 'worktree', 'add', '-q', join(temp.root, 'wt'), 'main');
  const repo = await open(join(temp.root, 'wt'));
  expect(repo.commonDir).toBe(join(temp.root, 'bare.git'));
});

test('each reason not to open has its own fault', async () => {
  using temp = tempRepo();
  temp.git('clone', '-q', '--bare', temp.dir, join(temp.root, 'bare.git'));
  mkdirSync(join(temp.root, 'empty'));
  expect(await faultOf(join(temp.root, 'bare.git'))).toBe('bare-repository|hint');
  expect(await faultOf(join(temp.root, 'empty'))).toBe('not-a-repository|hint');
  expect(await faultOf(join(temp.root, 'nowhere'))).toBe('not-a-repository|');
  expect(await faultOf(join(temp.dir, '.git'))).toBe('not-a-repository|hint');
  const stranger = { ...process.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };
  expect(await faultOf(temp.dir, stranger)).toBe('no-permission|hint');
});

test('variables of a hook do not redirect it', async () => {
  using temp = tempRepo();
  using other = tempRepo({ files: { 'other.txt': 'o\n' } });
  const leaked = { ...process.env, GIT_DIR: join(other.dir, '.git'), GIT_INDEX_FILE: 'nonsense' };
  const repo = await open(temp.dir, leaked);
  expect(repo.gitDir).toBe(join(temp.dir, '.git'));
  expect(await tipOf(repo, (await headBranch(repo))!)).toBe(temp.head());
});

test('hostile branch names are no branch', async () => {
  using temp = tempRepo();
  temp.git('branch', 'feature/a');
  const repo = await open(temp.dir);
  for (const name of [
    '-x',
    '--help',
    'main~1',
    'main^{commit}',
    'a..b',
    'a\nb',
    'main ',
    '',
    'a/',
    '.',
    '@{-1}',
    '/main',
    'feature',
    'x'.repeat(5000),
  ]) {
    expect([name, await resolveBranch(repo, name)]).toEqual([name, null]);
  }
  expect(await resolveBranch(repo, 'feature/a')).toBe('refs/heads/feature/a');
  expect(await resolveBranch(repo, 'refs/heads/main')).toBe('refs/heads/main');
  temp.git('checkout', '-q', '--detach');
  expect(await headBranch(repo)).toBeNull();
});
