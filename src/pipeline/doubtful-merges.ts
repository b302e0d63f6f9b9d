import { mergeChange } from '../core/merge/merge-change.ts';
import type { Oid } from '../core/model/ids.ts';
import type { FileChange, SnapshotFile } from '../core/model/patch.ts';
import type { Rejection } from '../core/model/rejection.ts';
import type { RepoPath } from '../core/model/repo-path.ts';
import { mergeRefusals } from '../core/planning/merge-refusals.ts';
import type { RebuiltBranch } from '../git/rebuild-branch.ts';
import type { Repository } from '../git/repository.ts';
import { readBlob } from '../git/snapshot.ts';
import { diffTrees, findInTree, treeOf, type TreeItem } from '../git/tree.ts';

/**
 * Looks a second time at every file that git merged by lines: what both sides changed goes together only where another
 * merge comes to the same text, and where nobody can doubt which lines were meant. A refusal for each file of which that
 * is not so. Where two histories have several common commits, there is no one text to start from, and git alone is asked.
 */
export async function doubtfulMerges(
  repo: Repository,
  { readPoint, hasOneBase, tree }: RebuiltBranch,
  { target, tip }: { readonly target: Oid | null; readonly tip: Oid },
): Promise<readonly Rejection[]> {
  if (readPoint === null || !hasOneBase) return [];
  const [base, landed, branch] = await Promise.all(
    [readPoint, target, tip].map(async (commit) => await treeOf(repo, commit)),
  );
  const theirs = new Set(
    (await diffTrees(repo, base ?? null, landed ?? null)).map(({ path }) => path),
  );
  const both = (await diffTrees(repo, base ?? null, branch ?? null)).filter(({ path }) =>
    theirs.has(path),
  );
  const found: Rejection[] = [];
  for (const { path, before, after } of both) {
    const now = await fileAt(repo, landed ?? null, path);
    const merged = await fileAt(repo, tree, path);
    const [old, mine] = [await fileOf(repo, before), await fileOf(repo, after)];
    // A file that one of them moved, deleted or made is git's to follow.
    if (old === null || mine === null || now === null || merged === null) continue;
    const change = changeOf(path, old, mine);
    const outcome = mergeChange({ change, landed: now }, merged.bytes);
    if (outcome.kind === 'conflict' || outcome.kind === 'disagree') {
      found.push(...mergeRefusals(change, outcome, []));
    }
  }
  return found;
}

const changeOf = (path: string, before: SnapshotFile, after: SnapshotFile): FileChange => ({
  path: path as RepoPath,
  before,
  after,
  regions: [],
  blocks: [],
  isWhole: false,
  isDeclaredDeletion: false,
});

const fileAt = async (
  repo: Repository,
  tree: Oid | null,
  path: string,
): Promise<SnapshotFile | null> => await fileOf(repo, await findInTree(repo, tree, path));

/** Null for what has no lines to merge. */
async function fileOf(repo: Repository, item: TreeItem | null): Promise<SnapshotFile | null> {
  if (item === null || item.mode === '120000' || item.mode === '160000') return null;
  const bytes = await readBlob(repo, item.oid);
  return bytes.includes(0) ? null : { bytes, ...item };
}
