import { radiusFindings, type BlastRadius } from '../../core/graph/blast-radius.ts';
import type { Patch, TreeEntry } from '../../core/model/patch.ts';
import type { Hold, Note } from '../../core/model/rejection.ts';
import type { Limits } from '../../core/policies/limits.ts';
import type { DependencyGraphs } from './dependency-graphs.ts';
import { measureRadius } from './measure-radius.ts';

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
