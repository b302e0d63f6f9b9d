import { pairRenames, type LoosePath } from '../core/check/pair-renames.ts';
import type { Oid } from '../core/model/ids.ts';
import type { FileChange, FileSide, Patch } from '../core/model/patch.ts';
import type { Rejection } from '../core/model/rejection.ts';
import { parseRepoPath, standInPath, type RepoPath } from '../core/model/repo-path.ts';
import { Fault } from '../core/model/fault.ts';
import { objectsOf, type Repository } from './repository.ts';
import type { PathChange, TreeItem } from './tree.ts';

/** What differs between two trees, as a patch that nobody asked for hunk by hunk. */
export interface TreePatch {
  readonly patch: Patch;
  /** Paths that no edit may have, by those that stand for them in the patch. */
  readonly standIns: ReadonlyMap<string, string>;
  /** Those of them that are new. */
  readonly denied: readonly Rejection[];
  /** Files too large to be looked into; in the patch they stand as binary files of one byte. */
  readonly large: readonly { readonly path: string; readonly bytes: number }[];
}

/** How the difference is read. */
export interface TreePatchOptions {
  /** Whether the deletion of a path is meant. */
  readonly isDeclared: (path: string) => boolean;
  /** Larger files are not read; bytes. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Reads both sides of the paths that differ between two trees and finds out which of them were renamed. A submodule's
 * content is the line that `git diff` shows for it, a link's its target. `base` is what the patch is computed on.
 */
export async function treePatch(
  repo: Repository,
  base: Oid | null,
  changes: readonly PathChange[],
  { isDeclared, maxBytes = MAX_BYTES }: TreePatchOptions,
): Promise<TreePatch> {
  const large: { path: string; bytes: number }[] = [];
  const read = await Promise.all(
    changes.map(async ({ path, before, after }) => {
      const [old, now] = await Promise.all([
        readSide(repo, before, { maxBytes, onLarge: () => undefined }),
        readSide(repo, after, { maxBytes, onLarge: (bytes) => large.push({ path, bytes }) }),
      ]);
      const ids = { before: before?.oid ?? '', after: after?.oid ?? '' };
      return { path, ids, before: old, after: now };
    }),
  );
  const denied: Rejection[] = [];
  const standIns = new Map<string, string>();
  const named: (Omit<(typeof read)[number], 'path'> & { readonly path: RepoPath })[] = [];
  for (const change of read) {
    const path = parseRepoPath(change.path);
    if (path.ok && path.value === change.path) {
      named.push({ ...change, path: path.value });
      continue;
    }
    const standIn = standInPath(change.path);
    standIns.set(standIn, change.path);
    named.push({ ...change, path: standIn });
    if (change.before !== null) continue;
    const reason = path.ok ? 'reserved-name' : path.error;
    denied.push({ code: 'path-denied', path: change.path, reason });
  }
  const renames = renamesAmong(named);
  const sources = new Set(renames.values());
  const byPath = new Map(named.map((change) => [change.path as string, change]));
  const patched = named.flatMap(({ path, before, after }): FileChange[] => {
    if (after === null && sources.has(path)) return [];
    const source = byPath.get(renames.get(path) ?? '');
    return [
      {
        path,
        ...(source === undefined ? {} : { from: source.path }),
        before: source?.before ?? before,
        after,
        regions: [],
        blocks: [],
        isWhole: false,
        isDeclaredDeletion: after === null && isDeclared(path),
      },
    ];
  });
  return { patch: { base, changes: patched }, standIns, denied, large };
}

interface ReadChange {
  readonly path: string;
  readonly ids: { readonly before: string; readonly after: string };
  readonly before: FileSide | null;
  readonly after: FileSide | null;
}

/** New path -> old path. */
function renamesAmong(changes: readonly ReadChange[]): ReadonlyMap<string, string> {
  const lost: LoosePath[] = [];
  const made: LoosePath[] = [];
  for (const { path, ids, before, after } of changes) {
    if (after === null && before !== null) lost.push({ path, id: ids.before, side: before });
    if (before === null && after !== null) made.push({ path, id: ids.after, side: after });
  }
  return pairRenames(lost, made);
}

async function readSide(
  repo: Repository,
  item: TreeItem | null,
  { maxBytes, onLarge }: { readonly maxBytes: number; readonly onLarge: (bytes: number) => void },
): Promise<FileSide | null> {
  if (item === null) return null;
  const { mode, oid } = item;
  if (mode === '160000') return { mode, bytes: Buffer.from(`Subproject commit ${oid}\n`) };
  const found = await objectsOf(repo).readUpTo(oid, maxBytes);
  if (found === null || found.type !== 'blob') throw noBlob(oid);
  if ('bytes' in found) return { mode, bytes: found.bytes };
  onLarge(found.size);
  return { mode, bytes: Buffer.of(0) };
}

const noBlob = (oid: Oid): Fault =>
  new Fault('git-failed', `The repository has no blob ${oid}.`, {
    retryable: true,
    hint: 'It may be a partial or damaged clone: git fsck tells more.',
  });
