import type { Oid, SubmissionId } from '../core/model/ids.ts';
import type { FileChange, FileSide, Patch } from '../core/model/patch.ts';
import { commitObject } from './commit-object.ts';
import { ownConfigValues } from './config-values.ts';
import type { Identity } from './identity.ts';
import { encodePath } from './path-bytes.ts';
import { git, gitText } from './plumbing.ts';
import { objectsOf, type Repository } from './repository.ts';
import { diffTrees, readTree, treeOf } from './tree.ts';
import { isTreeMode } from './tree-bytes.ts';
import { asOid } from '../core/model/ids.ts';

/** A key that asks for a passphrase has nobody to ask: signing fails after this long. */
const SIGNING_MS = 30_000;

/** What a candidate is made of. */
export interface CandidateRequest {
  readonly submission: SubmissionId;
  readonly patch: Patch;
  /** The whole tree, where it was made otherwise (a merge, a branch); then the patch's changes are not applied. */
  readonly tree?: Oid;
  readonly message: string;
  readonly author: Identity;
  readonly committer: Identity;
  /** Milliseconds since the epoch: both dates of the commit. */
  readonly at: number;
  /** Parents of the commit; absent: the patch's base, or none on an unborn branch. */
  readonly parents?: readonly Oid[];
  /** True: sign with the committer's key as git is configured to; a failure to sign is a fault. */
  readonly isSigned?: boolean;
}

/** A commit that may land, and its tree. */
export interface Candidate {
  readonly commit: Oid;
  readonly tree: Oid;
}

/** The ref that keeps a submission's candidate from garbage collection. */
const candidateRef = (submission: SubmissionId): string =>
  `refs/sallyport/candidates/${submission}`;

/**
 * Builds the commit of a patch in the object store alone: no index, no worktree, only the trees along the touched
 * folders. What it wrote is on disk when it resolves, and kept under `candidateRef` until `dropCandidate`.
 */
export async function buildCandidate(
  repo: Repository,
  request: CandidateRequest,
): Promise<Candidate> {
  const { patch } = request;
  const base = await treeOf(repo, patch.base);
  const tree = request.tree ?? (await buildTree(repo, base, patch.changes));
  if (request.tree === undefined) await requireOnlyThese(repo, { base, tree }, patch.changes);
  const parents = request.parents ?? (patch.base === null ? [] : [patch.base]);
  const commit = await writeCommit(repo, { ...request, tree, parents });
  await objectsOf(repo).setOwnRef(candidateRef(request.submission), commit);
  return { commit, tree };
}

/** Lets a candidate go: its objects may be collected unless something else reaches them. */
export async function dropCandidate(repo: Repository, submission: SubmissionId): Promise<void> {
  await objectsOf(repo).setOwnRef(candidateRef(submission), null);
}

/** The proof, by another way than the building, that no path but the patch's differs from the base. */
async function requireOnlyThese(
  repo: Repository,
  trees: { readonly base: Oid | null; readonly tree: Oid },
  changes: readonly FileChange[],
): Promise<void> {
  const named = new Set<string>(
    changes.flatMap(({ path, from }) => [path, ...(from ? [from] : [])]),
  );
  const strays = (await diffTrees(repo, trees.base, trees.tree)).filter(
    ({ path }) => !named.has(path),
  );
  if (strays.length === 0) return;
  const paths = strays.map(({ path }) => path).join(', ');
  throw new TypeError(`the patch would change paths that it does not name: ${paths}`);
}

/** A folder's worth of changes: what to put at each name, and the folders below. */
interface FolderEdit {
  /** Null removes the name. */
  readonly items: Map<string, { readonly mode: string; readonly oid: Oid } | null>;
  readonly folders: Map<string, FolderEdit>;
}

const newFolderEdit = (): FolderEdit => ({ items: new Map(), folders: new Map() });

