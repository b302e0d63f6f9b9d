import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyWithTimes } from './copy-with-times.ts';
import { readAllEntries, type IndexEntry } from './landing/index-entries.ts';
import { git } from './plumbing.ts';
import type { Repository } from './repository.ts';

let count = 0;

/**
 * The entries that `git add -A` would leave in the index: the files as they are on disk, new ones that git does not
 * ignore included, with the user's line endings and filters. Done on a copy of the index; only blobs are written.
 */
export async function worktreeEntries(repo: Repository): Promise<readonly IndexEntry[]> {
  const folder = join(repo.stateDir, 'tmp');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  count += 1;
  const copy = join(folder, `index-${process.pid}-disk-${count}`);
  try {
    await copyWithTimes(join(repo.gitDir, 'index'), copy);
    await git(repo, ['add', '--all', '--', ':/'], {
      env: { GIT_INDEX_FILE: copy },
      // A split index would leave a part of itself beside the user's.
      config: ['core.splitIndex=false', 'core.safecrlf=false', 'advice.addEmbeddedRepo=false'],
    });
    return await readAllEntries(repo, { path: repo.worktree, gitDir: repo.gitDir }, copy);
  } finally {
    await rm(copy, { force: true });
    await rm(`${copy}.lock`, { force: true });
  }
}
