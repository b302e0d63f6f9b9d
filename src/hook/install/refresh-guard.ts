import { join } from 'node:path';
import { isBareRepository, type Repository } from '../../git/repository.ts';
import { guardInForce, type GuardInForce } from '../guard/guarded-branches.ts';
import { readSettings, writeSettings } from '../hook-settings.ts';
import { hookFileAt } from './hook-file.ts';
import { findHooksFolder, hookPlaceOf } from './hooks-folder.ts';

/** Tells installed hooks what the config says of the guard by now, which is returned; null where none are installed. */
export async function refreshGuard(repo: Repository): Promise<GuardInForce | null> {
  const settings = readSettings(repo.stateDir);
  if (settings === null || isBareRepository(repo)) return null;
  const guard = await guardInForce(repo, settings.refs);
  writeSettings(repo.stateDir, { ...settings, ...guard });
  return guard;
}

/** Whether the guard is on, and git would not run it here. */
export async function isGuardMissing(repo: Repository, { guard }: GuardInForce): Promise<boolean> {
  if (guard === 'off') return false;
  const { path } = await findHooksFolder(hookPlaceOf(repo));
  return hookFileAt(join(path, 'reference-transaction')).kind !== 'ours';
}
