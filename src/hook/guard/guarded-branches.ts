import type { BranchRef } from '../../core/model/ids.ts';
import { git } from '../../git/plumbing.ts';
import { resolveBranch, tipOf } from '../../git/refs.ts';
import type { Repository } from '../../git/repository.ts';
import { configInForce } from '../config-in-force.ts';
import type { HookSettings } from '../hook-settings.ts';

/** What the guard does here, and for which branches. */
export type GuardInForce = Pick<HookSettings, 'guard' | 'refs' | 'onFault'>;

/**
 * What the config says of the guard. It guards the `target`; where the config names none, the branch that is guarded
 * already, else the one that the main worktree has checked out. The config is the one at that branch's tip.
 */
export async function guardInForce(
  repo: Repository,
  guarded: readonly string[],
): Promise<GuardInForce> {
  const head = await mainBranch(repo);
  const first = await configOf(repo, head);
  const named = first.target === null ? null : await resolveBranch(repo, first.target);
  const branch = named ?? (guarded[0] as BranchRef | undefined) ?? head;
  const config = branch === head ? first : await configOf(repo, branch);
  const refs = config.guard === 'off' || branch === null ? [] : [branch];
  return { guard: refs.length === 0 ? 'off' : config.guard, refs, onFault: config.hooks.onFault };
}

async function configOf(repo: Repository, branch: BranchRef | null) {
  const { config } = await configInForce(repo, branch === null ? null : await tipOf(repo, branch));
  return config;
}

/** The branch of the main worktree; of a bare repository, the one that a clone gets. */
export async function mainBranch(repo: Repository): Promise<BranchRef | null> {
  const place = { ...repo, gitDir: repo.commonDir };
  const end = await git(place, ['symbolic-ref', '--quiet', 'HEAD'], { accept: [1] });
  const name = end.stdout.toString('utf8').trim();
  return name.startsWith('refs/heads/') ? (name as BranchRef) : null;
}
