import { basename } from 'node:path';
import { snapshotPaths } from '../core/apply/apply.ts';
import { decode } from '../core/formats/decode.ts';
import { planResponse, type PlannedResponse } from '../core/planning/plan-response.ts';
import { staleReads } from '../core/planning/stale-reads.ts';
import { limitsFor } from '../config/limits-for.ts';
import { protectedRulesOf } from '../config/protected-rules.ts';
import { checkSyntax } from '../gates/syntax/check-syntax.ts';
import { headBranch, tipOf } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { listTree } from '../git/snapshot.ts';
import { loadWorkingSnapshot } from '../git/working-tree.ts';
import { findReverts } from '../git/find-reverts.ts';
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
  const repoName = basename(repo.worktree);
  const tree = await listTree(repo, tip);
  const snapshot = await loadWorkingSnapshot(
    repo,
    tip,
    tree,
    snapshotPaths(decoded, tree, { repoName }),
  );
  const planned = planResponse(decoded, snapshot, {
    limits,
    protectedRules: protectedRulesOf(config),
    repoName,
    readPoint: new Map(),
    // A person applies this to files of their own, which they can see.
    isReadRequired: false,
  });
  const { patch } = planned;
  const syntax = patch === null ? { rejections: [], notes: [] } : await checkSyntax(patch);
  const { fresh: freshReads } = staleReads(decoded, snapshot, new Map());
  const reverts =
    patch === null
      ? { rejections: [], holds: [] }
      : await findReverts(repo, { patch, readPoint: null, freshReads, now: Date.now() });
  return {
    patch: syntax.rejections.length > 0 ? null : patch,
    blocks: planned.blocks,
    rejections: [...planned.rejections, ...syntax.rejections],
    holds: [...planned.holds, ...reverts.holds].filter(({ code }) => !allowed.includes(code)),
    notes: [...planned.notes, ...syntax.notes],
  };
}
