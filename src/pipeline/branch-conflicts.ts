import { conflictHunks } from '../core/planning/conflict-hunks.ts';
import type { Oid } from '../core/model/ids.ts';
import type { ConflictHunk, OtherSide, Rejection } from '../core/model/rejection.ts';
import type { Conflict } from '../git/merge.ts';
import { recentChanges } from '../git/recent-changes.ts';
import { objectsOf, type Repository } from '../git/repository.ts';
import type { TreeItem } from '../git/tree.ts';

/** Most conflicts, places of one file, lines of one side, and other commits that a refusal tells of. */
const MAX_CONFLICTS = 50;
const MAX_HUNKS = 10;
const MAX_LINES = 40;
const MAX_OTHERS = 3;
/** Larger files are named and not shown; bytes. */
const MAX_BYTES = 1024 * 1024;

/** What a merge that failed tells its author: the three sides of every place, and who landed the other one. */
export async function branchConflicts(
  repo: Repository,
  { conflicts, readPoint }: { readonly conflicts: readonly Conflict[]; readonly readPoint: Oid },
  tip: Oid | null,
): Promise<readonly Rejection[]> {
  const shown = conflicts.slice(0, MAX_CONFLICTS);
  const paths = shown.map(({ path }) => path);
  const since = { commit: readPoint };
  const recent = tip === null ? [] : await recentChanges(repo, { tip, paths, since });
  return await Promise.all(
    shown.map(async (conflict): Promise<Rejection> => {
      const { path } = conflict;
      const hunks = await hunksOf(repo, conflict);
      const landedBy = recent
        .filter((change) => change.path === path)
        .slice(0, MAX_OTHERS)
        .map(({ commit, subject, author }): OtherSide => ({ commit, subject, author }));
      return {
        code: 'merge-conflict',
        path,
        reason: hunks.length > 0 ? 'lines' : kindOf(conflict),
        ...(hunks.length > 0 ? { lines: hunks.map(({ line }) => line) } : {}),
        facts: { hunks: hunks.length, others: Math.max(0, conflicts.length - shown.length) },
        conflict: { hunks: hunks.slice(0, MAX_HUNKS).map(cut), landedBy },
      };
    }),
  );
}

const cut = ({ line, base, now, yours }: ConflictHunk): ConflictHunk => ({
  line,
  base: base.slice(0, MAX_LINES),
  now: now.slice(0, MAX_LINES),
  yours: yours.slice(0, MAX_LINES),
});

/** In a closed word: what each side did, where they cannot be compared by lines. */
function kindOf({ base, ours, theirs }: Conflict): string {
  if (base === null && ours !== null && theirs !== null) return 'both-added';
  if (ours === null && theirs !== null && base !== null) return 'deleted-there';
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
  const [old, now, yours] = contents;
  if (old === undefined || now === undefined || yours === undefined) return [];
  return conflictHunks({ base: old, now, yours });
}

/** Undefined for what has no lines to show; nothing where there is no file. */
async function contentOf(repo: Repository, item: TreeItem | null): Promise<Buffer | undefined> {
  if (item === null) return Buffer.alloc(0);
  if (item.mode === '120000' || item.mode === '160000') return undefined;
  const info = await objectsOf(repo).info(item.oid);
  if (info === null || info.size > MAX_BYTES) return undefined;
  return (await objectsOf(repo).read(item.oid))?.bytes;
}
