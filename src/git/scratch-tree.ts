import { copyFile, rm } from 'node:fs/promises';
import { asOid, type Oid } from '../core/model/ids.ts';
import { keptIndex } from './kept-index.ts';
import { encodePath } from './path-bytes.ts';
import { git, gitText } from './plumbing.ts';
import type { Repository } from './repository.ts';
import { placeOf, type ScratchWorktree } from './worktrees.ts';

/**
 * The tree of a scratch worktree's commit with these paths as they are on disk now, through git's own conversions. Made
 * from the index that we kept; nothing else on disk has a say.
 */
export async function scratchTree(
  repo: Repository,
  scratch: ScratchWorktree,
  paths: readonly string[],
): Promise<Oid> {
  const copy = `${keptIndex(repo, scratch)}.tree`;
  await copyFile(keptIndex(repo, scratch), copy);
  const options = { env: { GIT_INDEX_FILE: copy }, config: ['core.sparseCheckout=false'] };
  try {
    await git(placeOf(repo, scratch), ['update-index', '--add', '--remove', '-z', '--stdin'], {
      ...options,
      stdin: Buffer.concat(paths.map((path) => Buffer.concat([encodePath(path), Buffer.of(0)]))),
    });
    return asOid(await gitText(placeOf(repo, scratch), ['write-tree'], options));
  } finally {
    await rm(copy, { force: true });
    await rm(`${copy}.lock`, { force: true });
  }
}
