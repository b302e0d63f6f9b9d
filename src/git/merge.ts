import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asOid, type Oid } from '../core/model/ids.ts';
import { ok, refused, type Result } from '../core/model/result.ts';
import { decodePath, splitNul } from './path-bytes.ts';
import { git } from './plumbing.ts';
import type { Repository } from './repository.ts';

/** Rename detection differs between git's versions and users' settings; a merge must come out the same everywhere. */
export const PINNED = [
  'merge.renames=true',
  'merge.renameLimit=2000',
  'merge.directoryRenames=conflict',
  'diff.algorithm=histogram',
];

/**
 * Merges two commits in the object store, against their merge base: the merged tree, or the paths in conflict. Only a
 * conflict is a refusal; anything else that goes wrong (no common history, a missing object) is a `Fault`.
 */
export async function mergeCommits(
  repo: Repository,
  ours: Oid,
  theirs: Oid,
): Promise<Result<Oid, readonly string[]>> {
  const end = await git(
    repo,
    ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', ours, theirs],
    { accept: [1], config: PINNED },
  );
  const [tree, ...paths] = splitNul(end.stdout);
  if (end.code === 0) return ok(asOid(tree?.toString('latin1') ?? ''));
  return refused([...new Set(paths.filter(({ length }) => length > 0).map(decodePath))]);
}

/** Three contents of one file. */
export interface MergeContents {
  readonly base: Uint8Array;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
}

/** Merges contents by lines; refused, with the number of conflicts, where both sides changed the same place. */
export async function mergeContents(
  repo: Repository,
  contents: MergeContents,
): Promise<Result<Uint8Array, number>> {
  const parent = join(repo.stateDir, 'tmp');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, 'merge-'));
  try {
    const names = ['ours', 'base', 'theirs'] as const;
    for (const name of names) await writeFile(join(folder, name), contents[name]);
    const files = names.map((name) => join(folder, name));
    // The exit code counts conflicts; above 127 git failed. Binary content is an error, and for us a conflict.
    const conflicts = Array.from({ length: 127 }, (_, at) => at + 1);
    const end = await git(repo, ['merge-file', '-p', '-q', ...files], {
      accept: [...conflicts, 255],
      config: ['merge.conflictStyle=merge'],
    });
    return end.code === 0 ? ok(end.stdout) : refused(end.code === 255 ? 1 : end.code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
