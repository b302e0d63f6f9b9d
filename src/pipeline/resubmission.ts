import { basename } from 'node:path';
import { sha256, type ContentHash } from '../core/model/content-hash.ts';
import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import { attemptsLeft } from '../core/lifecycle/retry.ts';
import type { LandedMeanwhile, Resubmission, ShownFile } from '../core/lifecycle/resubmission.ts';
import type { Oid } from '../core/model/ids.ts';
import type { TreeEntry } from '../core/model/patch.ts';
import { editedPaths } from '../core/planning/edit-paths.ts';
import { windowBytes } from '../core/planning/read-window.ts';
import { shownFiles, type PresentFile } from '../core/planning/shown-files.ts';
import { recentCommits, type RecentCommit } from '../git/recent-changes.ts';
import { commitExists, tipOf } from '../git/refs.ts';
import { listTree, readBlob } from '../git/snapshot.ts';
import type { SeenRead } from '../store/reads.ts';
import { attemptsOf } from '../store/attempts.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { configAt } from './settings.ts';
import { submissionOf } from './who-landed.ts';
import type { Submission, Work } from './work.ts';

type Rejected = Extract<SubmissionEvent, { type: 'Rejected' }>;

/** Refusals after which the same author has nothing to send again. */
const FINAL = new Set(['already-applied', 'approval-refused', 'path-denied', 'payload-too-large']);

/**
 * Puts into a refusal what its author needs for the next attempt. Whatever goes wrong with that, the refusal itself is
 * told.
 */
export async function withResubmission(
  context: PipelineContext,
  submission: Submission,
  work: Work,
  event: SubmissionEvent,
): Promise<SubmissionEvent> {
  if (event.type !== 'Rejected' || submission.view.target === null) return event;
  if (event.rejections.every(({ code }) => FINAL.has(code))) return event;
  try {
    return { ...event, resubmission: await resubmissionFor(context, submission, work, event) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    context.log.warn(`${submission.view.id}: nothing goes with the refusal: ${message}`, { error });
    return event;
  }
}

async function resubmissionFor(
  context: PipelineContext,
  { facts, view }: Submission,
  work: Work,
  event: Rejected,
): Promise<Resubmission> {
  const { repo, store } = context;
  const tip = view.target === null ? null : await tipOf(repo, view.target);
  const tree = await listTree(repo, tip);
  const paths = touchedPaths(work, event, { tree, repoName: basename(repo.worktree) });
  const entries = tree.filter(({ path, mode }) => paths.has(path) && mode.startsWith('100'));
  const present = await Promise.all(
    entries.slice(0, MAX_TOUCHED).map(async ({ path, oid }) => ({
      path,
      oid,
      bytes: await readBlob(repo, oid),
    })),
  );
  const files = shownFiles(present, event);
  const attempts = attemptsOf(store.ledger, view.id, work.authorView?.readings ?? []);
  const config = work.config ?? (await configAt(repo, tip));
  const readPoint = readPointOf(work, [...paths]);
  const token =
    files.length === 0
      ? null
      : store.reads.give({
          commit: tip,
          reader: { name: facts.author.name, agent: facts.author.agent },
          at: context.clock(),
          reads: files.map((file) => readOf(file, present)),
          renews: { commit: readPoint, attempts },
        });
  return {
    tip,
    token,
    files,
    meanwhile: await landedMeanwhile(context, {
      tip,
      paths: [...paths],
      since: readPoint ?? view.tip,
    }),
    attempts,
    attemptsLeft: attemptsLeft(attempts, config.retry.max),
  };
}

/** Files looked at for what to show. */
const MAX_TOUCHED = 20;
const MAX_MEANWHILE = 10;

/** What the edits or the patch touch; and what a refusal is about where it came before there was a patch. */
function touchedPaths(
  { decoded, patch }: Work,
  { rejections }: Rejected,
  { tree, repoName }: { readonly tree: readonly TreeEntry[]; readonly repoName: string },
): ReadonlySet<string> {
  const edited = decoded === null ? [] : [...editedPaths(decoded.edits, tree, repoName).keys()];
  const changed = (patch?.changes ?? []).map(({ from, path }) => String(from ?? path));
  const refused = patch === null ? rejections.flatMap(({ path }) => path ?? []) : [];
  return new Set([...edited, ...changed, ...refused]);
}

/** The oldest view that the author has of what it touches, as far as one is known. */
function readPointOf({ authorView }: Work, paths: readonly string[]): Oid | null {
  const points = new Set(paths.map((path) => authorView?.readPointOf(path) ?? null));
  const [only = null] = points;
  return points.size === 1 ? only : null;
}

/** A shown file as a read: of exactly what is shown. */
function readOf(
  { path, isWhole, firstLine, lines }: ShownFile,
  present: readonly (PresentFile & { readonly oid: Oid })[],
): SeenRead {
  const file = present.find((each) => each.path === path);
  if (file === undefined) throw new TypeError(`${path} was shown and not read`);
  const blob = file.oid;
  if (isWhole) return { path, hash: `blob:${blob}` as ContentHash, blob };
  const window = [firstLine, firstLine + lines.length - 1] as const;
  const bytes = windowBytes(file.bytes, window);
  if (bytes === null) throw new TypeError(`${path} has no lines ${window.join(' to ')}`);
  return { path, hash: `sha256:${sha256(bytes)}` as ContentHash, blob, window };
}

async function landedMeanwhile(
  { repo, store }: PipelineContext,
  asked: {
    readonly tip: Oid | null;
    readonly paths: readonly string[];
    readonly since: Oid | null;
  },
): Promise<readonly LandedMeanwhile[]> {
  const { tip, paths, since } = asked;
  if (tip === null || since === null || tip === since) return [];
  if (!(await commitExists(repo, since))) return [];
  const commits = await recentCommits(repo, { tip, paths, since: { commit: since } });
  return commits.slice(0, MAX_MEANWHILE).map((commit: RecentCommit): LandedMeanwhile => ({
    ...commit,
    submission: submissionOf(store.ledger, commit),
  }));
}
