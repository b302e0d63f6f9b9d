import { nearNames } from '../core/apply/near-names.ts';
import { treeIndex, type TreeIndex } from '../core/apply/tree-index.ts';
import { contentRefusal } from '../core/apply/file-kind.ts';
import { SourceText } from '../core/match/source-text.ts';
import { sha256, type ContentHash } from '../core/model/content-hash.ts';
import type { BranchRef, Oid } from '../core/model/ids.ts';
import type { TreeEntry } from '../core/model/patch.ts';
import type { ReadToken } from '../core/model/read-token.ts';
import { parseRepoPath, type RepoPath } from '../core/model/repo-path.ts';
import { ok, refused, type Result } from '../core/model/result.ts';
import { windowBytes, type LineWindow } from '../core/planning/read-window.ts';
import { windowAnchors, type WindowAnchors } from '../core/planning/window-anchors.ts';
import { loadConfig } from '../config/load-config.ts';
import { defaultTarget } from '../git/default-target.ts';
import { differsOnDisk } from '../git/differs-on-disk.ts';
import { resolveBranch, tipOf } from '../git/refs.ts';
import { objectsOf, type Repository } from '../git/repository.ts';
import { listTree, readBlob, readFileAt } from '../git/snapshot.ts';
import { existsOnDisk } from '../git/working-tree.ts';
import type { Store } from '../store/open-store.ts';
import type { Lease } from '../store/leases.ts';
import type { Reader } from '../store/read-rows.ts';
import type { SeenRead } from '../store/reads.ts';
import { contextProblem, type ContextProblem, type ContextReason } from './context-problem.ts';

/** Some lines of a file. `first` and `last` are 1-based; `hash` is of these lines' bytes alone. */
export interface GivenWindow {
  readonly first: number;
  readonly last: number;
  readonly hash: ContentHash;
  readonly anchors: WindowAnchors;
}

/** A file, or a window of it, as it is at the commit. */
export interface GivenFile {
  readonly path: RepoPath;
  /** `blob:` and git's id of the whole file; `sha256` is the other accepted name of the same bytes. */
  readonly hash: ContentHash;
  readonly sha256: ContentHash;
  readonly window: GivenWindow | null;
  /** The file's text, or the window's, with LF line endings and without a byte order mark. */
  readonly text: string;
  /** Lines of the whole file. */
  readonly lineCount: number;
  /** The checkout has other content there: the text is what edits are judged against, not what is on disk. */
  readonly diskDiffers: boolean;
  /** Others who said that they are about to edit these lines. */
  readonly heldBy: readonly Lease[];
}

/** What was read, and the token that names it. `commit` is null on an unborn branch. */
export interface GivenContext {
  readonly target: BranchRef;
  readonly commit: Oid | null;
  readonly token: ReadToken;
  readonly files: readonly GivenFile[];
  /** Leases that were taken, where they were wished for. */
  readonly leases: readonly Lease[];
}

/** What is asked for. `asks` are `PATH` or `PATH:A-B`, relative to the root, or absolute inside the worktree. */
export interface ContextRequest {
  readonly asks: readonly string[];
  readonly reader: Reader;
  /** Branch to read from; null: the one that submissions land on by default. */
  readonly target: string | null;
  /** Takes a lease of what is read, for so many milliseconds. */
  readonly leaseMs?: number;
}

