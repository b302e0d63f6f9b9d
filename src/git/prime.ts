import { existsSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { TreeEntry } from '../core/model/patch.ts';
import { hasEditableInstalls } from './prime/editable-installs.ts';
import { mirrorDependencies } from './prime/mirror-dependencies.ts';
import type { Repository } from './repository.ts';
import { listTree, readBlob } from './snapshot.ts';
import type { ScratchWorktree } from './worktrees.ts';

/** What became of the dependencies of a scratch tree. `detail` is one sentence for a person. */
export interface Primed {
  readonly status: 'primed' | 'nothing-to-prime' | 'differs' | 'missing';
  readonly detail: string;
  /** Files of the commit that ask for dependencies which are not in place. */
  readonly unmet: readonly string[];
  /** Absolute folders of the checkout that links of the scratch tree lead into: a confined gate must read them. */
  readonly linked: readonly string[];
}

/** How to prime. */
export interface PrimeOptions {
  /** The commit's listing, where the caller has it. */
  readonly tree?: readonly TreeEntry[];
}

/** Lock files of package managers that fill `node_modules`, and of Python's that fill `.venv`. */
const NODE_LOCKS = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
];
const PYTHON_LOCKS = ['uv.lock', 'poetry.lock', 'Pipfile.lock', 'pdm.lock', 'requirements.txt'];

interface Ecosystem {
  readonly manifests: readonly string[];
  readonly locks: readonly string[];
  readonly folder: string;
}

const ECOSYSTEMS: readonly Ecosystem[] = [
  { manifests: ['package.json'], locks: NODE_LOCKS, folder: 'node_modules' },
  {
    manifests: ['pyproject.toml', 'requirements.txt', 'setup.py', 'Pipfile'],
    locks: PYTHON_LOCKS,
    folder: '.venv',
  },
];

/** Whether what a tree is primed with depends on this file: it names dependencies, or is one that is tracked. */
export const isDependencyFile = (path: string): boolean =>
  ECOSYSTEMS.some(
    ({ manifests, locks, folder }) =>
      manifests.includes(posix.basename(path)) ||
      locks.includes(posix.basename(path)) ||
      path.split('/').includes(folder),
  );

/**
 * Gives a scratch tree the dependencies that the checkout has installed, where both have the same lock file: without them
 * a gate's verdict says nothing. The installed folders are mirrored, never shared to be written to; what resolves into
 * the repository itself (workspaces) is re-pointed into the scratch tree.
 */
export async function primeDependencies(
  repo: Repository,
  scratch: ScratchWorktree,
  options: PrimeOptions = {},
): Promise<Primed> {
  const tree = options.tree ?? (await listTree(repo, scratch.commit));
  const found = await Promise.all(
    ECOSYSTEMS.map(async (ecosystem) => await primeEcosystem(repo, scratch, tree, ecosystem)),
  );
  const worst = (['differs', 'missing', 'primed'] as const)
    .map((status) => found.find((each) => each.status === status))
    .find((each) => each !== undefined);
  const linked = found.flatMap((each) => each.linked);
  const unmet = found.flatMap((each) => each.unmet);
  return worst === undefined
    ? { status: 'nothing-to-prime', detail: 'No dependencies are declared.', unmet, linked }
    : { ...worst, unmet, linked };
}

const NOTHING_TO_PRIME: Primed = {
  status: 'nothing-to-prime',
  detail: '',
  unmet: [],
  linked: [],
};

