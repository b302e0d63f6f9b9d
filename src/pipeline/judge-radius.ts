import { radiusFindings, type BlastRadius } from '../core/graph/blast-radius.ts';
import type { Patch, TreeEntry } from '../core/model/patch.ts';
import type { Hold, Note } from '../core/model/rejection.ts';
import type { Limits } from '../core/policies/limits.ts';
import type { DependencyGraphs } from '../gates/graph/dependency-graphs.ts';
import { measureRadius } from '../gates/graph/measure-radius.ts';
import { headBranch, tipOf } from '../git/refs.ts';
import { listTree } from '../git/snapshot.ts';
import type { PipelineContext } from './pipeline-context.ts';

/** What depends on a patch, and what that means for it. `radius` is null where it was not measured. */
export interface JudgedRadius {
  readonly radius: BlastRadius | null;
  readonly holds: readonly Hold[];
  readonly notes: readonly Note[];
}

/** Measures how many files depend on what a patch changes; a graph that is not there in time holds nothing up. */
export async function judgeRadius(
  graphs: DependencyGraphs | undefined,
  patch: Patch,
  on: { readonly tree: readonly TreeEntry[]; readonly limits: Limits },
): Promise<JudgedRadius> {
  if (graphs === undefined) return { radius: null, holds: [], notes: [] };
  const measured = await measureRadius(graphs, patch, on.tree);
  if (measured.kind === 'unknown') return { radius: null, holds: [], notes: [measured.note] };
  const { radius } = measured;
  return { radius, ...radiusFindings(radius, on.limits.dependents) };
}

/** Starts building the graph of the branch that is checked out, so that the first submission finds it. */
export async function warmGraphs({ graphs, repo, log }: PipelineContext): Promise<void> {
  try {
    const head = await headBranch(repo);
    const tip = head === null ? null : await tipOf(repo, head);
    if (tip !== null) graphs?.warm(tip, await listTree(repo, tip));
  } catch (error) {
    log.warn('the graph of imports was not started', { error });
  }
}
