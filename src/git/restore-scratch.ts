import { lstatSync, type Stats } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SCRATCH_CONFIG } from './kept-index.ts';
import { diskPath, encodePath } from './path-bytes.ts';
import { git } from './plumbing.ts';
import { removeTree } from './remove-tree.ts';
import type { Repository } from './repository.ts';
import { scratchChanges } from './scratch-changes.ts';
import { placeOf, scratchDraft, type ScratchWorktree } from './worktrees.ts';

/**
 * Undoes what a command changed in the tracked files of a scratch worktree, and names them. Each is checked out anew into
 * a folder of its own, by an index and attributes of the commit alone, and moved to its place: nothing that the command
 * left, in the tree or in its git folder, has a say.
 */
export async function restoreScratch(
  repo: Repository,
  scratch: ScratchWorktree,
): Promise<readonly string[]> {
  const changed = await scratchChanges(repo, scratch);
  if (changed.length === 0) return [];
  const draft = await mkdtemp(await scratchDraft(repo));
  try {
    const files = join(draft, 'files');
    await mkdir(files);
    const place = { ...placeOf(repo, scratch), worktree: files };
    const options = { env: { GIT_INDEX_FILE: join(draft, 'index') }, config: SCRATCH_CONFIG };
    await git(place, ['read-tree', scratch.commit], options);
    await git(place, ['checkout-index', '--force', '-z', '--stdin'], {
      ...options,
      stdin: Buffer.concat(changed.map((path) => Buffer.concat([encodePath(path), Buffer.of(0)]))),
    });
    for (const path of changed) {
      await makeFolders(scratch.path, path);
      await removeTree(diskPath(scratch.path, path));
      await rename(diskPath(files, path), diskPath(scratch.path, path));
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return changed;
}

/** Every folder above a path is one, is no link, and may be written to. */
async function makeFolders(root: string, path: string): Promise<void> {
  const above: string[] = [];
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) above.unshift(folder);
  for (const folder of above) {
    const full = diskPath(root, folder);
    const stats: Stats | undefined = lstatSync(full, { throwIfNoEntry: false });
    if (stats?.isDirectory() !== true) {
      await removeTree(full);
      await mkdir(full);
    } else if ((stats.mode & 0o700) !== 0o700) await chmod(full, 0o700);
  }
}
