import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import { closeRepository, openRepository } from '../../../src/git/repository.ts';
import { scratchChanges } from '../../../src/git/scratch-changes.ts';
import {
  createScratch,
  removeScratch,
  scratchRoot,
  sweepScratch,
} from '../../../src/git/worktrees.ts';
import { tempRepo } from '../../support/temp-repo.ts';

test('a scratch worktree is a detached checkout outside the user’s, and goes without a trace', async () => {
  using temp = tempRepo({ files: { 'a.txt': 'a\n', 'd/b.sh': 'b\n' } });
  const repo = await openRepository(temp.dir);
  const scratch = await createScratch(repo, { name: 'one', commit: asOid(temp.head()) });
  expect(scratch.path.startsWith(join(temp.root, 'cache', 'sallyport'))).toBe(true);
  expect(readFileSync(join(scratch.path, 'd/b.sh'), 'utf8')).toBe('b\n');
  expect(temp.gitIn(scratch.path, 'status', '--porcelain')).toBe('');
  expect(temp.gitIn(scratch.path, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('HEAD');
  expect(temp.status()).toEqual([]);
  await removeScratch(repo, scratch);
  expect(existsSync(scratch.path)).toBe(false);
  expect(temp.git('worktree', 'list').split('\n')).toHaveLength(1);
  await removeScratch(repo, scratch);
  await closeRepository(repo);
});

test('many at once all succeed', async () => {
  using temp = tempRepo();
  const repo = await openRepository(temp.dir);
  const head = asOid(temp.head());
  const made = await Promise.all(
    Array.from(
      { length: 8 },
      async (_, at) => await createScratch(repo, { name: `n${at}`, commit: head }),
    ),
  );
  expect(new Set(made.map(({ gitDir }) => gitDir)).size).toBe(8);
  await Promise.all(made.map(async (scratch) => await removeScratch(repo, scratch)));
  expect(temp.git('worktree', 'list').split('\n')).toHaveLength(1);
  await closeRepository(repo);
});

test('changes are seen whatever a gate did to .git, and nothing of it runs', async () => {
  using temp = tempRepo({
    files: {
      'a.txt': 'aaaa\n',
      'b.txt': 'b\n',
      '.husky/post-checkout': '#!/bin/sh\ntouch "$PWD/../hook-ran"\n',
    },
    config: { 'core.hooksPath': '.husky' },
  });
  temp.git('update-index', '--chmod=+x', '.husky/post-checkout');
  temp.git('commit', '-q', '-m', 'hook');
  temp.git('checkout', '-q', '--', '.');
  const repo = await openRepository(temp.dir);
  const scratch = await createScratch(repo, { name: 'one', commit: asOid(temp.head()) });
  expect(existsSync(join(dirname(scratch.path), 'hook-ran'))).toBe(false);
  expect(await scratchChanges(repo, scratch)).toEqual([]);
  rmSync(join(scratch.path, '.git'));
  mkdirSync(join(scratch.path, '.git'));
  writeFileSync(
    join(scratch.path, '.git/config'),
    `[core]\n\tfsmonitor = touch ${join(temp.root, 'gate-config-ran')}\n`,
  );
  writeFileSync(join(scratch.path, 'a.txt'), 'bbbb\n');
  writeFileSync(join(scratch.path, 'untracked.txt'), 'u\n');
  expect(await scratchChanges(repo, scratch)).toEqual(['a.txt']);
  rmSync(join(scratch.path, 'b.txt'));
  expect(await scratchChanges(repo, scratch)).toEqual(['a.txt', 'b.txt']);
  expect(existsSync(join(temp.root, 'gate-config-ran'))).toBe(false);
  await removeScratch(repo, scratch);
  await closeRepository(repo);
});

test('a gate that stages its change is seen through', async () => {
  using temp = tempRepo({ files: { 'a.txt': 'a\n' } });
  const repo = await openRepository(temp.dir);
  const scratch = await createScratch(repo, { name: 'one', commit: asOid(temp.head()) });
  writeFileSync(join(scratch.path, 'a.txt'), 'changed\n');
  temp.gitIn(scratch.path, 'rm', '-q', '--cached', '-f', 'a.txt');
  expect(await scratchChanges(repo, scratch)).toEqual(['a.txt']);
  await closeRepository(repo);
});

test('sweeping takes our leftovers and nobody else’s', async () => {
  using temp = tempRepo();
  const repo = await openRepository(temp.dir);
  const head = asOid(temp.head());
  const absent = join(temp.root, 'absent');
  temp.git('worktree', 'add', '-q', '--detach', absent);
  rmSync(absent, { recursive: true });
  const foreign = join(await scratchRoot(repo), 'somebody-else');
  mkdirSync(foreign);
  const kept = await createScratch(repo, { name: 'kept', commit: head });
  const left = await createScratch(repo, { name: 'left', commit: head });
  const treasure = join(temp.root, 'treasure');
  mkdirSync(treasure);
  writeFileSync(join(treasure, 'gold'), 'au\n');
  symlinkSync(treasure, join(left.path, 'link'));
  await sweepScratch(repo, new Set([kept.path]));
  expect(existsSync(left.path)).toBe(false);
  expect(existsSync(kept.path)).toBe(true);
  expect(existsSync(foreign)).toBe(true);
  expect(existsSync(join(treasure, 'gold'))).toBe(true);
  expect(temp.git('worktree', 'list')).toContain('absent');
  expect(temp.git('worktree', 'list')).not.toContain('left');
  await closeRepository(repo);
});

test('a registry entry that points elsewhere is left alone', async () => {
  using temp = tempRepo();
  const repo = await openRepository(temp.dir);
  const other = join(temp.root, 'other');
  temp.git('worktree', 'add', '-q', '--detach', other);
  const scratch = await createScratch(repo, { name: 'one', commit: asOid(temp.head()) });
  await removeScratch(repo, { ...scratch, gitDir: join(repo.commonDir, 'worktrees/other') });
  expect(temp.gitIn(other, 'status', '--porcelain')).toBe('');
  await expect(removeScratch(repo, { ...scratch, path: other })).rejects.toThrow(TypeError);
  await closeRepository(repo);
});

test('without a usable home the state folder takes them', async () => {
  using temp = tempRepo();
  const file = join(temp.root, 'not-a-folder');
  writeFileSync(file, '');
  const repo = await openRepository(temp.dir, { ...process.env, XDG_CACHE_HOME: file, HOME: file });
  expect(await scratchRoot(repo)).toBe(join(repo.stateDir, 'scratch'));
  await closeRepository(repo);
});
