import { ask } from '../daemon/control-socket.ts';
import { isFault } from '../core/model/fault.ts';
import type { Repository } from '../git/repository.ts';
import { readInstance, type InstanceInfo } from '../store/instance-lock.ts';

/** The daemon that runs for a repository; null: none. */
export const runningDaemon = (repo: Repository): InstanceInfo | null => readInstance(repo.stateDir);

/** Tells the daemon, where one runs, that the ledger has news. It would see them by itself a moment later. */
export async function wakeDaemon(repo: Repository): Promise<boolean> {
  const instance = runningDaemon(repo);
  if (instance === null) return false;
  try {
    await ask(instance.socket, 'POST', '/wake');
  } catch (error) {
    if (!isFault(error)) throw error;
  }
  return true;
}
