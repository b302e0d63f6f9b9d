import { treeIndex } from '../core/apply/tree-index.ts';
import type { ContentHash } from '../core/model/content-hash.ts';
import type { Oid } from '../core/model/ids.ts';
import type { SnapshotFile, TreeEntry } from '../core/model/patch.ts';
import type { Note, Rejection } from '../core/model/rejection.ts';
import { parseRepoPath } from '../core/model/repo-path.ts';
import type { ReadClaim } from '../core/model/stated.ts';
import type { EditedPath } from '../core/planning/edit-paths.ts';
import type { Seen, SeenFile } from '../core/planning/seen.ts';
import { contradiction, type Statement } from '../core/planning/stated-envelope.ts';
import { blobBytes, blobOfHash } from '../git/read-version.ts';
import { commitExists, resolveCommit } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { findInTree, treeOf } from '../git/tree.ts';
import type { GivenReading, Reads } from '../store/reads.ts';

/** What is known of what the author of a response saw, and when. */
export interface AuthorView {
  readonly seen: Seen;
  /** The commit that the view of a path dates from; null where nobody knows. */
  readonly readPointOf: (path: string) => Oid | null;
  /** Paths whose newest read was given unasked, with a refusal (see `Reading.renews`). */
  readonly renewed: ReadonlySet<string>;
  readonly readings: readonly GivenReading[];
  readonly rejections: readonly Rejection[];
  readonly notes: readonly Note[];
}

/** The view of whoever named no reads and is known to have worked from a commit. */
export const viewAt = (readPoint: Oid | null): AuthorView => ({
  seen: new Map(),
  readPointOf: () => readPoint,
  renewed: new Set(),
  readings: [],
  rejections: [],
  notes: [],
});

/** What the view is compared with. `tree` is the listing of `base`. */
export interface ViewedBase {
  readonly base: Oid | null;
  readonly tree: readonly TreeEntry[];
  readonly edited: ReadonlyMap<string, EditedPath>;
}

/** Most reads that a submission may name, tokens taken apart. */
const MAX_READS = 1_000;

/** Finds out what the reads, tokens and commits that a response names stand for. */
export async function authorView(
  {
    repo,
    reads,
  }: { readonly repo: Repository; readonly reads: Pick<Reads, 'find' | 'resembling'> },
  statement: Statement,
  viewed: ViewedBase,
): Promise<AuthorView> {
  const { envelope } = statement.decoded;
  const tokens = resolveTokens(reads, envelope.readTokens);
  const base = await statedBase(repo, statement.bases);
  const readings = [...tokens.readings].sort((a, b) => a.at - b.at);
  const claims = claimsByPath(repo, viewed.tree, [
    ...readings.flatMap(({ reads: each, at }) => each.map((read) => ({ ...read, at }))),
    ...envelope.reads,
  ]);
  const total = [...claims.values()].reduce((sum, list) => sum + list.length, 0);
  const rejections = [...tokens.rejections, ...base.rejections];
  if (total > MAX_READS)
    rejections.push({
      code: 'payload-too-large',
      reason: 'reads',
      facts: { actual: total, limit: MAX_READS },
    });
  const seen = await seenFiles(repo, total > MAX_READS ? new Map() : claims, {
    ...viewed,
    readPoint: base.commit,
  });
  const points = await readPoints(repo, readings, base.commit);
  const newest = (path: string): GivenReading | undefined =>
    readings.findLast(({ reads: each }) => each.some((read) => read.path === path));
  return {
    seen,
    readPointOf: (path) => {
      const reading = newest(path);
      return reading === undefined ? points.fallback : points.of(reading);
    },
    renewed: new Set(
      [...viewed.edited.keys()].filter((path) => newest(path)?.renews !== undefined),
    ),
    readings,
    rejections,
    notes: [],
  };
}

interface ResolvedTokens {
  readonly readings: readonly GivenReading[];
  readonly rejections: readonly Rejection[];
}

function resolveTokens(
  reads: Pick<Reads, 'find' | 'resembling'>,
  tokens: readonly string[],
): ResolvedTokens {
  const readings = new Map<string, GivenReading>();
  const rejections: Rejection[] = [];
  for (const reference of tokens) {
    const found = reads.find(reference);
    if (found !== null) readings.set(found.token, found);
    else {
      const near = reads.resembling(reference);
      rejections.push({
        code: 'unknown-reference',
        reason: 'token',
        facts: { reference, ...(near.length === 0 ? {} : { near: near.slice(0, 3) }) },
      });
    }
  }
  return { readings: [...readings.values()], rejections };
}

/** The commit that the response says it was written against: one, whatever names it is given. */
async function statedBase(
  repo: Repository,
  bases: readonly string[],
): Promise<{ readonly commit: Oid | null; readonly rejections: readonly Rejection[] }> {
  const found = await Promise.all(bases.map(async (base) => await resolveCommit(repo, base)));
  const unknown = bases.filter((_, at) => found[at] === null);
  const commits = new Set(found.filter((commit) => commit !== null));
  const rejections: Rejection[] = unknown.map((reference) => ({
    code: 'unknown-reference',
    reason: 'base',
    facts: { reference },
  }));
  if (commits.size > 1) rejections.push(contradiction('base', bases));
  const [commit = null] = commits;
  return { commit: commits.size === 1 ? commit : null, rejections };
}

/** A read as a token or the response itself names it. */
interface Claim extends ReadClaim {
  readonly blob?: Oid;
  /** When a token's read was made, in milliseconds since the epoch. */
  readonly at?: number;
}

