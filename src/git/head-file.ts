import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a worktree's HEAD file says: the ref that it is on; null: detached. */
export interface PlainHead {
  readonly ref: string | null;
}

/**
 * Reads the HEAD file of a worktree's git folder, where it is the plain one that gitrepository-layout(5) describes. Null
 * where only git can tell: other ref storage keeps a placeholder there, old repositories a symbolic link.
 */
export async function plainHead(gitDir: string): Promise<PlainHead | null> {
  const head = join(gitDir, 'HEAD');
  const isPlain = await lstat(head).then(
    (found) => found.isFile(),
    () => false,
  );
  const content = isPlain ? await textOf(head) : '';
  const [, name] = /^ref: (refs\/\S+)\n?$/.exec(content) ?? [];
  if (name !== undefined && name !== 'refs/heads/.invalid') return { ref: name };
  return /^[0-9a-f]{40,64}\n?$/.test(content) ? { ref: null } : null;
}

/** Empty where it is gone: scratch worktrees are removed at any time, also while one is looked at. */
async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
