import { mkdir, rm } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { asOid, type Oid } from '../core/model/ids.ts';
import type { Environment } from './git-environment.ts';
import { committedEntries } from './index-tree.ts';
import { readAllEntries, type IndexEntry } from './landing/index-entries.ts';
import { encodePath } from './path-bytes.ts';
import { git, gitText } from './plumbing.ts';
import type { Repository } from './repository.ts';

let count = 0;

/**
 * Every entry of the index that git hands to a hook (which for `commit -a` and `commit -- path` is not the usual one).
 * The file is only read. `hook` is the hook's own environment, `cwd` its working folder.
 */
export async function hookEntries(
  repo: Repository,
  hook: Environment = process.env,
  cwd: string = repo.worktree,
): Promise<readonly IndexEntry[]> {
  const given = hook['GIT_INDEX_FILE'];
  const file =
    given === undefined || given === ''
      ? join(repo.gitDir, 'index')
      : isAbsolute(given)
        ? given
        : resolve(cwd, given);
  return readAllEntries(repo, { path: repo.worktree, gitDir: repo.gitDir }, file);
}

/**
 * The tree that is about to be committed, inside a hook: read through the index that git hands to the hook, and written
 * from a fresh copy, because that index may refer to trees that do not exist yet. Neither the index nor the checkout is
 * touched.
 */
export async function stagedTree(
  repo: Repository,
  hook: Environment = process.env,
  cwd: string = repo.worktree,
): Promise<Oid> {
  return writeIndexTree(repo, await hookEntries(repo, hook, cwd));
}

/** Writes the trees of an index's entries to the object store, through an index of our own. */
export async function writeIndexTree(
  repo: Repository,
  entries: readonly IndexEntry[],
): Promise<Oid> {
  const folder = join(repo.stateDir, 'tmp');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  count += 1;
  const fresh = join(folder, `index-${process.pid}-${count}`);
  const env = { GIT_INDEX_FILE: fresh };
  try {
    const stdin = Buffer.concat(
      committedEntries(entries).flatMap(({ mode, oid, path }) => [
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