async function primeEcosystem(
  repo: Repository,
  scratch: ScratchWorktree,
  tree: readonly TreeEntry[],
  ecosystem: Ecosystem,
): Promise<Primed> {
  const manifests = tree.filter(({ path }) => ecosystem.manifests.includes(posix.basename(path)));
  const folders = [...new Set(manifests.map(({ path }) => posix.dirname(path)))];
  const installed = folders.filter((folder) =>
    existsSync(join(repo.worktree, folder, ecosystem.folder)),
  );
  const missing = await uninstalled(repo, manifests, installed);
  if (missing.length > 0) {
    const detail = `${missing.join(', ')} declares dependencies, and the checkout has no ${ecosystem.folder} for it.`;
    return { status: 'missing', detail, unmet: missing, linked: [] };
  }
  if (installed.length === 0) return NOTHING_TO_PRIME;
  const changed = await changedLocks(repo, tree, ecosystem);
  if (changed.length > 0) {
    const detail = `${changed.join(', ')} is not what the checkout has, so its ${ecosystem.folder} may not fit.`;
    return { status: 'differs', detail, unmet: changed, linked: [] };
  }
  const isTracked = (path: string): boolean =>
    tree.some((entry) => entry.path.startsWith(`${path}/`));
  for (const folder of installed) {
    const path = posix.join(folder, ecosystem.folder);
    if (isTracked(path)) continue;
    if (ecosystem.folder === 'node_modules') {
      const place = { checkout: repo.worktree, scratch: scratch.path, folder: path };
      mirrorDependencies(place);
      continue;
    }
    const environment = join(repo.worktree, path);
    if (hasEditableInstalls(environment, repo.worktree)) {
      const detail = `${path} loads packages from the checkout itself: set "prime" to a command.`;
      return { status: 'differs', detail, unmet: [], linked: [] };
    }
    symlinkSync(environment, join(scratch.path, path));
  }
  const detail = `${installed.map((folder) => posix.join(folder, ecosystem.folder)).join(', ')} taken over from the checkout.`;
  const linked = installed.map((folder) => join(repo.worktree, folder, ecosystem.folder));
  return { status: 'primed', detail, unmet: [], linked };
}

/** The manifests that declare dependencies with no installed folder beside or above it. */
async function uninstalled(
  repo: Repository,
  manifests: readonly TreeEntry[],
  installed: readonly string[],
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const { path, oid } of manifests) {
    const folder = posix.dirname(path);
    const isCovered = installed.some(
      (each) => each === '.' || each === folder || folder.startsWith(`${each}/`),
    );
    if (isCovered) continue;
    const text = (await readBlob(repo, oid)).toString('utf8');
    if (declaresDependencies(posix.basename(path), text)) missing.push(path);
  }
  return missing;
}

function declaresDependencies(name: string, text: string): boolean {
  if (name === 'requirements.txt') return /^\s*[A-Za-z0-9]/m.test(text);
  if (name === 'pyproject.toml') return /^\s*dependencies\s*=\s*\[\s*[^\]\s]/m.test(text);
  if (name !== 'package.json') return false;
  try {
    const manifest = JSON.parse(text) as Record<string, unknown>;
    return ['dependencies', 'devDependencies', 'optionalDependencies'].some(
      (key) => Object.keys(manifest[key] ?? {}).length > 0,
    );
  } catch {
    return false;
  }
}

/**
 * The lock files of the commit that are not the checkout's files on disk. A commit without lock
 * files is taken by its manifests: those decide what an install would bring.
 */
async function changedLocks(
  repo: Repository,
  tree: readonly TreeEntry[],
  { locks, manifests }: Ecosystem,
): Promise<readonly string[]> {
  const changed: string[] = [];
  const locked = tree.filter(({ path }) => locks.includes(posix.basename(path)));
  const isManifest = ({ path }: TreeEntry): boolean => manifests.includes(posix.basename(path));
  const tracked = locked.length > 0 ? locked : tree.filter(isManifest);
  for (const { path, oid } of tracked) {
    const onDisk = await readFile(join(repo.worktree, path)).catch(() => null);
    if (onDisk === null || !isSameText(onDisk, await readBlob(repo, oid))) changed.push(path);
  }
  return changed;
}

/** Line endings do not count: a checkout may have converted them. */
const isSameText = (left: Buffer, right: Buffer): boolean =>
  left.equals(right) ||
  left.toString('latin1').replaceAll('\r\n', '\n') ===
    right.toString('latin1').replaceAll('\r\n', '\n');
