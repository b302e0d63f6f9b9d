import type { Oid } from '../core/model/ids.ts';
import type { FileChange, FileSide } from '../core/model/patch.ts';
import type { Rejection } from '../core/model/rejection.ts';
import { parseRepoPath, type RepoPath } from '../core/model/repo-path.ts';
import { ok, refused, type Result } from '../core/model/result.ts';
import { decodePath, splitNul } from './path-bytes.ts';
import { git } from './plumbing.ts';
import { objectsOf, type Repository } from './repository.ts';
import { readBlob } from './snapshot.ts';
import { diffTrees, type PathChange, type TreeItem } from './tree.ts';

/** What is read at most: a change beyond it is refused without a look inside. Bytes of all sides together. */
export interface TreePatchBounds {
  readonly paths: number;
  readonly bytes: number;
}

export const TREE_PATCH_BOUNDS: TreePatchBounds = { paths: 5_000, bytes: 256 * 1024 * 1024 };

/**
 * The changes that lead from one tree to another (null: the empty one), sorted by path, with both contents of each file.
 * A file that moved and stayed half the same or more is one change with `from`. Symbolic links have their target as
 * content, submodules a line with their commit. Nothing is declared and nothing is whole: the trees do not say. Refused:
 * a path that no submission may have, and what is beyond the bounds.
 */
export async function treePatch(
  repo: Repository,
  before: Oid | null,
  after: Oid | null,
  bounds: TreePatchBounds = TREE_PATCH_BOUNDS,
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
  const moved = await renames(repo, { before, after }, changes);
  const sources = new Set(moved.values());
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const kept = changes.filter(({ path }) => !sources.has(path));
  return ok(
    await Promise.all(
      kept.map(async (change) => {
        const from = moved.get(change.path);
        const old = from === undefined ? change.before : (byPath.get(from)?.before ?? null);
        return {
          path: change.path as RepoPath,
          ...(from === undefined ? {} : { from: from as RepoPath }),
          before: await sideOf(repo, old),
          after: await sideOf(repo, change.after),
          regions: [],
          blocks: [],
          isWhole: false,
          isDeclaredDeletion: false,
        };
      }),
    ),
  );
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

/** New path -> old path. Git's own notion of a rename, with the numbers that it has by default. */
async function renames(
  repo: Repository,
  trees: { readonly before: Oid | null; readonly after: Oid | null },
  changes: readonly PathChange[],
): Promise<ReadonlyMap<string, string>> {
  const isPossible =
    changes.some(({ before }) => before === null) && changes.some(({ after }) => after === null);
  if (!isPossible || trees.before === null || trees.after === null) return new Map();
  const { stdout } = await git(repo, [
    'diff-tree',
    '-r',
    '-z',
    '--raw',
    '--find-renames=50%',
    '-l2000',
    '--diff-filter=R',
    '--no-ext-diff',
    trees.before,
    trees.after,
  ]);
  const fields = splitNul(stdout);
  return new Map(
    Array.from({ length: Math.floor(fields.length / 3) }, (_, at) => [
      decodePath(fields[at * 3 + 2] ?? Buffer.alloc(0)),
      decodePath(fields[at * 3 + 1] ?? Buffer.alloc(0)),
    ]),
  );
}

async function sideOf(repo: Repository, item: TreeItem | null): Promise<FileSide | null> {
  if (item === null) return null;
  if (item.mode !== '160000') return { bytes: await readBlob(repo, item.oid), mode: item.mode };
  return { bytes: Buffer.from(`Subproject commit ${item.oid}\n`), mode: item.mode };
}
