import type { Oid } from '../core/model/ids.ts';
import type { FileChange } from '../core/model/patch.ts';
import type { Rejection } from '../core/model/rejection.ts';
import { parseRepoPath } from '../core/model/repo-path.ts';
import { ok, refused, type Result } from '../core/model/result.ts';
import { objectsOf, type Repository } from './repository.ts';
import { treePatch } from './tree-patch.ts';
import { diffTrees, type PathChange } from './tree.ts';

/** What is read at most: a change beyond it is refused without a look inside. Bytes of all sides together. */
export interface BranchBounds {
  readonly paths: number;
  readonly bytes: number;
}

const BRANCH_BOUNDS: BranchBounds = { paths: 5_000, bytes: 256 * 1024 * 1024 };

/**
 * The changes that lead from one tree to another (null: the empty one), sorted by path, with both contents of each file.
 * A file that moved and stayed half the same or more is one change with `from`. Symbolic links have their target as
 * content, submodules a line with their commit. Nothing is declared and nothing is whole: the trees do not say. Refused:
 * a path that no submission may have, and what is beyond the bounds.
 */
export async function branchPatch(
  repo: Repository,
  before: Oid | null,
  after: Oid | null,
  bounds: BranchBounds = BRANCH_BOUNDS,
): Promise<Result<readonly FileChange[], readonly Rejection[]>> {
  const changes = await diffTrees(repo, before, after);
  if (changes.length > bounds.paths) {
    const facts = { actual: changes.length, limit: bounds.paths };
    return refused([{ code: 'excessive-blast-radius', reason: 'files', facts }]);
  }
  const bytes = await bytesOf(repo, changes);
  if (bytes > bounds.bytes) {
    const facts = { what: 'bytes', actual: bytes, limit: bounds.bytes };
    return refused([{ code: 'diff-too-large', reason: 'lines', facts }]);
  }
  const denied = changes.flatMap(({ path }): Rejection[] => {
    const parsed = parseRepoPath(path);
    if (parsed.ok && parsed.value === path) return [];
    return [{ code: 'path-denied', path, reason: parsed.ok ? 'reserved-name' : parsed.error }];
  });
  if (denied.length > 0) return refused(denied);
  const { patch } = await treePatch(repo, null, changes, {
    isDeclared: () => false,
    maxBytes: bounds.bytes,
  });
  return ok(patch.changes);
}

async function bytesOf(repo: Repository, changes: readonly PathChange[]): Promise<number> {
  const sizes = await Promise.all(
    changes
      .flatMap(({ before, after }) => [before, after])
      .map(async (item) => {
        if (item === null || item.mode === '160000') return 0;
        return (await objectsOf(repo).info(item.oid))?.size ?? 0;
      }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
