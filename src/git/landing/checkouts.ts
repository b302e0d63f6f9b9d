import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { plainHead } from '../head-file.ts';
import { git, gitText, type GitPlace } from '../plumbing.ts';
import type { Repository } from '../repository.ts';

/** One worktree of the repository, main or linked. */
export interface Checkout {
  readonly path: string;
  readonly gitDir: string;
  /** Full name of the branch that HEAD is on; null where detached. */
  readonly branch: string | null;
  /** True where the folder or its `.git` is gone. */
  readonly isMissing: boolean;
}

/** Where git calls on a checkout run. */
export const placeOfCheckout = (
  repo: Repository,
  checkout: Pick<Checkout, 'path' | 'gitDir'>,
): GitPlace => ({
  worktree: checkout.path,
  gitDir: checkout.gitDir,
  environment: repo.environment,
});

/** Every worktree, with the HEAD that it has now. Sorted by git folder, so that everybody locks in one order. */
export async function listCheckouts(repo: Repository): Promise<readonly Checkout[]> {
  const registry = join(repo.commonDir, 'worktrees');
  const names = await readdir(registry).catch(() => []);
  const linked = names.map(async (name) => await linkedCheckout(repo, join(registry, name)));
  const found = await Promise.all([mainCheckout(repo), ...linked]);
  return found
    .filter((checkout) => checkout !== null)
    .sort((left, right) => (left.gitDir < right.gitDir ? -1 : 1));
}

async function linkedCheckout(repo: Repository, gitDir: string): Promise<Checkout | null> {
  const pointer = await readFile(join(gitDir, 'gitdir'), 'utf8').catch(() => null);
  if (pointer === null) return null;
  const path = dirname(resolve(gitDir, pointer.trim()));
  return await checkoutAt(repo, path, gitDir);
}

async function mainCheckout(repo: Repository): Promise<Checkout | null> {
  const path = await mainWorktree(repo);
  return path === null ? null : await checkoutAt(repo, path, repo.commonDir);
}

async function checkoutAt(repo: Repository, path: string, gitDir: string): Promise<Checkout> {
  const isMissing = !(await exists(join(path, '.git')));
  return { path, gitDir, branch: await branchOf(repo, gitDir), isMissing };
}

const mainWorktrees = new WeakMap<Repository, Promise<string | null>>();

/** The main worktree's folder; null where the common folder is a bare repository. */
async function mainWorktree(repo: Repository): Promise<string | null> {
  if (repo.gitDir === repo.commonDir) return repo.worktree;
  const known = mainWorktrees.get(repo) ?? findMainWorktree(repo);
  mainWorktrees.set(repo, known);
  return await known;
}

async function findMainWorktree(repo: Repository): Promise<string | null> {
  const place = { ...repo, gitDir: repo.commonDir };
  const read = async (args: readonly string[]): Promise<string> =>
    await gitText(place, ['config', ...args], { accept: [1] });
  if ((await read(['--type=bool', 'core.bare'])) === 'true') return null;
  const configured = await read(['core.worktree']);
  if (configured !== '') return resolve(repo.commonDir, configured);
  return basename(repo.commonDir) === '.git' ? dirname(repo.commonDir) : null;
}

/** The branch of a worktree's HEAD: read from its file where that tells, else asked of git. */
async function branchOf(repo: Repository, gitDir: string): Promise<string | null> {
  const head = await plainHead(gitDir);
  if (head !== null) return head.ref;
  const asked = await git({ ...repo, gitDir }, ['symbolic-ref', '--quiet', 'HEAD'], {
    accept: [1, 128],
  });
  return asked.code === 0 ? asked.stdout.toString('utf8').trim() : null;
}

async function exists(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  );
}
