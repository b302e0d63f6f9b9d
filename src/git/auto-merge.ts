import { asOid, type Oid } from '../core/model/ids.ts';
import { PINNED } from './merge.ts';
import { decodePath, splitNul } from './path-bytes.ts';
import { git } from './plumbing.ts';
import type { Repository } from './repository.ts';
import { diffTrees, findInTree, treeOf, type PathChange, type TreeItem } from './tree.ts';
import type { TreeNode } from './objects.ts';

/** A merge as it was, or is about to be, committed. */
export interface MadeMerge {
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  /** Trees that nobody has written yet. */
  readonly known?: ReadonlyMap<Oid, readonly TreeNode[]>;
}

/**
 * What whoever merged has put in: the paths that differ from what merging by itself gives and, where that is a conflict,
 * from both sides. What only one side brought in is no part of it.
 */
export async function mergeChanges(
  repo: Repository,
  { tree, parents, known = new Map() }: MadeMerge,
): Promise<readonly PathChange[]> {
  const [ours = null, theirs = null, ...more] = parents;
  const merged =
    ours === null || theirs === null || more.length > 0
      ? null
      : await autoMerge(repo, ours, theirs);
  if (merged === null) return inNoParent(repo, { tree, parents, known });
  const trees = await Promise.all([ours, theirs].map(async (parent) => treeOf(repo, parent)));
  const changes = await diffTrees(repo, merged.tree, tree, known);
  const kept = await Promise.all(
    changes.map(async (change): Promise<PathChange | null> => {
      if (!merged.conflicts.has(change.path)) return change;
      const sides = await Promise.all(
        trees.map(async (side) => findInTree(repo, side, change.path)),
      );
      if (sides.some((side) => isSame(side, change.after))) return null;
      return { ...change, before: sides[0] ?? sides[1] ?? null };
    }),
  );
  return kept.filter((change) => change !== null);
}

interface AutoMerge {
  readonly tree: Oid;
  readonly conflicts: ReadonlySet<string>;
}

/** Null where git cannot merge them by itself at all: no common history. */
async function autoMerge(repo: Repository, ours: Oid, theirs: Oid): Promise<AutoMerge | null> {
  const end = await git(
    repo,
    ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', ours, theirs],
    { accept: [1, 128], config: PINNED },
  );
  if (end.code === 128) return null;
  const [tree, ...paths] = splitNul(end.stdout);
  return {
    tree: asOid(tree?.toString('latin1') ?? ''),
    conflicts: new Set(paths.filter(({ length }) => length > 0).map(decodePath)),
  };
}

/** For merges of several, or of histories that share nothing: the paths that are as in none of the parents. */
async function inNoParent(
  repo: Repository,
  { tree, parents, known }: Required<MadeMerge>,
): Promise<readonly PathChange[]> {
  const [first, ...others] = await Promise.all(
    parents.map(async (parent) => diffTrees(repo, await treeOf(repo, parent), tree, known)),
  );
  const elsewhere = others.map((changes) => new Set(changes.map(({ path }) => path)));
  return (first ?? []).filter(({ path }) => elsewhere.every((paths) => paths.has(path)));
}

const isSame = (a: TreeItem | null, b: TreeItem | null): boolean =>
  a?.oid === b?.oid && a?.mode === b?.mode;
