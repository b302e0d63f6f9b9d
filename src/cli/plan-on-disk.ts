import { decode } from '../core/formats/decode.ts';
import { NOTHING_STATED } from '../core/model/stated.ts';
import type { PlannedResponse } from '../core/planning/plan-response.ts';
import { limitsFor } from '../config/limits-for.ts';
import { headBranch, tipOf } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { listTree } from '../git/snapshot.ts';
import { loadWorkingSnapshot } from '../git/working-tree.ts';
import { planText } from '../pipeline/plan-text.ts';
import { openStore } from '../store/open-store.ts';
import { headConfig } from './head-config.ts';

/**
 * Plans a response on the files as they are on disk, under the config in force: policies and the syntax gate judge, no
 * command runs. `allowed` are hold reasons that the person let pass; `agent` is null for a person.
 */
export async function planOnDisk(
  repo: Repository,
  payload: Uint8Array,
  { allowed, agent }: { readonly allowed: readonly string[]; readonly agent: string | null },
): Promise<PlannedResponse> {
  const config = await headConfig(repo);
  const head = await headBranch(repo);
  const tip = head === null ? null : await tipOf(repo, head);
  const limits = limitsFor(config, agent);
  const decoded = decode(payload, {
    roots: [repo.worktree],
    maxBytes: limits.response,
    maxBlocks: limits.blocks,
  });
  const tree = await listTree(repo, tip);
  const store = decoded.envelope.readTokens.length > 0 ? openStore(repo.stateDir, Date.now) : null;
  try {
    const planned = await planText(
      { repo, reads: store?.reads ?? NO_READS, ledger: store?.ledger ?? null },
      {
        decoded,
        stated: NOTHING_STATED,
        base: tip,
        tree,
        load: async (paths) => await loadWorkingSnapshot(repo, tip, tree, paths),
        config,
        limits,
        now: Date.now(),
        // A person applies this to files of their own, which they can see.
        isReadRequired: false,
      },
    );
    return { ...planned, holds: planned.holds.filter(({ code }) => !allowed.includes(code)) };
  } finally {
    store?.close();
  }
}

/** The response names no token. */
const NO_READS = { find: () => null, resembling: () => [] };
