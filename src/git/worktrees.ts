import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { Fault } from '../core/model/fault.ts';
import type { Oid } from '../core/model/ids.ts';
import { withFileLock } from './file-lock.ts';
import { keepIndex, KEPT_INDEXES, keptIndex, SCRATCH_CONFIG } from './kept-index.ts';
import { git } from './plumbing.ts';
import { removeTree } from './remove-tree.ts';
import type { Repository } from './repository.ts';
import { ownerOf } from './scratch-owner.ts';

/** A throw-away checkout of one commit, outside the user's. */
export interface ScratchWorktree {
  readonly path: string;
  /** Its entry among the repository's worktrees. */
  readonly gitDir: string;
  readonly commit: Oid;
}

/** Every scratch folder and registry entry of ours begins so. */
const PREFIX = 'sallyport-';
const NAME = /^[a-z0-9][a-z0-9._-]{0,80}$/;
const TRASH = '.trash';

/**
 * The folder of a repository's scratch worktrees: in the user's cache folder, named by a hash of the common git folder;
 * under the state folder where there is no usable home.
 */
export async function scratchRoot(repo: Repository): Promise<string> {
  const name = createHash('sha256').update(repo.commonDir).digest('hex').slice(0, 16);
  const { XDG_CACHE_HOME: cache, HOME: home } = repo.environment;
  const base = cache !== undefined && isAbsolute(cache) ? cache : join(home ?? homedir(), '.cache');
  for (const root of [join(base, 'sallyport', name), join(repo.stateDir, 'scratch')]) {
    try {
      await mkdir(join(root, TRASH), { recursive: true, mode: 0o700 });
      return root;
    } catch {
      continue;
    }
  }
  throw new Fault('no-permission', 'No folder for scratch worktrees can be made.', {
    hint: `Make ${base} writable, or set XDG_CACHE_HOME.`,
  });
}

/**
 * A fresh checkout of `commit` under our root: detached, no hooks, line endings and filters as the user's git has them,
 * never sparse. `name` (lower case, digits, dashes) must be unique among the living ones.
 */
export async function createScratch(
  repo: Repository,
  request: { readonly name: string; readonly commit: Oid },
): Promise<ScratchWorktree> {
  if (!NAME.test(request.name)) throw new TypeError(`not a scratch name: ${request.name}`);
  const path = join(await scratchRoot(repo), PREFIX + request.name);
  if (await exists(path)) await removeScratch(repo, await knownScratch(repo, path, request.commit));
  const gitDir = await registered(repo, path, request.commit);
  const scratch = { path, gitDir, commit: request.commit };
  try {
    await git(placeOf(repo, scratch), ['read-tree', '--reset', '-u', request.commit], {
      config: SCRATCH_CONFIG,
    });
    await keepIndex(repo, scratch);
  } catch (error) {
    await removeScratch(repo, scratch);
    throw error;
  }
  return scratch;
}

/**
 * Removes a scratch worktree: moved to the trash first, so that nothing half-removed is ever used, then deleted without
 * following links; its registry entry only where that points to this path. The files go first: where the disk is full,
 * nothing else can be done before.
 */
export async function removeScratch(repo: Repository, scratch: ScratchWorktree): Promise<void> {
  const root = await scratchRoot(repo);
  if (dirname(scratch.path) !== root || !basename(scratch.path).startsWith(PREFIX)) {
    throw new TypeError(`not one of our scratch worktrees: ${scratch.path}`);
  }
  await rm(keptIndex(repo, scratch), { force: true });
  if (await exists(scratch.path)) {
    const doomed = join(root, TRASH, `${basename(scratch.path)}-${process.pid}-${trashCount()}`);
    await rename(scratch.path, doomed);
    await removeTree(doomed);
  }
  await withFileLock(lockPath(repo), async () => {
    const isRegistryEntry = dirname(scratch.gitDir) === join(repo.commonDir, 'worktrees');
    if (isRegistryEntry && (await pointsTo(scratch.gitDir, scratch.path))) {
      await rm(scratch.gitDir, { recursive: true, force: true });
    }
  });
}

/**
 * Removes what earlier runs left: our own folders and registry entries but those of `keep` (paths), and those that a
 * living process made for itself.
 */
export async function sweepScratch(repo: Repository, keep: ReadonlySet<string>): Promise<void> {
  await sweepWhere(repo, (path) => !keep.has(path) && ownerOf(nameOf(path)) !== 'living');
}

