import type { Oid } from '../core/model/ids.ts';
import type { Patch } from '../core/model/patch.ts';
import { revertedWork, type RevertFindings } from '../core/planning/reverted-work.ts';
import { recentChanges } from './recent-changes.ts';
import type { Repository } from './repository.ts';

/** What the look back needs to know. */
export interface RevertQuestion {
  readonly patch: Patch;
  /** The commit that the author's view of a path dates from; null where nobody knows. */
  readonly readPointOf: (path: string) => Oid | null;
  /** Paths that the author read as they are at the base. */
  readonly freshReads: ReadonlySet<string>;
  /** Commits that the author knows of: what they did may be undone. Absent: none. */
  readonly known?: ReadonlySet<Oid>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** How far to look back where the author's view is not known: 14 days. */
const LOOK_BACK_MS = 14 * 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** To the full hour before, so that plans of one submission ask the same question. */
const lookBackFrom = (now: number): number => Math.floor((now - LOOK_BACK_MS) / HOUR_MS) * HOUR_MS;

/** Whether a patch undoes what landed since its author read, or of late where nobody knows when that was. */
export async function findReverts(
  repo: Repository,
  { patch, readPointOf, freshReads, known, now }: RevertQuestion,
): Promise<RevertFindings> {
  const { base, changes } = patch;
  if (base === null) return { rejections: [], holds: [] };
  const paths = changes
    .map(({ from, path }) => String(from ?? path))
    .filter((path) => !freshReads.has(path) && readPointOf(path) !== base);
  const groups = Map.groupBy(paths, readPointOf);
  const found = await Promise.all(
    [...groups].map(async ([readPoint, group]) => {
      const since = readPoint === null ? { at: lookBackFrom(now) } : { commit: readPoint };
      const steps = await recentChanges(repo, { tip: base, paths: group, since });
      const recent = steps.filter(({ commit }) => known?.has(commit) !== true);
      return revertedWork(patch, recent, { isReadPointKnown: readPoint !== null, freshReads });
    }),
  );
  return {
    rejections: found.flatMap(({ rejections }) => rejections),
    holds: found.flatMap(({ holds }) => holds),
  };
}
