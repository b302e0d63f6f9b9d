import { existsSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listCheckouts } from '../../../src/git/landing/checkouts.ts';
import { lockCheckouts } from '../../../src/git/landing/landing-session.ts';
import { openRepository, type Repository } from '../../../src/git/repository.ts';
import { MAIN } from '../../support/candidates.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

/** An entry of the worktree registry, as `git worktree add` makes it; its `HEAD`. */
function registerWorktree(temp: TempRepo, repo: Repository, name: string): string {
  const entry = join(repo.commonDir, 'worktrees', name);
  mkdirSync(entry, { recursive: true });
  writeFileSync(join(entry, 'gitdir'), `${join(temp.root, name, '.git')}\n`);
  writeFileSync(join(entry, 'HEAD'), `${temp.head()}\n`);
  return join(entry, 'HEAD');
}

test('worktrees that are removed while they are looked at do not disturb the look', async () => {
  using temp = tempRepo();
  const repo = await openRepository(temp.dir);
  for (let round = 0; round < 8; round += 1) {
    const heads = Array.from({ length: 40 }, (_, at) => registerWorktree(temp, repo, `w${at}`));
    const looking = listCheckouts(repo);
    for (const head of heads) {
      await turn();
      rmSync(head);
    }
    expect((await looking).filter(({ branch }) => branch === MAIN)).toHaveLength(1);
  }
});

test('a look that fails under the locks gives the locks back', async () => {
  using temp = tempRepo();
  const repo = await openRepository(temp.dir);
  const lock = join(repo.gitDir, 'index.lock');
  let hasFailed = false;
  const failing: Repository = {
    ...repo,
    get commonDir() {
      // The first look finds nothing wrong; the one under the lock finds a HEAD that cannot be read.
      if (!hasFailed && existsSync(lock)) {
        hasFailed = true;
        truncateSync(registerWorktree(temp, repo, 'broken'), 3 * 2 ** 30);
      }
      return repo.commonDir;
    },
  };
  await expect(lockCheckouts(failing, MAIN, 'one')).rejects.toThrow(/./);
  expect([hasFailed, existsSync(lock)]).toEqual([true, false]);
});
