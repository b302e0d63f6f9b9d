import type { BranchCommit } from '../core/planning/branch-message.ts';
import type { Oid } from '../core/model/ids.ts';
import { branchCommits, forkPoint, isShallow } from './branch-commits.ts';
import { commitObject } from './commit-object.ts';
import { mergeCommits, type Conflict } from './merge.ts';
import { mergeBases } from './refs.ts';
import { objectsOf, type Repository } from './repository.ts';
import { treeOf } from './tree.ts';

/** Commits to be rebuilt on a target. */
export interface RebuildRequest {
  /** Where the target is; null: it has no commit yet. */
  readonly target: Oid | null;
  /** The branch's last commit. */
  readonly tip: Oid;
  /** Which of these commits of the branch the target holds already, as one commit of another name. */
  readonly landed: (commits: readonly BranchCommit[]) => Promise<readonly Oid[]>;
}

/** A branch as it would be on the target. */
export interface RebuiltBranch {
  readonly kind: 'rebuilt';
  /** The merged tree. */
  readonly tree: Oid;
  /** What the branch's author saw of the target; null: the target has no commit. */
  readonly readPoint: Oid | null;
  /** False: the two histories have several best common commits, and git merged those first. */
  readonly hasOneBase: boolean;
  /** Where the branch left the target, where that is older: it merged the target in since. */
  readonly earlierReadPoint: Oid | null;
  /** What the target does not hold yet, newest first. */
  readonly commits: readonly BranchCommit[];
  /** The branch's tree changes nothing against the commit that it starts from. */
  readonly isIdle: boolean;
}

/** How rebuilding ends: `contained`: the target has it all; `unrelated`: there is no common commit. */
export type Rebuilding =
  | RebuiltBranch
  | { readonly kind: 'contained' }
  | { readonly kind: 'unrelated'; readonly isShallow: boolean }
  | {
      readonly kind: 'conflict';
      readonly conflicts: readonly Conflict[];
      readonly readPoint: Oid;
    };

/**
 * Rebuilds a branch's work on its target, in the object store alone: the difference from the merge base, merged three
 * ways. A landing stands for a merge of the commits that it was made of, although its commit does not say so: the branch
 * may go on from those.
 */
export async function rebuildBranch(
  repo: Repository,
  { target, tip, landed }: RebuildRequest,
): Promise<Rebuilding> {
  if (target === null) return await onNothing(repo, tip);
  const ahead = await branchCommits(repo, tip, [target]);
  if (ahead.length === 0) return { kind: 'contained' };
  const known = await landed(ahead);
  if (known.includes(tip)) return { kind: 'contained' };
  const ours = known.length === 0 ? target : await asMerge(repo, target, known);
  const [base, ...otherBases] = await mergeBases(repo, ours, tip);
  if (base === undefined) return { kind: 'unrelated', isShallow: await isShallow(repo) };
  const merged = await mergeCommits(repo, ours, tip);
  if (!merged.ok) return { kind: 'conflict', conflicts: merged.error, readPoint: base };
  const commits = known.length === 0 ? ahead : await branchCommits(repo, tip, [target, ...known]);
  const hasMerges = commits.some(({ parents }) => parents.length > 1);
  const fork = hasMerges ? await forkPoint(repo, ours, tip) : null;
  return {
    kind: 'rebuilt',
    tree: merged.value,
    readPoint: base,
    hasOneBase: otherBases.length === 0,
    earlierReadPoint: fork === base ? null : fork,
    commits,
    isIdle: (await treeOf(repo, base)) === (await treeOf(repo, tip)),
  };
}

/** On a branch without a commit there is nothing to merge with. */
async function onNothing(repo: Repository, tip: Oid): Promise<RebuiltBranch> {
  const tree = await treeOf(repo, tip);
  if (tree === null) throw new TypeError(`${tip} has no tree`);
  const commits = await branchCommits(repo, tip, []);
  return {
    kind: 'rebuilt',
    tree,
    readPoint: null,
    hasOneBase: true,
    earlierReadPoint: null,
    commits,
    isIdle: false,
  };
}

const NOBODY = { name: 'Sallyport', email: 'sallyport@localhost' };

/** A commit of the target's tree that has the landed commits as parents too: git then finds the right merge base. */
async function asMerge(repo: Repository, target: Oid, known: readonly Oid[]): Promise<Oid> {
  const tree = await treeOf(repo, target);
  if (tree === null) throw new TypeError(`${target} has no tree`);
  const parts = { author: NOBODY, committer: NOBODY, at: 0, message: 'What landed, as a merge' };
  return await objectsOf(repo).writeCommit(
    commitObject({ ...parts, tree, parents: [target, ...known] }),
  );
}
