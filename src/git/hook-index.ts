import { mkdir, rm } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { asOid, type Oid } from '../core/model/ids.ts';
import type { Environment } from './git-environment.ts';
import { committedEntries, indexTree } from './index-tree.ts';
import { cachedRoot } from './landing/cache-tree.ts';
import { loadIndex, readAllEntries, type IndexEntry } from './landing/index-entries.ts';
import { allEntries } from './landing/index-file.ts';
import type { TreeNode } from './objects.ts';
import { comparePaths, decodePath, encodePath, splitNul } from './path-bytes.ts';
import { git, gitBriefly, gitText } from './plumbing.ts';
import { objectsOf, type Repository } from './repository.ts';
import { fileMode, type PathChange, type TreeItem } from './tree.ts';

let count = 0;

/** What is about to be committed, as the index has it. */
export interface HookIndex {
  /** The tree that the commit will have. */
  readonly tree: Oid;
  /** Those of its trees that nobody may have written yet. */
  readonly known: ReadonlyMap<Oid, readonly TreeNode[]>;
  /** Every entry; read when first asked for. */
  readonly entries: () => readonly IndexEntry[];
}

/**
 * The index that git hands to a hook (which for `commit -a` and `commit -- path` is not the usual one). The file is only
 * read. `hook` is the hook's own environment, `cwd` its working folder.
 */
export async function hookIndex(
  repo: Repository,
  hook: Environment,
  cwd: string,
): Promise<HookIndex> {
  const file = indexFile(repo, hook, cwd);
  const loaded = loadIndex(file, repo.objectFormat, true);
  if (loaded === null) return indexOf(repo, await entriesOf(repo, file));
  const { image } = loaded;
  let entries: readonly IndexEntry[] | null = null;
  const all = (): readonly IndexEntry[] => (entries ??= allEntries(image));
  const cached = image.extensions.find(({ name }) => name === 'TREE');
  const root = cached === undefined ? null : cachedRoot(cached.data, image.idLength);
  // Git has mostly written the trees by now; of `commit -- path` it only knows what they will be.
  const isWritten = root !== null && (await objectsOf(repo).read(root)) !== null;
  return isWritten ? { tree: asOid(root), known: new Map(), entries: all } : indexOf(repo, all());
}

/** The tree of entries, whoever wrote what of it. */
export function indexOf(repo: Repository, entries: readonly IndexEntry[]): HookIndex {
  const { oid, nodes } = indexTree(committedEntries(entries), repo.objectFormat);
  return { tree: oid, known: nodes, entries: () => entries };
}

/** Bytes of a list of what is staged: a path of a hundred bytes takes twice as many. */
const MOST_LISTED = 64 * 1024 * 1024;
const RAW = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) [A-Z]\d*$/;

/**
 * What the index has that HEAD has not, sorted by path bytes, in one call; the index is one whose trees are written. Null
 * where git lists it in a way that is not expected: then trees have to be compared.
 */
export function stagedChanges(
  repo: Repository,
  hook: Environment,
  cwd: string,
): readonly PathChange[] | null {
  const args = ['diff-index', '--cached', '--raw', '-z', '--no-renames', '--no-abbrev'];
  const printed = gitBriefly(repo, [...args, '--ignore-submodules=none', 'HEAD', '--'], {
    env: { GIT_INDEX_FILE: indexFile(repo, hook, cwd) },
    maxBytes: MOST_LISTED,
  });
  if (printed === null) return null;
  const parts = splitNul(printed);
  const changes: PathChange[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const [, oldMode = '', mode = '', oldId = '', id = ''] =
      RAW.exec(parts[at]?.toString('latin1') ?? '') ?? [];
    const path = parts[at + 1];
    if (oldMode === '' || path === undefined) return null;
    const before = sideOf(oldMode, oldId);
    const after = sideOf(mode, id);
    if (before === null && after === null) return null;
    changes.push({ path: decodePath(path), before, after });
  }
  return changes.sort((left, right) => comparePaths(left.path, right.path));
}

const sideOf = (mode: string, id: string): TreeItem | null =>
  /^0+$/.test(mode) ? null : { mode: fileMode(mode), oid: asOid(id) };

function indexFile(repo: Repository, hook: Environment, cwd: string): string {
  const given = hook['GIT_INDEX_FILE'];
  if (given === undefined || given === '') return join(repo.gitDir, 'index');
  return isAbsolute(given) ? given : resolve(cwd, given);
}

const entriesOf = (repo: Repository, file: string): Promise<readonly IndexEntry[]> =>
  readAllEntries(repo, { path: repo.worktree, gitDir: repo.gitDir }, file);

/**
 * Writes the trees of an index's entries to the object store, through an index of our own: the one that git hands to a
 * hook may refer to trees that do not exist yet, and is not to be touched.
 */
export async function writeIndexTree(
  repo: Repository,
  entries: readonly IndexEntry[],
): Promise<Oid> {
  const folder = join(repo.stateDir, 'tmp');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  count += 1;
  const fresh = join(folder, `index-${process.pid}-${count}`);
  const env = { GIT_INDEX_FILE: fresh };
  try {
    const stdin = Buffer.concat(
      committedEntries(entries).flatMap(({ mode, oid, path }) => [
        Buffer.from(`${mode} ${oid}\t`),
        encodePath(path),
        Buffer.of(0),
      ]),
    );
    await git(repo, ['update-index', '-z', '--index-info'], { env, stdin });
    return asOid(await gitText(repo, ['write-tree'], { env }));
  } finally {
    await rm(fresh, { force: true });
  }
}
