import type { Config } from '../config/config.ts';
import type { Oid } from '../core/model/ids.ts';
import type { GateTree } from '../gates/gate-tree.ts';
import { primeDependencies } from '../git/prime.ts';
import { restoreScratch } from '../git/restore-scratch.ts';
import { createScratch } from '../git/worktrees.ts';
import type { PipelineContext } from './pipeline-context.ts';
import type { Work } from './work.ts';

/** A commit that gates will run on; `name` is unique among living scratch worktrees. */
export interface GateTreeRequest {
  readonly name: string;
  readonly commit: Oid;
  readonly tree: Oid;
  readonly config: Config;
}

/** Checks a commit out into a scratch worktree of this attempt and gives it the checkout's dependencies. */
export async function openGateTree(
  { repo }: PipelineContext,
  work: Work,
  { name, commit, tree, config }: GateTreeRequest,
): Promise<GateTree> {
  const scratch = await createScratch(repo, { name, commit });
  work.scratches.push(scratch);
  const prime = await primeDependencies(repo, scratch, config.prime);
  return {
    path: scratch.path,
    commit,
    tree,
    prime,
    readOnly: [...prime.linkedFolders, repo.commonDir],
    hidden: [repo.stateDir],
  };
}

/** Undoes what a gate changed in the tracked files of its tree; names them. */
export async function restoreGateTree(
  { repo }: PipelineContext,
  work: Work,
  { path }: GateTree,
): Promise<readonly string[]> {
  const scratch = work.scratches.find((one) => one.path === path);
  if (scratch === undefined) throw new TypeError(`${path} is no scratch worktree of this attempt`);
  return restoreScratch(repo, scratch);
}