/** Removes what processes left that made scratch worktrees for themselves and ended early; their names, without prefix. */
export async function sweepDead(repo: Repository): Promise<readonly string[]> {
  return sweepWhere(repo, (path) => ownerOf(nameOf(path)) === 'dead');
}

const nameOf = (path: string): string => basename(path).slice(PREFIX.length);

async function sweepWhere(
  repo: Repository,
  isDoomed: (path: string) => boolean,
): Promise<readonly string[]> {
  const root = await scratchRoot(repo);
  const swept = new Set<string>();
  const registry = join(repo.commonDir, 'worktrees');
  for (const name of await readdir(registry).catch(() => [])) {
    const path = await registeredPath(join(registry, name));
    const isOurs = path !== null && dirname(path) === root && basename(path).startsWith(PREFIX);
    if (!isOurs || !isDoomed(path)) continue;
    await removeScratch(repo, { path, gitDir: join(registry, name), commit: '' as Oid });
    swept.add(nameOf(path));
  }
  for (const name of await readdir(root)) {
    const path = join(root, name);
    if (!name.startsWith(PREFIX) || !isDoomed(path)) continue;
    await removeScratch(repo, { path, gitDir: '', commit: '' as Oid });
    swept.add(nameOf(path));
  }
  for (const name of await readdir(join(root, TRASH))) {
    await removeTree(join(root, TRASH, name));
  }
  for (const name of await readdir(join(repo.stateDir, KEPT_INDEXES)).catch(() => [])) {
    const owner = ownerOf(nameOf(name.replace(/\..*$/, '')));
    if (owner === 'dead') await rm(join(repo.stateDir, KEPT_INDEXES, name), { force: true });
  }
  return [...swept];
}

/** The beginning of a folder's name on the file system of the scratch worktrees, for a short while: swept with the trash. */
export const scratchDraft = async (repo: Repository): Promise<string> =>
  join(await scratchRoot(repo), TRASH, 'draft-');

/** Where git calls on a scratch tree run: explicit folders, whatever its `.git` says by now. */
export const placeOf = (
  repo: Repository,
  scratch: Pick<ScratchWorktree, 'path' | 'gitDir'>,
): { worktree: string; gitDir: string; environment: Repository['environment'] } => ({
  worktree: scratch.path,
  gitDir: scratch.gitDir,
  environment: repo.environment,
});

const lockPath = (repo: Repository): string => join(repo.stateDir, 'worktrees.lock');

/** Concurrent `git worktree add` calls corrupt each other's entries, so they are serialised; only the entry is made. */
async function registered(repo: Repository, path: string, commit: Oid): Promise<string> {
  return await withFileLock(lockPath(repo), async () => {
    await git(repo, ['worktree', 'add', '--detach', '--no-checkout', '--force', path, commit]);
    // Read at once, before anything else ran in there: a file of one line, `gitdir: <path>` (gitrepository-layout(5)).
    const pointer = await readFile(join(path, '.git'), 'utf8');
    const dir = resolve(path, pointer.replace(/^gitdir: /, '').trimEnd());
    if (dirname(dir) !== join(repo.commonDir, 'worktrees') || !(await pointsTo(dir, path))) {
      throw new Fault('git-failed', `git registered the scratch worktree ${path} as ${dir}.`);
    }
    return dir;
  });
}

/** Whether a registry entry is the one of `path`: git keeps the path of the worktree's `.git` file in it. */
async function pointsTo(gitDir: string, path: string): Promise<boolean> {
  return gitDir !== '' && (await registeredPath(gitDir)) === path;
}

async function registeredPath(gitDir: string): Promise<string | null> {
  const content = await readFile(join(gitDir, 'gitdir'), 'utf8').catch(() => null);
  return content === null ? null : dirname(resolve(gitDir, content.trim()));
}

async function knownScratch(repo: Repository, path: string, commit: Oid): Promise<ScratchWorktree> {
  const registry = join(repo.commonDir, 'worktrees');
  for (const name of await readdir(registry).catch(() => [])) {
    const gitDir = join(registry, name);
    if (await pointsTo(gitDir, path)) return { path, gitDir, commit };
  }
  return { path, gitDir: '', commit };
}

async function exists(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  );
}

let trashed = 0;
const trashCount = (): number => (trashed += 1);
