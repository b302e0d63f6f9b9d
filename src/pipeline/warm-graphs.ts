import { headBranch, tipOf } from '../git/refs.ts';
import { listTree } from '../git/snapshot.ts';
import type { PipelineContext } from './pipeline-context.ts';

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
