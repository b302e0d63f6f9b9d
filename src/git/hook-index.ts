import { mkdir, rm } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { asOid, type Oid } from '../core/model/ids.ts';
import type { Environment } from './git-environment.ts';
import { readAllEntries } from './landing/index-entries.ts';
import { encodePath } from './path-bytes.ts';
import { git, gitText } from './plumbing.ts';
import type { Repository } from './repository.ts';

let count = 0;

/**
 * The tree that is about to be committed, inside a hook: read through the index that git hands to the hook (which for
 * `commit -a` and `commit -- path` is not the usual one), and written from a fresh copy, because that index may refer to
 * trees that do not exist yet. Neither the index nor the checkout is touched. `hook` is the hook's own environment,
 * `cwd` its working folder.
 */
export async function stagedTree(
  repo: Repository,
  hook: Environment = process.env,
  cwd: string = repo.worktree,
): Promise<Oid> {
  const given = hook['GIT_INDEX_FILE'];
  const file =
    given === undefined || given === ''
      ? join(repo.gitDir, 'index')
      : isAbsolute(given)
        ? given
        : resolve(cwd, given);
  const entries = await readAllEntries(repo, { path: repo.worktree, gitDir: repo.gitDir }, file);
  const staged = entries.filter(({ stage, isIntended }) => stage === 0 && !isIntended);
  const folder = join(repo.stateDir, 'tmp');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  count += 1;
  const fresh = join(folder, `index-${process.pid}-${count}`);
  const env = { GIT_INDEX_FILE: fresh };
  try {
    const stdin = Buffer.concat(
      staged.flatMap(({ mode, oid, path }) => [
        Buffer.from(`${mode} ${oid}\t`),
        encodePath(path),
        Buffer.of(0),
      ]),
    );
    await git(repo, ['update-index', '-z', '--index-info'], { env, stdin });
    return asOid(await gitText(repo, ['write-tree'], { env }));
  } finally {
    await rm(fresh, { force: true });
  }
}
