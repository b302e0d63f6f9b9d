import { EVERYTHING, type Part } from '../core/schedule/queue-state.ts';
import type { Oid } from '../core/model/ids.ts';
import { diffTrees, treeOf } from '../git/tree.ts';
import { partsOf } from './parts-of.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { configAt } from './settings.ts';

/** The parts that a move of a branch changes which others made. */
export async function movedParts(
  { repo }: PipelineContext,
  from: Oid | null,
  to: Oid | null,
): Promise<readonly Part[]> {
  const tree = await treeOf(repo, to);
  if (from === null || tree === null) return [EVERYTHING];
  try {
    const changes = await diffTrees(repo, await treeOf(repo, from), tree);
    const paths = changes.map(({ path }) => path);
    return partsOf(await configAt(repo, to), paths).changes;
  } catch {
    // A commit that is gone, a config that cannot be read: nothing that was found out may hold.
    return [EVERYTHING];
  }
}
