import type { FileMode } from '../core/model/edit.ts';
import { asOid, type Oid } from '../core/model/ids.ts';
import { Fault } from '../core/model/fault.ts';
import type { TreeNode } from './objects.ts';
import { comparePaths, encodePath } from './path-bytes.ts';
import { objectsOf, type Repository } from './repository.ts';
import { isTreeMode, nodeNamed, parseTree, unlikeNodes, type NodePair } from './tree-bytes.ts';

/** What stands at a path of a tree. */
export interface TreeItem {
  readonly mode: FileMode;
  readonly oid: Oid;
}

/** One path that differs between two trees. Renames are a removal and an addition. */
export interface PathChange {
  readonly path: string;
  readonly before: TreeItem | null;
  readonly after: TreeItem | null;
}

/** Git's four modes; what ancient repositories stored (group-writable files) counts as the regular one. */
export function fileMode(mode: string): FileMode {
  if (mode === '120000' || mode === '160000') return mode;
  return (Number.parseInt(mode, 8) & 0o100) === 0 ? '100644' : '100755';
}

/** The nodes of one tree object, in git's order. */
export async function readTree(repo: Repository, oid: Oid): Promise<readonly TreeNode[]> {
  return parseTree(await readTreeBytes(repo, oid), repo.objectFormat);
}

async function readTreeBytes(repo: Repository, oid: Oid): Promise<Buffer> {
  const found = await objectsOf(repo).read(oid);
  if (found === null || found.type !== 'tree') throw missingObject(oid);
  return found.bytes;
}

/** The tree of a commit; null for no commit. */
export async function treeOf(repo: Repository, commit: Oid | null): Promise<Oid | null> {
  if (commit === null) return null;
  return (await readCommit(repo, commit)).tree;
}

/** Tree and parents of a commit. */
export async function readCommit(
  repo: Repository,
  commit: Oid,
): Promise<{ readonly tree: Oid; readonly parents: readonly Oid[] }> {
  const found = await objectsOf(repo).read(commit);
  if (found === null || found.type !== 'commit') throw missingObject(commit);
  const [head = ''] = found.bytes.toString('latin1').split('\n\n', 1);
  const ids = (key: string): readonly Oid[] =>
    head
      .split('\n')
      .filter((line) => line.startsWith(`${key} `))
      .map((line) => asOid(line.slice(key.length + 1)));
  const [tree] = ids('tree');
  if (tree === undefined) throw missingObject(commit);
  return { tree, parents: ids('parent') };
}

/** What stands at `path` in a tree: a file, a link or a gitlink; null where nothing or a folder does. */
export async function findInTree(
  repo: Repository,
  tree: Oid | null,
  path: string,
): Promise<TreeItem | null> {
  const node = await findNode(repo, tree, path);
  if (node === null || isTreeMode(node.mode)) return null;
  return { mode: fileMode(node.mode), oid: node.oid };
}

/** What stands at `path` in a tree, folders too, as the tree has it; null where nothing does. */
export async function findNode(
  repo: Repository,
  tree: Oid | null,
  path: string,
): Promise<TreeNode | null> {
  const segments = path.split('/');
  let at = tree;
  for (const [depth, segment] of segments.entries()) {
    if (at === null) return null;
    const bytes = await readTreeBytes(repo, at);
    const node = nodeNamed(bytes, encodePath(segment), repo.objectFormat);
    if (node === null || depth === segments.length - 1) return node;
    at = isTreeMode(node.mode) ? node.oid : null;
  }
  return null;
}

/**
 * Every path that differs between two trees (null: the empty one), sorted by path bytes. Reads only what differs; `known`
 * are trees that nobody has written.
 */
export async function diffTrees(
  repo: Repository,
  before: Oid | null,
  after: Oid | null,
  known: KnownTrees = new Map(),
): Promise<readonly PathChange[]> {
  const changes: PathChange[] = [];
  await diffInto(repo, changes, { prefix: '', before, after }, known);
  return changes.sort((left, right) => comparePaths(left.path, right.path));
}

type KnownTrees = ReadonlyMap<Oid, readonly TreeNode[]>;

async function diffInto(
  repo: Repository,
  changes: PathChange[],
  pair: { readonly prefix: string; readonly before: Oid | null; readonly after: Oid | null },
  known: KnownTrees,
): Promise<void> {
  if (pair.before === pair.after) return;
  const below: Promise<void>[] = [];
  for (const [left, right] of await nodesThatDiffer(repo, pair, known)) {
    const path = pair.prefix + (left ?? right)?.name;
    const before = itemOf(left);
    const after = itemOf(right);
    if (before !== null || after !== null) {
      const isSame = before?.oid === after?.oid && before?.mode === after?.mode;
      if (!isSame) changes.push({ path, before, after });
    }
    const folders = { prefix: `${path}/`, before: folderOf(left), after: folderOf(right) };
    below.push(diffInto(repo, changes, folders, known));
  }
  await Promise.all(below);
}

const itemOf = (node: TreeNode | null): TreeItem | null =>
  node === null || isTreeMode(node.mode) ? null : { mode: fileMode(node.mode), oid: node.oid };

const folderOf = (node: TreeNode | null): Oid | null =>
  node !== null && isTreeMode(node.mode) ? node.oid : null;

/** What stands under one name in two trees, where that is not the same. */
async function nodesThatDiffer(
  repo: Repository,
  { before, after }: { readonly before: Oid | null; readonly after: Oid | null },
  known: KnownTrees,
): Promise<readonly NodePair[]> {
  const isWritten = (oid: Oid | null): boolean => oid === null || !known.has(oid);
  if (isWritten(before) && isWritten(after)) {
    const [old, fresh] = await Promise.all(
      [before, after].map(async (oid) => (oid === null ? NO_BYTES : readTreeBytes(repo, oid))),
    );
    return unlikeNodes(old ?? NO_BYTES, fresh ?? NO_BYTES, repo.objectFormat);
  }
  const [old, fresh] = await Promise.all(
    [before, after].map(async (oid) => nodesByName(repo, oid, known)),
  );
  const names = new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])]);
  return [...names]
    .map((name): NodePair => [old?.get(name) ?? null, fresh?.get(name) ?? null])
    .filter(([left, right]) => left?.oid !== right?.oid || left?.mode !== right?.mode);
}

const NO_BYTES = Buffer.alloc(0);

async function nodesByName(
  repo: Repository,
  oid: Oid | null,
  known: KnownTrees,
): Promise<Map<string, TreeNode>> {
  if (oid === null) return new Map();
  const nodes = known.get(oid) ?? (await readTree(repo, oid));
  return new Map(nodes.map((node) => [node.name, node]));
}

const missingObject = (oid: string): Fault =>
  new Fault('git-failed', `The repository has no object ${oid}.`, {
    retryable: true,
    hint: 'It may be a shallow or damaged clone: git fsck tells more.',
  });
