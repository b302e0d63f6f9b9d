import { resolveCommit } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import type { Environment } from '../git/git-environment.ts';
import type { HookName } from './hook-names.ts';

/** What git gave to a hook, as the pre-commit framework hands it on. */
export interface FrameworkInput {
  readonly args: readonly string[];
  readonly input: string;
}

/**
 * The pre-commit framework reads the list of refs that `pre-push` gets, and calls its hooks with the facts of the first
 * one in variables and nothing on standard input; where everything is new, with the name of the branch alone. Null where
 * the hook was called by git, or is no `pre-push`.
 */
export async function inputOfFramework(
  repo: Repository,
  name: HookName,
  env: Environment,
): Promise<FrameworkInput | null> {
  if (name !== 'pre-push' || env['PRE_COMMIT'] !== '1') return null;
  const branch = env['PRE_COMMIT_LOCAL_BRANCH'];
  const pushed = env['PRE_COMMIT_TO_REF'] ?? branch;
  const local = pushed === undefined ? null : await resolveCommit(repo, pushed);
  if (local === null) return null;
  const remote = await resolveCommit(repo, env['PRE_COMMIT_FROM_REF'] ?? '');
  const refs = [
    branch ?? 'HEAD',
    local,
    env['PRE_COMMIT_REMOTE_BRANCH'] ?? 'HEAD',
    remote ?? '0'.repeat(local.length),
  ];
  return {
    args: [env['PRE_COMMIT_REMOTE_NAME'] ?? '', env['PRE_COMMIT_REMOTE_URL'] ?? ''],
    input: `${refs.join(' ')}\n`,
  };
}