/** The tree that `changes` make of `base` (null: the empty tree). Folders left without an entry vanish. */
export async function buildTree(
  repo: Repository,
  base: Oid | null,
  changes: readonly FileChange[],
): Promise<Oid> {
  const root = newFolderEdit();
  for (const change of changes) {
    const leaves = change.from ?? (change.after === null ? change.path : null);
    if (leaves !== null) placeAt(root, leaves, null);
  }
  const written = await Promise.all(
    changes.map(async ({ path, after }) => ({
      path,
      item: after && (await writeSide(repo, after)),
    })),
  );
  for (const { path, item } of written) if (item !== null) placeAt(root, path, item);
  return (await editFolder(repo, base, root)) ?? (await objectsOf(repo).writeTree([]));
}

async function writeSide(
  repo: Repository,
  side: FileSide,
): Promise<{ readonly mode: string; readonly oid: Oid }> {
  if (side.mode === '160000') throw new TypeError('a submodule has no content to write');
  return { mode: side.mode, oid: await objectsOf(repo).writeBlob(side.bytes) };
}

function placeAt(
  root: FolderEdit,
  path: string,
  item: { readonly mode: string; readonly oid: Oid } | null,
): void {
  const segments = path.split('/');
  const name = segments.pop() ?? '';
  let at = root;
  for (const segment of segments) {
    const next = at.folders.get(segment) ?? newFolderEdit();
    at.folders.set(segment, next);
    at = next;
  }
  at.items.set(name, item);
}

/** Null where nothing is left in the folder. */
async function editFolder(
  repo: Repository,
  base: Oid | null,
  edit: FolderEdit,
): Promise<Oid | null> {
  const nodes = new Map(
    base === null ? [] : (await readTree(repo, base)).map((node) => [node.name, node] as const),
  );
  for (const [name, item] of edit.items) {
    if (item === null) nodes.delete(name);
    else nodes.set(name, { name, ...item });
  }
  const edited = [...edit.folders].map(async ([name, folder]) => {
    const known = nodes.get(name);
    const below = known !== undefined && isTreeMode(known.mode) ? known.oid : null;
    return { name, below, oid: await editFolder(repo, below, folder) };
  });
  for (const { name, below, oid } of await Promise.all(edited)) {
    if (oid !== null) nodes.set(name, { name, mode: '40000', oid });
    else if (below !== null) nodes.delete(name);
  }
  if (nodes.size === 0) return null;
  return await objectsOf(repo).writeTree(
    [...nodes.values()].map(({ name, mode, oid }) => ({ name: encodePath(name), mode, oid })),
  );
}

async function writeCommit(
  repo: Repository,
  parts: CandidateRequest & { readonly tree: Oid; readonly parents: readonly Oid[] },
): Promise<Oid> {
  if (parts.isSigned !== true) return await objectsOf(repo).writeCommit(commitObject(parts));
  const date = `${Math.floor(parts.at / 1000)} +0000`;
  const parents = parts.parents.flatMap((parent) => ['-p', parent]);
  const signed = await gitText(repo, ['commit-tree', '-S', ...parents, '-F', '-', parts.tree], {
    stdin: Buffer.from(parts.message),
    timeoutMs: SIGNING_MS,
    env: {
      GIT_AUTHOR_NAME: parts.author.name,
      GIT_AUTHOR_EMAIL: parts.author.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: parts.committer.name,
      GIT_COMMITTER_EMAIL: parts.committer.email,
      GIT_COMMITTER_DATE: date,
    },
  });
  return asOid(signed);
}

/** Every submission that a candidate is kept for. */
export async function keptCandidates(repo: Repository): Promise<readonly string[]> {
  const prefix = candidateRef('' as SubmissionId);
  const listed = await gitText(repo, ['for-each-ref', '--format=%(refname)', prefix]);
  return listed === '' ? [] : listed.split('\n').map((ref) => ref.slice(prefix.length));
}

/** Whether git is configured to sign commits here. */
export async function isSigningConfigured(repo: Repository): Promise<boolean> {
  const values = await ownConfigValues(repo);
  if (values?.has('commit.gpgsign') === false) return false;
  const { stdout } = await git(repo, [
    'config',
    '--type=bool',
    '--default=false',
    'commit.gpgSign',
  ]);
  return stdout.toString('utf8').trim() === 'true';
}
