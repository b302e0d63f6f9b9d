import type { Config } from '../config/config.ts';
import type { Oid } from '../core/model/ids.ts';
import { runCommand, type CommandRun } from '../gates/command.ts';
import { gatePlace } from '../gates/gate-place.ts';
import { keepFiles } from '../gates/leftovers.ts';
import type { Repository } from '../git/repository.ts';
import { treeOf } from '../git/tree.ts';
import { freshTrees } from '../git/scratch-trees.ts';
import type { ScratchWorktree } from '../git/worktrees.ts';
import { openGateTree, restoreGateTree } from '../gates/gate-trees.ts';

/** How one gate of a config ended on a commit. */
export interface TriedGate {
  readonly name: string;
  readonly run: CommandRun;
}

/**
 * Runs every gate of a config once on a commit as it stands, in a scratch worktree: what `init` knows before it calls a
 * gate required. `env` is this process's environment.
 */
export async function tryGates(
  repo: Repository,
  commit: Oid,
  {
    config,
    env,
    signal,
  }: {
    readonly config: Config;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly signal: AbortSignal;
  },
): Promise<readonly TriedGate[]> {
  const treeId = await treeOf(repo, commit);
  if (treeId === null || config.gates.length === 0) return [];
  const scratches: ScratchWorktree[] = [];
  const trees = freshTrees(repo, 'init');
  try {
    const tree = await openGateTree({ repo, trees }, scratches, {
      commit,
      tree: treeId,
      config,
      env,
    });
    const place = await gatePlace(env, config);
    const tried: TriedGate[] = [];
    for (const { name, run: command, timeout, network } of config.gates) {
      // As in a real run: what one gate leaves behind must not help the next.
      const removeLeftovers = await keepFiles(tree.path);
      const run = await runCommand({
        command,
        tree,
        files: [],
        base: commit,
        timeout,
        hasNetwork: network,
        env: place.env,
        sandbox: place.sandbox,
        bounds: place.bounds,
        signal,
      });
      await restoreGateTree(repo, scratches, tree);
      await removeLeftovers();
      tried.push({ name, run });
    }
    return tried;
  } finally {
    for (const scratch of scratches) await trees.close(scratch);
  }
}
