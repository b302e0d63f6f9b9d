import { whoChanged } from '../core/merge/who-changed.ts';
import type { Oid, SubmissionId } from '../core/model/ids.ts';
import type { Rejection } from '../core/model/rejection.ts';
import type { RecentChange } from '../core/planning/reverted-work.ts';
import type { Seen } from '../core/planning/seen.ts';
import { recentChanges } from '../git/recent-changes.ts';
import type { Repository } from '../git/repository.ts';
import type { Ledger } from '../store/ledger.ts';
import type { AuthorView } from './author-view.ts';

/** Where to look for who landed something: between the author's view of a path and the base. */
export interface LandedRange extends Pick<AuthorView, 'readPointOf'> {
  readonly base: Oid | null;
  /** The versions that were read, where reads were named. */
  readonly seen?: Seen;
}

/** Refusals because of what landed meanwhile, each with the commit that did it, as far as that can be told. */
export async function namingWhoLanded(
  { repo, ledger }: { readonly repo: Repository; readonly ledger: Ledger | null },
  rejections: readonly Rejection[],
  range: LandedRange,
): Promise<readonly Rejection[]> {
  const paths = new Set(
    rejections.flatMap(({ code, path }) => (isByOthers(code) && path !== undefined ? [path] : [])),
  );
  const steps = new Map<string, readonly RecentChange[]>();
  for (const path of paths) steps.set(path, await stepsSince(repo, path, range));
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

/** What became of a file since its author's view, newest first: since a commit, or since the version that was read. */
async function stepsSince(
  repo: Repository,
  path: string,
  { base, readPointOf, seen }: LandedRange,
): Promise<readonly RecentChange[]> {
  if (base === null) return [];
  const readPoint = readPointOf(path);
  const since = readPoint === null ? 'ever' : { commit: readPoint };
  const steps = await recentChanges(repo, { tip: base, paths: [path], since });
  const version = seen?.get(path)?.version?.bytes;
  const read = steps.findIndex(
    ({ after }) => version !== undefined && after !== null && Buffer.from(after).equals(version),
  );
  return read === -1 ? steps : steps.slice(0, read);
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

/** The submission that a commit names, where the ledger says that it landed, or is about to, as this very commit. */
export function submissionOf(
  ledger: Ledger | null,
  { commit, submission }: Pick<RecentChange, 'commit' | 'submission'>,
): SubmissionId | null {
  const id = submission === null || ledger === null ? null : ledger.find(submission);
  if (id === null || id === 'ambiguous' || ledger === null) return null;
  const { landed, candidate } = ledger.view(id);
  return (landed?.commit ?? candidate) === commit ? id : null;
}
