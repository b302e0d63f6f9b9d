import type { Config } from '../config/config.ts';
import { headBranch, tipOf } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { configAt } from '../pipeline/settings.ts';

/** The config in force for the branch that is checked out; defaults on an unborn branch or a detached HEAD. */
export async function headConfig(repo: Repository): Promise<Config> {
  const head = await headBranch(repo);
  return configAt(repo, head === null ? null : await tipOf(repo, head));
}
