import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { withFileLock } from '../../git/file-lock.ts';
import { resolveBranch } from '../../git/refs.ts';
import { isBareRepository, type Repository } from '../../git/repository.ts';
import { Fault } from '../../core/model/fault.ts';
import { guardInForce, mainBranch, type GuardInForce } from '../guard/guarded-branches.ts';
import { LAUNCHER } from '../launcher.ts';
import { NO_SETTINGS, readSettings } from '../hook-settings.ts';
import { applyInstall } from './apply-install.ts';
import { shareState } from '../server/share-state.ts';
import { findHooksFolder, hookPlaceOf } from './hooks-folder.ts';
import { planInstall, type InstallPlan } from './plan-install.ts';
import { uninstallHooks, type Uninstallation } from './uninstall.ts';

/** What a server is told by whoever keeps it: what is pushed has no say in that. */
export interface ServerGuard {
  readonly level: Config['guard'] | null;
  /** Names of branches; none: those that are guarded already, else the one that a clone gets. */
  readonly branches: readonly string[];
}

/** What an installation came to. */
export interface Installation {
  readonly plan: InstallPlan;
  readonly hasChanged: boolean;
}

/** One at a time: a second one finds everything right. */
const locked = <T>(repo: Repository, work: () => Promise<T>): Promise<T> =>
  withFileLock(join(repo.stateDir, 'hooks.lock'), work);

/** Installs the hooks, or brings them up to date. Throws `Fault` `usage` where it cannot be done as asked. */
export const installHooks = (repo: Repository, server: ServerGuard): Promise<Installation> =>
  locked(repo, async () => {
    const plan = planInstall({
      place: hookPlaceOf(repo),
      folder: await findHooksFolder(hookPlaceOf(repo)),
      isServer: isBareRepository(repo),
      guard: isBareRepository(repo) ? await serverGuard(repo, server) : await ownGuard(repo),
      runtime: { node: shellPath(process.execPath), command: shellPath(LAUNCHER) },
    });
    const hasChanged = await applyInstall(plan);
    if (plan.request.isServer) await shareState(repo);
    return { plan, hasChanged };
  });

/** Puts everything back. */
export const removeHooks = (repo: Repository): Promise<Uninstallation> =>
  locked(repo, () => uninstallHooks(hookPlaceOf(repo)));

/** As sh takes it, on Windows too. */
const shellPath = (path: string): string =>
  process.platform === 'win32' ? path.replaceAll('\\', '/') : path;

const ownGuard = (repo: Repository): Promise<GuardInForce> =>
  guardInForce(repo, readSettings(repo.stateDir)?.refs ?? []);

async function serverGuard(
  repo: Repository,
  { level, branches }: ServerGuard,
): Promise<GuardInForce> {
  const known = readSettings(repo.stateDir);
  const named = await Promise.all(branches.map(async (name) => requireBranch(repo, name)));
  const first = await mainBranch(repo);
  const before = known?.refs ?? [];
  const refs =
    named.length > 0 ? named : before.length > 0 ? before : first === null ? [] : [first];
  const { onFault } = known ?? NO_SETTINGS;
  const wasOn = known !== null && known.guard !== 'off' ? known.guard : 'enforce';
  return { guard: level ?? wasOn, refs, onFault };
}

async function requireBranch(repo: Repository, name: string): Promise<string> {
  const branch = await resolveBranch(repo, name);
  if (branch !== null) return branch;
  throw new Fault('usage', `there is no branch ${JSON.stringify(name)} here`, {
    hint: 'push it first, or see `git branch` for those that are there',
  });
}
