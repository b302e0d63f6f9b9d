import type { Config } from '../config/config.ts';
import { defaultTarget } from '../git/default-target.ts';
import { watchBranches, type BranchWatch } from '../intake/branches.ts';
import { configAt } from '../pipeline/settings.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';

/** Opens the door for branches; resolves when those that were there already are taken in. Null: the config wants none. */
export async function openBranchDoor(
  context: PipelineContext,
  { watch, pattern }: Config['branches'],
  onSubmitted: () => void,
): Promise<BranchWatch | null> {
  if (!watch) return null;
  const { repo } = context;
  const door = watchBranches({
    ...context,
    pattern,
    defaultTarget: () => defaultTarget(repo, async (tip) => (await configAt(repo, tip)).target),
    onSubmitted,
  });
  await door.ready;
  return door;
}
