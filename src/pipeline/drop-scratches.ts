import { removeScratch, type ScratchWorktree } from '../git/worktrees.ts';
import type { PipelineContext } from './pipeline-context.ts';

/**
 * Removes the scratch worktrees of work that is over. What cannot be removed, on a full disk for one, says nothing of how
 * the work ended: `tidy` and the next start remove it.
 */
export async function dropScratches(
  { repo, log }: Pick<PipelineContext, 'repo' | 'log'>,
  scratches: readonly ScratchWorktree[],
): Promise<void> {
  for (const scratch of scratches) {
    await removeScratch(repo, scratch).catch((error: unknown) =>
      log.warn(`${scratch.path} could not be removed`, { error }),
    );
  }
}