/**
 * Claims by the path that the base knows. A later token's read of a whole file takes the place of what earlier ones say
 * of it, and one of the same lines that of the earlier one.
 */
function claimsByPath(
  repo: Repository,
  tree: readonly TreeEntry[],
  claims: readonly Claim[],
): ReadonlyMap<string, readonly Claim[]> {
  const index = treeIndex(tree);
  const byPath = new Map<string, readonly Claim[]>();
  for (const claim of claims) {
    const parsed = parseRepoPath(claim.path, [repo.worktree]);
    const spelt = parsed.ok ? parsed.value : claim.path;
    const [composed, another] = index.composed(spelt);
    const isTold = index.has(spelt) || composed === undefined || another !== undefined;
    const path = isTold ? spelt : composed;
    const known = byPath.get(path) ?? [];
    byPath.set(path, [...known.filter((older) => !isReplaced(older, claim)), claim]);
  }
  return byPath;
}

function isReplaced(older: Claim, newer: Claim): boolean {
  if (older.at === undefined || newer.at === undefined) return false;
  if (newer.window === undefined) return true;
  return older.window?.[0] === newer.window[0] && older.window[1] === newer.window[1];
}

async function seenFiles(
  repo: Repository,
  claims: ReadonlyMap<string, readonly Claim[]>,
  viewed: ViewedBase & { readonly readPoint: Oid | null },
): Promise<Seen> {
  const index = treeIndex(viewed.tree);
  const seen = new Map<string, SeenFile>();
  const pointTree = await treeOf(repo, viewed.readPoint);
  const paths = new Set([...claims.keys(), ...(pointTree === null ? [] : viewed.edited.keys())]);
  for (const path of paths) {
    const named = claims.get(path) ?? [];
    const now = index.entry(path);
    // What was read, is not edited and is as it was needs no second look.
    if (!viewed.edited.has(path) && named.every(({ blob }) => blob === now?.oid)) continue;
    const atPoint = pointTree === null ? undefined : await findInTree(repo, pointTree, path);
    const blobs = await blobsOf(repo, named, {
      path,
      tip: viewed.base,
      atPoint: atPoint?.oid ?? null,
    });
    seen.set(path, {
      ...hashesOf(named, blobs.wholes),
      ...(atPoint === undefined || named.length > 0 ? {} : { atReadPoint: atPoint?.oid ?? null }),
      version: await versionOf(repo, blobs.version, atPoint?.mode ?? now?.mode ?? '100644'),
    });
  }
  return seen;
}

/** The hashes of the claims; a hash of what the checkout made of a file stands for its blob. */
function hashesOf(
  claims: readonly Claim[],
  wholes: readonly (Oid | null)[],
): Pick<SeenFile, 'wholes' | 'windows'> {
  const hashes: ContentHash[] = [];
  claims.forEach(({ hash, window }, at) => {
    if (window !== undefined) return;
    const blob = wholes[at] ?? null;
    hashes.push(blob === null ? hash : (`blob:${blob}` as ContentHash));
  });
  return {
    wholes: hashes,
    windows: claims.flatMap(({ hash, window }) => (window === undefined ? [] : [{ hash, window }])),
  };
}

/** The one blob that all claims come to; null where they come to several, or nobody can tell. */
async function blobsOf(
  repo: Repository,
  claims: readonly Claim[],
  at: {
    readonly path: string;
    readonly tip: Oid | null;
    readonly atPoint: Oid | null;
  },
): Promise<{ readonly wholes: readonly (Oid | null)[]; readonly version: Oid | null }> {
  const wholes = await Promise.all(
    claims.map(async ({ blob, hash, window }) => {
      if (window !== undefined) return null;
      return blob ?? (await blobOfHash(repo, hash, at));
    }),
  );
  // A window that no token gave is of the file at the commit that the response names, if it names one.
  const all = claims.map(({ blob, window }, index) =>
    window === undefined ? (wholes[index] ?? null) : (blob ?? at.atPoint),
  );
  const distinct = new Set(all.filter((blob) => blob !== null));
  if (claims.length === 0) return { wholes, version: at.atPoint };
  const [only = null] = distinct;
  return { wholes, version: distinct.size === 1 ? only : null };
}

async function versionOf(
  repo: Repository,
  oid: Oid | null,
  mode: SnapshotFile['mode'],
): Promise<SnapshotFile | null> {
  if (oid === null) return null;
  const bytes = await blobBytes(repo, oid);
  return bytes === null ? null : { bytes, mode, oid };
}

interface ReadPoints {
  readonly of: (reading: GivenReading) => Oid | null;
  /** For a path that no token names: the stated commit, else the oldest of the tokens'. */
  readonly fallback: Oid | null;
}

/** The commit that a reading's view dates from. */
const viewedAt = ({ renews, commit }: GivenReading): Oid | null =>
  renews === undefined ? commit : renews.commit;

/** Commits that are gone from the repository tell nothing. */
async function readPoints(
  repo: Repository,
  readings: readonly GivenReading[],
  stated: Oid | null,
): Promise<ReadPoints> {
  const commits = readings.map(viewedAt);
  const there = new Set<Oid>();
  for (const commit of commits)
    if (commit !== null && (await commitExists(repo, commit))) there.add(commit);
  const known = (commit: Oid | null): Oid | null =>
    commit !== null && there.has(commit) ? commit : null;
  return {
    of: (reading) => known(viewedAt(reading)),
    fallback: stated ?? known(commits[0] ?? null),
  };
}
