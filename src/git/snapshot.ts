import { asOid, type Oid } from '../core/model/ids.ts';
import type { FileMode } from '../core/model/edit.ts';
import type { Snapshot, SnapshotFile, TreeEntry } from '../core/model/patch.ts';
import { Fault } from '../core/model/fault.ts';
import { comparePaths, decodePath, joinNul, splitNul } from './path-bytes.ts';
import { git } from './plumbing.ts';
import { objectsOf, type Repository } from './repository.ts';
import { diffTrees, fileMode, findInTree, treeOf } from './tree.ts';

/** Every file, link and gitlink of a commit's tree, sorted by path bytes. Null is the empty tree of an unborn branch. */
export async function listTree(
  repo: Repository,
  commit: Oid | null,
): Promise<readonly TreeEntry[]> {
  const tree = await treeOf(repo, commit);
  if (tree === null) return [];
  const last = listings.get(repo);
  const listing = last === undefined ? null : await relisted(repo, last, tree);
  const entries = listing ?? (await listAll(repo, tree));
  listings.set(repo, { tree, entries });
  return entries;
}

interface Listing {
  readonly tree: Oid;
  readonly entries: readonly TreeEntry[];
}

/** The last listing of each repository: the next base is mostly a few files away from it. */
const listings = new WeakMap<Repository, Listing>();

/** More changed paths than this: listing anew is as quick. */
const RELISTED_AT_MOST = 2000;

async function relisted(
  repo: Repository,
  last: Listing,
  tree: Oid,
): Promise<readonly TreeEntry[] | null> {
  if (last.tree === tree) return last.entries;
  const changes = await diffTrees(repo, last.tree, tree);
  if (changes.length > RELISTED_AT_MOST) return null;
  const changed = new Set(changes.map(({ path }) => path));
  const kept = last.entries.filter(({ path }) => !changed.has(path));
  const fresh = changes.flatMap(({ path, after }) => (after === null ? [] : [{ path, ...after }]));
  return mergeSorted(kept, fresh);
}

/** Both are sorted by path bytes. */
function mergeSorted(many: readonly TreeEntry[], few: readonly TreeEntry[]): readonly TreeEntry[] {
  const merged: TreeEntry[] = [];
  let from = 0;
  for (const entry of few) {
    let [low, high] = [from, many.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comparePaths(many[middle]?.path ?? '', entry.path) < 0) low = middle + 1;
      else high = middle;
    }
    for (; from < low; from += 1) {
      const kept = many[from];
      if (kept !== undefined) merged.push(kept);
    }
    merged.push(entry);
  }
  return merged.concat(many.slice(from));
}

async function listAll(repo: Repository, tree: Oid): Promise<readonly TreeEntry[]> {
  const { stdout } = await git(repo, ['ls-tree', '-r', '-z', '--full-tree', tree]);
  return splitNul(stdout).map((line) => {
    const tab = line.indexOf(0x09);
    const [mode = '', , oid = ''] = line.toString('latin1', 0, tab).split(' ');
    return { path: decodePath(line.subarray(tab + 1)), mode: fileMode(mode), oid: asOid(oid) };
  });
}

/**
 * The files of `paths` at the base. `tree` is the base's listing; paths that are not in it are left out of `files`.
 * `ignored` holds the asked-for paths that the base does not track and that git's ignore rules cover.
 */
export async function loadSnapshot(
  repo: Repository,
  base: Oid | null,
  tree: readonly TreeEntry[],
  asked: { readonly paths: readonly string[]; readonly freshReads?: ReadonlySet<string> },
): Promise<Snapshot> {
  const wanted = new Set(asked.paths);
  const entries = tree.filter(({ path }) => wanted.has(path));
  const tracked = new Set(entries.map(({ path }) => path));
  const untracked = [...wanted].filter((path) => !tracked.has(path));
  const [files, ignored] = await Promise.all([
    Promise.all(entries.map(async (entry) => await readEntry(repo, entry))),
    ignoredPaths(repo, untracked),
  ]);
  return {
    base,
    tree,
    files: new Map(files.filter((file) => file !== null)),
    ignored,
    freshReads: asked.freshReads ?? new Set(),
  };
}

/** The bytes of a file at a commit; null where the commit has no file there. A link's bytes are its target. */
export async function readFileAt(
  repo: Repository,
  commit: Oid | null,
  path: string,
): Promise<Uint8Array | null> {
  const item = await findInTree(repo, await treeOf(repo, commit), path);
  if (item === null || item.mode === '160000') return null;
  return await readBlob(repo, item.oid);
}

/** The bytes of a blob that the repository must have. */
export async function readBlob(repo: Repository, oid: Oid): Promise<Buffer> {
  const found = await objectsOf(repo).read(oid);
  if (found?.type === 'blob') return found.bytes;
  throw new Fault('git-failed', `The repository has no blob ${oid}.`, {
    retryable: true,
    hint: 'It may be a partial or damaged clone: git fsck tells more.',
  });
}

/** Those of `paths` that git's ignore rules cover, tracked or not, by the rules in the worktree. */
async function ignoredPaths(
  repo: Repository,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const askable = paths.filter(isAskable);
  if (askable.length === 0) return new Set();
  const end = await checkIgnore(repo, askable);
  if (end !== null) return end;
  // One path that git refuses to look at (through a link, inside a submodule) spoils the whole batch.
  const each = await Promise.all(askable.map(async (path) => await checkIgnore(repo, [path])));
  return new Set(each.flatMap((found) => [...(found ?? [])]));
}

async function checkIgnore(
  repo: Repository,
  paths: readonly string[],
): Promise<ReadonlySet<string> | null> {
  const end = await git(repo, ['check-ignore', '--no-index', '--stdin', '-z'], {
    stdin: joinNul(paths),
    accept: [1, 128],
  });
  return end.code === 128 ? null : new Set(splitNul(end.stdout).map((path) => decodePath(path)));
}

const isAskable = (path: string): boolean =>
  path !== '' &&
  !path.startsWith('/') &&
  !path.includes('\0') &&
  path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');

async function readEntry(
  repo: Repository,
  entry: TreeEntry,
): Promise<readonly [string, SnapshotFile] | null> {
  const mode: FileMode = entry.mode;
  if (mode === '160000') return null;
  return [entry.path, { bytes: await readBlob(repo, entry.oid), mode, oid: entry.oid }];
}
