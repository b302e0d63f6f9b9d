import { whoChanged } from '../core/merge/who-changed.ts';
import type { Oid, SubmissionId } from '../core/model/ids.ts';
import type { Rejection } from '../core/model/rejection.ts';
import type { RecentChange } from '../core/planning/reverted-work.ts';
import { recentChanges } from '../git/recent-changes.ts';
import type { Repository } from '../git/repository.ts';
import type { Ledger } from '../store/ledger.ts';

/** Where to look for who landed something: between the author's view of a path and the base. */
export interface LandedRange {
  readonly base: Oid | null;
  readonly readPointOf: (path: string) => Oid | null;
  /** Milliseconds since the epoch; how far back is looked where the view is not known. */
  readonly now: number;
}

const LOOK_BACK_MS = 14 * 24 * 60 * 60 * 1000;

/** Refusals because of what landed meanwhile, each with the commit that did it, as far as that can be told. */
export async function namingWhoLanded(
  { repo, ledger }: { readonly repo: Repository; readonly ledger: Ledger | null },
  rejections: readonly Rejection[],
  range: LandedRange,
): Promise<readonly Rejection[]> {
  const { base, readPointOf, now } = range;
  const paths = new Set(
    rejections.flatMap(({ code, path }) => (isByOthers(code) && path !== undefined ? [path] : [])),
  );
  if (base === null || paths.size === 0) return rejections;
  const steps = new Map<string, readonly RecentChange[]>();
  for (const path of paths) {
    const readPoint = readPointOf(path);
    const since = readPoint === null ? { at: now - LOOK_BACK_MS } : { commit: readPoint };
    steps.set(path, await recentChanges(repo, { tip: base, paths: [path], since }));
  }
  return rejections.map((rejection) => {
    const known = isByOthers(rejection.code) ? (steps.get(rejection.path ?? '') ?? []) : [];
    const by = responsible(rejection, known);
    if (by === null) return rejection;
    const submission = submissionOf(ledger, by);
    const facts = {
      commit: by.commit.slice(0, 12),
      subject: by.subject,
      author: by.author,
      ...(submission === null ? {} : { submission }),
    };
    return { ...rejection, facts: { ...rejection.facts, ...facts } };
  });
}

const isByOthers = (code: Rejection['code']): boolean =>
  code === 'merge-conflict' || code === 'stale-read';

/** The commit that changed the lines in question; else the last one that changed the file. */
function responsible({ sides }: Rejection, steps: readonly RecentChange[]): RecentChange | null {
  const last = steps[0] ?? null;
  if (sides === undefined) return last;
  const from = sides.landed.firstLine - 1;
  return whoChanged(steps, { from, to: from + sides.landed.lines.length }) ?? last;
}

/** The submission that a commit names, where the ledger says that it landed as this very commit. */
export function submissionOf(
  ledger: Ledger | null,
  { commit, submission }: Pick<RecentChange, 'commit' | 'submission'>,
): SubmissionId | null {
  const id = submission === null || ledger === null ? null : ledger.find(submission);
  if (id === null || id === 'ambiguous' || ledger === null) return null;
  return ledger.view(id).landed?.commit === commit ? id : null;
}
