import type { ScratchWorktree } from '../git/worktrees.ts';
import type { PipelineContext } from './pipeline-context.ts';

/**
 * Gives back the scratch worktrees of work that is over. What cannot be removed, on a full disk for one, says nothing of
 * how the work ended.
 */
export async function dropScratches(
  { trees, log }: Pick<PipelineContext, 'trees' | 'log'>,
  scratches: readonly ScratchWorktree[],
): Promise<void> {
  for (const scratch of scratches) {
    await trees
      .close(scratch)
      .catch((error: unknown) => log.warn(`${scratch.path} could not be removed`, { error }));
  }
}
