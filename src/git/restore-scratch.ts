import { copyFile, rm } from 'node:fs/promises';
import { encodePath } from './path-bytes.ts';
import { git } from './plumbing.ts';
import type { Repository } from './repository.ts';
import { keptIndex, placeOf, scratchChanges, type ScratchWorktree } from './worktrees.ts';

/**
 * Undoes what a command changed in the tracked files of a scratch worktree, and names them. Written from the index that
 * we kept: what the command left in the tree's own git folder has no say.
 */
export async function restoreScratch(
  repo: Repository,
  scratch: ScratchWorktree,
): Promise<readonly string[]> {
  const changed = await scratchChanges(repo, scratch);
  if (changed.length === 0) return [];
  const copy = `${keptIndex(repo, scratch)}.restore`;
  await copyFile(keptIndex(repo, scratch), copy);
  try {
    await git(placeOf(repo, scratch), ['checkout-index', '--force', '-z', '--stdin'], {
      stdin: Buffer.concat(changed.map((path) => Buffer.concat([encodePath(path), Buffer.of(0)]))),
      env: { GIT_INDEX_FILE: copy },
    });
  } finally {
    await rm(copy, { force: true });
  }
  return changed;
}
