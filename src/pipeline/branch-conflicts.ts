import { changesBetween, linesOf } from '../core/merge/line-changes.ts';
import { threeWay, type ConflictHunk } from '../core/merge/three-way.ts';
import type { Oid } from '../core/model/ids.ts';
import type { Rejection } from '../core/model/rejection.ts';
import { conflictRefusals } from '../core/planning/merge-refusals.ts';
import type { Conflict } from '../git/merge.ts';
import { objectsOf, type Repository } from '../git/repository.ts';
import type { TreeItem } from '../git/tree.ts';
import type { Ledger } from '../store/ledger.ts';
import { namingWhoLanded } from './who-landed.ts';

/** A merge that failed. */
export interface FailedMerge {
  readonly conflicts: readonly Conflict[];
  readonly readPoint: Oid;
  readonly tip: Oid | null;
  /** The branch, as people call it. */
  readonly title: string;
}

/** Files in conflict that a refusal tells of; the rest are counted. */
const MAX_CONFLICTS = 50;
/** Larger files are named and not shown; bytes. */
const MAX_BYTES = 1024 * 1024;

/** What a merge that failed tells its author: the three sides of every place, and who landed the other one. */
export async function branchConflicts(
  place: { readonly repo: Repository; readonly ledger: Ledger },
  { conflicts, readPoint, tip, title }: FailedMerge,
): Promise<readonly Rejection[]> {
  const shown = conflicts.slice(0, MAX_CONFLICTS);
  const others = conflicts.length - shown.length;
  const facts = { branch: title, ...(others === 0 ? {} : { others }) };
  const found: Rejection[] = [];
  for (const conflict of shown) {
    const { path } = conflict;
    const hunks = await hunksOf(place.repo, conflict);
    const refusals =
      hunks.length > 0
        ? conflictRefusals(path, hunks)
        : [{ code: 'merge-conflict', path, reason: kindOf(conflict) } as const];
    found.push(...refusals.map((one) => ({ ...one, facts })));
  }
  return await namingWhoLanded(place, found, { base: tip, readPointOf: () => readPoint });
}

/** In a closed word: what each side did, where they cannot be compared by lines. */
function kindOf({ base, ours, theirs }: Conflict): string {
  if (base === null && ours !== null && theirs !== null) return 'both-added';
  if (ours === null && theirs !== null && base !== null) return 'deleted';
  if (theirs === null && ours !== null && base !== null) return 'deleted-here';
  return base === null || ours === null || theirs === null ? 'moved' : 'content';
}

async function hunksOf(
  repo: Repository,
  { base, ours, theirs }: Conflict,
): Promise<readonly ConflictHunk[]> {
  if (ours === null || theirs === null) return [];
  const contents = await Promise.all(
    [base, ours, theirs].map(async (item) => await contentOf(repo, item)),
  );
  const [read, landed, yours] = contents;
  if (read === undefined || landed === undefined || yours === undefined) return [];
  const before = linesOf(read);
  const merged = threeWay(before, landed, changesBetween(before, linesOf(yours)));
  return merged.kind === 'conflict' ? merged.hunks : [];
}

/** Undefined for what has no lines to show; nothing where there is no file. */
async function contentOf(repo: Repository, item: TreeItem | null): Promise<Buffer | undefined> {
  if (item === null) return Buffer.alloc(0);
  if (item.mode === '120000' || item.mode === '160000') return undefined;
  const info = await objectsOf(repo).info(item.oid);
  if (info === null || info.size > MAX_BYTES) return undefined;
  const bytes = (await objectsOf(repo).read(item.oid))?.bytes;
  return bytes?.includes(0) === true ? undefined : bytes;
}
