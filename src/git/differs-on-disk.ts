import type { Oid } from '../core/model/ids.ts';
import { cleanedId } from './landing/conversions.ts';
import { lookAt, readBytes } from './landing/disk-file.ts';
import { diskPath } from './path-bytes.ts';
import type { Repository } from './repository.ts';

/**
 * Whether the checkout has other content at `path` than this blob, or nothing. Line endings and filters do not count:
 * what git would store is compared.
 */
export async function differsOnDisk(repo: Repository, path: string, blob: Oid): Promise<boolean> {
  const full = diskPath(repo.worktree, path);
  const look = lookAt(full, repo.objectFormat);
  if (look.kind !== 'file') return true;
  if (look.id === blob) return false;
  const checkout = { path: repo.worktree, gitDir: repo.gitDir };
  return (await cleanedId(repo, checkout, path, readBytes(full, false))) !== blob;
}