export interface ContextPlace {
  readonly repo: Repository;
  readonly store: Store;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const MAX_ASKS = 200;
/** Bytes of text given of one file, and of all together. */
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_ALL_BYTES = 8 * 1024 * 1024;

/**
 * Gives files, or windows of them, as they are at the tip of the target, and records the read. All of it or nothing:
 * every problem is named, and then nothing is recorded.
 */
export async function giveContext(
  { repo, store, clock }: ContextPlace,
  { asks, reader, target, leaseMs }: ContextRequest,
): Promise<Result<GivenContext, readonly ContextProblem[]>> {
  const wanted = [...new Set(asks)];
  if (wanted.length === 0) return refused([contextProblem('', { code: 'nothing-asked' })]);
  if (wanted.length > MAX_ASKS)
    return refused([contextProblem('', { code: 'too-many', limit: MAX_ASKS })]);
  const branch = target === null ? await usualTarget(repo) : await resolveBranch(repo, target);
  if (branch === null) return refused([contextProblem('', { code: 'unknown-target', target })]);
  const commit = await tipOf(repo, branch);
  const index = treeIndex(await listTree(repo, commit));
  const looked = await Promise.all(wanted.map(async (ask) => await look(repo, index, ask)));
  const problems = looked.flatMap((found) => (found.ok ? [] : [found.error]));
  if (problems.length > 0) return refused(problems);
  const found = looked.flatMap((each) => (each.ok ? [each.value] : []));
  const bytes = found.reduce((sum, { file }) => sum + file.text.length, 0);
  if (bytes > MAX_ALL_BYTES)
    return refused([contextProblem('', { code: 'too-large', bytes, limit: MAX_ALL_BYTES })]);

  const now = clock();
  const token = store.reads.give({ commit, reader, at: now, reads: found.map(({ read }) => read) });
  const leases =
    leaseMs === undefined ? [] : store.reads.lease(token, { now, expires: now + leaseMs }).granted;
  const files = found.map(({ file, read }) => ({
    ...file,
    heldBy: store.reads.leasesOf(file.path, now).filter((lease) => concerns(lease, token, read)),
  }));
  return ok({ target: branch, commit, token, files, leases });
}

/** The default target, whatever is wrong with the config: reading is no landing. */
export const usualTarget = (repo: Repository): Promise<BranchRef | null> =>
  defaultTarget(repo, async (tip) => {
    const loaded = await loadConfig((path) => readFileAt(repo, tip, path));
    return loaded.ok ? loaded.value.config.target : null;
  });

function concerns(lease: Lease, token: ReadToken, { window }: SeenRead): boolean {
  if (lease.token === token) return false;
  if (lease.window === null || window === undefined) return true;
  return lease.window[0] <= window[1] && window[0] <= lease.window[1];
}

interface Looked {
  readonly file: Omit<GivenFile, 'heldBy'>;
  readonly read: SeenRead;
}

const ASK = /^(.*?):(\d{1,9})(?:-(\d{1,9}))?$/s;

async function look(
  repo: Repository,
  index: TreeIndex,
  ask: string,
): Promise<Result<Looked, ContextProblem>> {
  const problem = (reason: ContextReason) => refused(contextProblem(ask, reason));
  const match = ASK.exec(ask);
  const window: LineWindow | null =
    match === null ? null : [Number(match[2]), Number(match[3] ?? match[2])];
  const parsed = parseRepoPath(match?.[1] ?? ask, [repo.worktree]);
  if (!parsed.ok) return problem({ code: 'unsafe-path', refusal: parsed.error });
  if (window !== null && (window[0] < 1 || window[1] < window[0]))
    return problem({ code: 'bad-window' });
  const path = parsed.value;
  const entry = index.entry(path);
  if (entry === undefined) return problem(missing(repo, index, path));
  if (entry.mode === '120000') return problem({ code: 'symlink' });
  if (entry.mode === '160000') return problem({ code: 'submodule' });
  const size = (await objectsOf(repo).info(entry.oid))?.size ?? 0;
  if (size > MAX_LOADED_BYTES || (window === null && size > MAX_FILE_BYTES))
    return problem({ code: 'too-large', bytes: size, limit: MAX_FILE_BYTES });
  const bytes = await readBlob(repo, entry.oid);
  const cut = cutOut(bytes, window);
  if (!cut.ok) return problem(cut.error);
  return ok(await given(repo, { path, entry, bytes, window, part: cut.value }));
}

/** A file past this is not looked into, however few of its lines are wanted. */
const MAX_LOADED_BYTES = 64 * 1024 * 1024;

/** The bytes that were asked for, where they are text. */
function cutOut(bytes: Buffer, window: LineWindow | null): Result<Uint8Array, ContextReason> {
  const source = new SourceText(bytes);
  const refusal = contentRefusal(source);
  if (refusal?.reason === 'lfs-pointer') return refused({ code: 'lfs-pointer' });
  if (refusal !== null) return refused({ code: 'binary' });
  if (!source.isUtf8) return refused({ code: 'not-utf-8' });
  const part = window === null ? bytes : windowBytes(bytes, window);
  if (part === null) return refused({ code: 'out-of-range', lineCount: source.lineCount });
  if (part.length > MAX_FILE_BYTES)
    return refused({ code: 'too-large', bytes: part.length, limit: MAX_FILE_BYTES });
  return ok(part);
}

interface Found {
  readonly path: RepoPath;
  readonly entry: TreeEntry;
  readonly bytes: Buffer;
  readonly window: LineWindow | null;
  readonly part: Uint8Array;
}

async function given(
  repo: Repository,
  { path, entry, bytes, window, part }: Found,
): Promise<Looked> {
  const source = new SourceText(bytes);
  const hash = `blob:${entry.oid}` as ContentHash;
  const partHash = `sha256:${sha256(part)}` as ContentHash;
  const read: SeenRead =
    window === null
      ? { path, hash, blob: entry.oid }
      : { path, hash: partHash, blob: entry.oid, window };
  const file = {
    path,
    hash,
    sha256: `sha256:${sha256(bytes)}` as ContentHash,
    window:
      window === null
        ? null
        : {
            first: window[0],
            last: window[1],
            hash: partHash,
            anchors: windowAnchors(source, window),
          },
    text: new TextDecoder().decode(part).replaceAll('\r\n', '\n'),
    lineCount: source.lineCount,
    diskDiffers: await differsOnDisk(repo, path, entry.oid),
  };
  return { file, read };
}

function missing(repo: Repository, index: TreeIndex, path: RepoPath): ContextReason {
  if (index.hasFolder(path)) {
    const inside = index.tree.filter((entry) => entry.path.startsWith(`${path}/`));
    return { code: 'folder', files: inside.slice(0, 3).map((entry) => entry.path) };
  }
  const isOnDisk = existsOnDisk(repo, path);
  return { code: 'unknown-path', near: isOnDisk ? [] : nearNames(index, path), isOnDisk };
}
