import { blobId, sha256, type ContentHash } from '../core/model/content-hash.ts';
import { asOid, type Oid } from '../core/model/ids.ts';
import { cleanedId } from './landing/conversions.ts';
import { lookAt, readBytes } from './landing/disk-file.ts';
import { diskPath } from './path-bytes.ts';
import { recentChanges } from './recent-changes.ts';
import { objectsOf, type Repository } from './repository.ts';

/** The bytes of a blob; null where the repository has no such blob (any more). */
export async function blobBytes(repo: Repository, oid: Oid): Promise<Buffer | null> {
  const found = await objectsOf(repo).read(oid);
  return found?.type === 'blob' ? found.bytes : null;
}

/**
 * The blob that a hash of a whole file stands for: itself, a version that the branch had of the path, or the file in the
 * checkout, whose line endings and filters git would clean. Null where nothing here has it.
 */
export async function blobOfHash(
  repo: Repository,
  hash: ContentHash,
  where: { readonly path: string; readonly tip: Oid | null },
): Promise<Oid | null> {
  const [kind, hex = ''] = hash.split(':');
  if (kind === 'blob') {
    const found = await objectsOf(repo).info(hex);
    if (found?.type === 'blob') return found.oid;
  } else {
    const version = await versionOfSha256(repo, hash, where);
    if (version !== null) return version;
  }
  return await blobOnDisk(repo, hash, where.path);
}

/** Looked for in every version that the branch's history holds of the path, as far back as is looked at. */
async function versionOfSha256(
  repo: Repository,
  hash: ContentHash,
  { path, tip }: { readonly path: string; readonly tip: Oid | null },
): Promise<Oid | null> {
  if (tip === null) return null;
  const changes = await recentChanges(repo, { tip, paths: [path], since: 'ever' });
  for (const { before, after } of changes) {
    const bytes = [after, before].find(
      (side) => side !== null && `sha256:${sha256(side)}` === String(hash),
    );
    if (bytes !== undefined && bytes !== null) return asOid(blobId(bytes, repo.objectFormat));
  }
  return null;
}

async function blobOnDisk(repo: Repository, hash: ContentHash, path: string): Promise<Oid | null> {
  const full = diskPath(repo.worktree, path);
  if (lookAt(full, repo.objectFormat).kind !== 'file') return null;
  const bytes = readBytes(full, false);
  const names = [`blob:${blobId(bytes, repo.objectFormat)}`, `sha256:${sha256(bytes)}`];
  if (!names.includes(hash)) return null;
  return await cleanedId(repo, { path: repo.worktree, gitDir: repo.gitDir }, path, bytes);
}
