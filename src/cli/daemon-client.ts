import * as z from 'zod';
import { ask } from '../daemon/control-socket.ts';
import { isFault } from '../core/model/fault.ts';
import type { Repository } from '../git/repository.ts';
import { readInstance, type InstanceInfo } from '../store/instance-lock.ts';

/** The daemon that runs for a repository; null: none. */
export const runningDaemon = (repo: Repository): InstanceInfo | null => readInstance(repo.stateDir);

/** What a daemon says of itself beyond its lock. */
export interface DaemonStatus {
  /** The checkout that it guards. */
  readonly worktree: string;
  /** Where agents may call over HTTP besides its socket; null: nowhere. */
  readonly http: string | null;
}

const statusAnswer = z.object({ worktree: z.string(), http: z.string().nullable() });

/** Asks the daemon about itself; null where none runs, or one that does not answer so. */
export async function daemonStatus(repo: Repository): Promise<DaemonStatus | null> {
  const instance = runningDaemon(repo);
  if (instance === null) return null;
  try {
    const answer = statusAnswer.safeParse(await ask(instance.socket, 'GET', '/status'));
    return answer.success ? answer.data : null;
  } catch (error) {
    if (isFault(error)) return null;
    throw error;
  }
}

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
