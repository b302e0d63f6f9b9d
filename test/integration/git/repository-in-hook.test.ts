import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git } from '../../../src/git/plumbing.ts';
import { headBranch, tipOf } from '../../../src/git/refs.ts';
import { closeRepository, isBareRepository, openRepository } from '../../../src/git/repository.ts';
import { tempRepo } from '../../support/temp-repo.ts';

/* Where hooks run: bare repositories, git folders, and what git says by variables. */

test('a bare repository, where no checkout is needed', async () => {
  using temp = tempRepo();
  const server = join(temp.root, 'ser ver.git');
  temp.git('clone', '-q', '--bare', temp.dir, server);
  for (const needsCheckout of ['unless-bare', false] as const) {
    const repo = await openRepository(server, process.env, { needsCheckout });
    expect([repo.worktree, repo.gitDir, repo.commonDir]).toEqual([server, server, server]);
    expect(isBareRepository(repo)).toBe(true);
    const head = await headBranch(repo);
    expect(head === null ? null : await tipOf(repo, head)).toBe(temp.head());
    await closeRepository(repo);
  }
});

test('the git folder of a checkout, where git runs what a push into it asks', async () => {
  using temp = tempRepo();
  const dir = join(temp.dir, '.git');
  const hook = { GIT_DIR: '.' };
  const repo = await openRepository(dir, process.env, { needsCheckout: false, hook });
  expect([repo.gitDir, repo.commonDir]).toEqual([dir, dir]);
  await closeRepository(repo);
  await expect(
    openRepository(dir, process.env, { needsCheckout: 'unless-bare' }),
  ).rejects.toMatchObject({ code: 'not-a-repository' });
});

test('a git folder apart from the worktree, as a hook is told of it', async () => {
  using temp = tempRepo();
  const home = join(temp.root, 'home');
  const dotfiles = join(temp.root, 'dotfiles.git');
  temp.git('init', '-q', '--bare', dotfiles);
  temp.git('clone', '-q', temp.dir, home);
  const hook = { GIT_DIR: dotfiles, GIT_WORK_TREE: home };
  const repo = await openRepository(home, process.env, { hook });
  expect([repo.worktree, repo.gitDir]).toEqual([home, dotfiles]);
  await closeRepository(repo);
});

test('in quarantine git reads the pushed objects and moves no ref', async () => {
  using temp = tempRepo();
  const incoming = join(temp.root, 'incoming');
  temp.git('init', '-q', '--bare', incoming);
  const commit = temp.commit('pushed', { 'a.txt': 'a\n' });
  temp.gitIn(incoming, 'fetch', '-q', temp.dir, 'main');
  temp.git('update-ref', 'refs/heads/main', 'HEAD~1');
  temp.git('reflog', 'expire', '--expire=now', '--all');
  temp.git('prune', '--expire=now');
  expect(temp.tryGit('cat-file', '-e', commit).code).not.toBe(0);
  const objects = join(incoming, 'objects');
  const hook = {
    GIT_QUARANTINE_PATH: objects,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(temp.dir, '.git/objects'),
  };
  const repo = await openRepository(temp.dir, process.env, { hook });
  expect((await git(repo, ['cat-file', '-t', commit])).stdout.toString()).toBe('commit\n');
  await expect(git(repo, ['update-ref', 'refs/heads/x', commit])).rejects.toMatchObject({
    code: 'git-failed',
  });
  await closeRepository(repo);
  const outside = await openRepository(temp.dir);
  expect((await git(outside, ['cat-file', '-e', commit], { accept: [1, 128] })).code).not.toBe(0);
  await closeRepository(outside);
});
