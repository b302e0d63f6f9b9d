import { createHash } from 'node:crypto';
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config, PrimeConfig } from '../config/config.ts';
import type { TreeEntry } from '../core/model/patch.ts';
import { runCommand } from './command.ts';
import { gatePlace } from './gate-place.ts';
import type { GateTree } from './gate-tree.ts';
import { matchesGlobs } from '../core/policies/match-globs.ts';
import { primeDependencies, type Primed } from '../git/prime.ts';
import type { Repository } from '../git/repository.ts';
import { listTree } from '../git/snapshot.ts';
import { scratchRoot, type ScratchWorktree } from '../git/worktrees.ts';

type PrimeCommand = Extract<PrimeConfig, { readonly mode: 'command' }>;

/** What priming one scratch tree needs besides the repository. `env` is this process's environment. */
export interface PrimeRequest {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** See `GateTree`. */
  readonly onDoubt?: () => void;
}

/** Gives a scratch tree the dependencies of its commit, in the way that the config says. */
export async function primeTree(
  repo: Repository,
  scratch: ScratchWorktree,
  request: PrimeRequest,
): Promise<Primed> {
  const { prime } = request.config;
  switch (prime.mode) {
    case 'off':
      return {
        status: 'nothing-to-prime',
        detail: 'The config turns it off.',
        unmet: [],
        linked: [],
      };
    case 'auto':
      return primeDependencies(repo, scratch);
    case 'command':
      return primeByCommand(repo, scratch, { ...request, prime });
  }
}

/**
 * Runs the config's command once per state of the lock files and keeps the folders that it filled; later trees with the
 * same lock files get a copy of their own.
 */
async function primeByCommand(
  repo: Repository,
  scratch: ScratchWorktree,
  { prime, config, env, onDoubt }: PrimeRequest & { readonly prime: PrimeCommand },
): Promise<Primed> {
  const kept = join(dirname(await scratchRoot(repo)), 'prime', await keyOf(repo, scratch, prime));
  if (await isThere(kept)) {
    await copyFolders(prime.folders, kept, scratch.path);
    return {
      status: 'primed',
      detail: 'Copied from an earlier run of the prime command.',
      unmet: [],
      linked: [],
    };
  }
  const place = await gatePlace(env, config);
  const tree: GateTree = {
    path: scratch.path,
    commit: scratch.commit,
    tree: scratch.commit,
    prime: { status: 'nothing-to-prime', detail: '' },
    readOnly: [repo.commonDir],
    hidden: [repo.stateDir],
    ...(onDoubt === undefined ? {} : { onDoubt }),
  };
  const run = await runCommand({
    command: prime.run,
    tree,
    files: [],
    base: null,
    timeout: prime.timeout,
    hasNetwork: prime.network,
    env: place.env,
    sandbox: place.sandbox,
    bounds: place.bounds,
  });
  if (run.outcome !== 'passed') {
    const unmet = (await locksOf(repo, scratch, prime)).map(({ path }) => path);
    return {
      status: 'missing',
      detail: `The prime command failed: ${run.detail}`,
      unmet,
      linked: [],
    };
  }
  const draft = `${kept}.${scratch.commit.slice(0, 12)}`;
  await rm(draft, { recursive: true, force: true });
  await copyFolders(prime.folders, scratch.path, draft);
  // Somebody else may have kept the same meanwhile: one is as good as the other.
  await rename(draft, kept).catch(() => rm(draft, { recursive: true, force: true }));
  return { status: 'primed', detail: 'The prime command ran.', unmet: [], linked: [] };
}

/** Hash of the command and of every lock file that it depends on, as they are at the commit. */
async function keyOf(
  repo: Repository,
  scratch: ScratchWorktree,
  prime: PrimeCommand,
): Promise<string> {
  const locks = (await locksOf(repo, scratch, prime)).map(({ path, oid }) => [path, oid]);
  return createHash('sha256')
    .update(JSON.stringify([prime.run, prime.folders, locks]))
    .digest('hex');
}

const locksOf = async (
  repo: Repository,
  { commit }: ScratchWorktree,
  { keys }: PrimeCommand,
): Promise<readonly TreeEntry[]> =>
  (await listTree(repo, commit)).filter(({ path }) => matchesGlobs(path, keys));

async function copyFolders(folders: readonly string[], from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const folder of folders) {
    if (!(await isThere(join(from, folder)))) continue;
    await cp(join(from, folder), join(to, folder), { recursive: true, verbatimSymlinks: true });
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
