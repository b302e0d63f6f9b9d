import { dirname } from 'node:path';
import { isFault } from '../core/model/fault.ts';
import { openRepository, type Repository } from '../git/repository.ts';
import { daemonStatus } from './daemon-client.ts';

/**
 * The checkout whose branch submissions land on by default: the daemon's, else the main one. An agent that works in a
 * worktree of its own reads what its edits will be judged against, not what it has checked out itself.
 */
export async function guardedRepository(repo: Repository): Promise<Repository> {
  const worktree = (await daemonStatus(repo))?.worktree ?? mainWorktree(repo);
  if (worktree === null || worktree === repo.worktree) return repo;
  try {
    return await openRepository(worktree, repo.environment);
  } catch (error) {
    // A bare repository with worktrees alone has no main checkout.
    if (isFault(error)) return repo;
    throw error;
  }
}

/** Null in the main worktree itself. */
const mainWorktree = ({ gitDir, commonDir }: Repository): string | null =>
  gitDir === commonDir ? null : dirname(commonDir);
