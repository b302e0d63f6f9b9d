import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openInHook } from '../../../src/git/open-in-hook.ts';
import { closeRepository, openRepository, type Repository } from '../../../src/git/repository.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

/* Where a hook opens its repository without asking git, git would have said the same. */

let repo: TempRepo;
afterEach(() => repo.remove());

const opened = (
  env: Readonly<Record<string, string>> = {},
  dir: string = repo.dir,
): Repository | null => openInHook(dir, env);

test('it is found as git finds it, also in a linked worktree', async () => {
  repo = tempRepo({ files: { 'd/a.txt': 'a\n' } });
  const linked = join(repo.root, 'linked');
  repo.git('worktree', 'add', '-q', '-b', 'side', linked);
  for (const dir of [repo.dir, linked]) {
    const byGit = await openRepository(dir, {});
    expect(opened({}, dir)).toEqual(byGit);
    expect(opened({ GIT_DIR: byGit.gitDir }, dir)).toMatchObject({ gitDir: byGit.gitDir });
    await closeRepository(byGit);
  }
});

test('what is out of the ordinary is left to git', () => {
  repo = tempRepo({ files: { 'd/a.txt': 'a\n' } });
  expect(opened()).not.toBeNull();
  expect(opened({}, join(repo.dir, 'd'))).toBeNull();
  expect(opened({}, repo.root)).toBeNull();
  expect(opened({ GIT_WORK_TREE: repo.dir })).toBeNull();
  expect(opened({ GIT_OBJECT_DIRECTORY: '/elsewhere' })).toBeNull();
  expect(opened({ GIT_DIR: join(repo.dir, '.git') })).not.toBeNull();
  mkdirSync(join(repo.root, 'other'));
  expect(opened({ GIT_DIR: join(repo.dir, '.git') }, join(repo.root, 'other'))).toBeNull();
});

test.each([
  '[extensions] objectFormat = sha256\n',
  '[extensions]\n\tobjectFormat = "sha256"\n',
  '[extensions]\n\tOBJECTFORMAT = \\\n  sha256\n',
  '[core] worktree = /elsewhere\n',
])('a config that says another layout: %j', (text) => {
  repo = tempRepo();
  expect(opened()).not.toBeNull();
  appendFileSync(join(repo.dir, '.git/config'), text);
  expect(opened()).toBeNull();
});
