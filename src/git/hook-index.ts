import { mkdir, rm } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { asOid, type Oid } from '../core/model/ids.ts';
import type { Environment } from './git-environment.ts';
import { copyWithTimes } from './copy-with-times.ts';
import { committedEntries, indexTree } from './index-tree.ts';
import { cachedRoot } from './landing/cache-tree.ts';
import { loadIndex, readAllEntries, type IndexEntry } from './landing/index-entries.ts';
import { allEntries } from './landing/index-file.ts';
import type { TreeNode } from './objects.ts';
import { encodePath } from './path-bytes.ts';
import { git, gitText } from './plumbing.ts';
import { objectsOf, type Repository } from './repository.ts';

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

function indexFile(repo: Repository, hook: Environment, cwd: string): string {
  const given = hook['GIT_INDEX_FILE'];
  if (given === undefined || given === '') return join(repo.gitDir, 'index');
  return isAbsolute(given) ? given : resolve(cwd, given);
}

/** With these git writes an index in the plainest way: whole, in one file, and with nothing but its entries. */
const PLAIN = ['core.splitIndex=false', 'core.untrackedCache=false', 'index.sparse=false'];

/**
 * The entries of an index that git has to read. Git's listing of them does not tell what `git add -N` has only announced,
 * so that git writes a plain copy, which is read here.
 */
async function entriesOf(repo: Repository, file: string): Promise<readonly IndexEntry[]> {
  const copy = await newIndexFile(repo);
  const place = { path: repo.worktree, gitDir: repo.gitDir };
  try {
    if (!(await copyWithTimes(file, copy))) return [];
    // Another version than before, so that there is something to write.
    for (const version of ['4', '2'])
      await git(repo, ['update-index', '--no-split-index', '--index-version', version], {
        env: { GIT_INDEX_FILE: copy },
        config: PLAIN,
      });
    return await readAllEntries(repo, place, copy);
  } finally {
    await rm(copy, { force: true });
    await rm(`${copy}.lock`, { force: true });
  }
}

/** A name for an index of our own. */
async function newIndexFile(repo: Repository): Promise<string> {
  const folder = join(repo.stateDir, 'tmp');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  count += 1;
  return join(folder, `index-${process.pid}-${count}`);
}

/**
 * Writes the trees of an index's entries to the object store, through an index of our own: the one that git hands to a
 * hook may refer to trees that do not exist yet, and is not to be touched.
 */
export async function writeIndexTree(
  repo: Repository,
  entries: readonly IndexEntry[],
): Promise<Oid> {
  const fresh = await newIndexFile(repo);
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
