import type { Config } from '../config/config.ts';
import type { Oid } from '../core/model/ids.ts';
import type { GateTree } from './gate-tree.ts';
import { restoreScratch } from '../git/restore-scratch.ts';
import type { Repository } from '../git/repository.ts';
import { primeTree } from './prime-tree.ts';
import type { ScratchTrees } from '../git/scratch-trees.ts';
import type { ScratchWorktree } from '../git/worktrees.ts';

/** A commit that gates will run on. */
export interface GateTreeRequest {
  readonly commit: Oid;
  readonly tree: Oid;
  readonly config: Config;
  /** This process's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where gate trees come from. */
export interface GateTreeSource {
  readonly repo: Repository;
  readonly trees: ScratchTrees;
}

/**
 * Checks a commit out into a scratch worktree, which is added to `scratches` for the caller to close, and gives it the
 * checkout's dependencies.
 */
export async function openGateTree(
  { repo, trees }: GateTreeSource,
  scratches: ScratchWorktree[],
  { commit, tree, config, env }: GateTreeRequest,
): Promise<GateTree> {
  const scratch = await trees.open(commit);
  scratches.push(scratch);
  const onDoubt = (): void => trees.doubt(scratch);
  const prime = await primeTree(repo, scratch, { config, env, onDoubt });
  return {
    path: scratch.path,
    commit,
    tree,
    prime,
    readOnly: [...prime.linked, repo.commonDir],
    hidden: [repo.stateDir],
    onDoubt,
  };
}

/** Undoes what a gate changed in the tracked files of its tree; names them. */
export async function restoreGateTree(
  repo: Repository,
  scratches: readonly ScratchWorktree[],
  { path }: GateTree,
): Promise<readonly string[]> {
  const scratch = scratches.find((one) => one.path === path);
  if (scratch === undefined) throw new TypeError(`${path} is no scratch worktree of this attempt`);
  return restoreScratch(repo, scratch);
}
