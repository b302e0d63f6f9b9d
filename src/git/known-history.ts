import type { Oid } from '../core/model/ids.ts';
import { isFault } from '../core/model/fault.ts';
import { findCommitFacts } from './commit-facts.ts';
import type { Repository } from './repository.ts';
import { findNode } from './tree.ts';

/** Whose history is asked for, and how far back. */
export interface HistoryRange {
  readonly tip: Oid;
  readonly paths: readonly string[];
  readonly since: { readonly commit: Oid } | { readonly at: number } | 'ever';
}

/** What was found out of a branch, and where it was then. */
interface Known<Entry> {
  readonly tip: Oid;
  readonly entries: readonly Entry[];
}

/** Most histories that are kept of a repository; longer ones, or of many paths, are not. */
const MOST_KEPT = 1_000;
const MOST_ENTRIES = 20;
const MOST_KEY = 4_000;

/** A branch that went further than so many commits is asked about anew. */
const MOST_STEPS = 100;

/**
 * Histories of paths on branches that go on and on. What is known of a tip is as true of a later one where no commit in
 * between touched the paths, and where none did since the commit that is looked back to there is nothing to tell: that is
 * looked up in the trees of those commits, and no process is started. Invariant: an answer is the one that git would give
 * at the tip that is asked about.
 */
export class KnownHistory<Entry> {
  readonly #repos = new WeakMap<Repository, Map<string, Known<Entry>>>();

  /** What git said of these paths before, where it still holds; else what `ask` says now. */
  async entries(
    repo: Repository,
    range: HistoryRange,
    ask: () => Promise<readonly Entry[]>,
  ): Promise<readonly Entry[]> {
    const kept = this.#repos.get(repo) ?? new Map<string, Known<Entry>>();
    this.#repos.set(repo, kept);
    const key = JSON.stringify([range.since, range.paths]);
    if (key.length > MOST_KEY) return await ask();
    const known = kept.get(key);
    const ends = [...(known === undefined ? [] : [known]), ...beginOf<Entry>(range)];
    const entries = (await untouchedSince(repo, range, ends))?.entries ?? (await ask());
    // The order of the map is the order of use.
    kept.delete(key);
    if (entries.length <= MOST_ENTRIES) kept.set(key, { tip: range.tip, entries });
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
    return entries;
  }
}

/** Where a look back to a commit ends nothing has happened yet. */
const beginOf = <Entry>({ since }: HistoryRange): readonly Known<Entry>[] =>
  since !== 'ever' && 'commit' in since ? [{ tip: since.commit, entries: [] }] : [];

/**
 * The first of `ends` on the way back from the tip, by first parents, where every commit on the way leaves the paths as
 * they are; null where one does not, or it is not known.
 */
async function untouchedSince<Entry>(
  repo: Repository,
  { tip, paths, since }: HistoryRange,
  ends: readonly Known<Entry>[],
): Promise<Known<Entry> | null> {
  if (ends.length === 0) return null;
  try {
    let at = tip;
    let commit = await findCommitFacts(repo, at);
    for (let steps = 0; steps <= MOST_STEPS; steps += 1) {
      const end = ends.find((one) => one.tip === at);
      if (end !== undefined) return end;
      const [parent] = commit?.parents ?? [];
      if (commit === null || parent === undefined) return null;
      // Git looks no further back than a commit that says that it is older.
      if (isTimed(since) && commit.committedAt < since.at) return null;
      const before = await findCommitFacts(repo, parent);
      if (before === null) return null;
      if (!(await haveSame(repo, [before.tree, commit.tree], paths))) return null;
      [at, commit] = [parent, before];
    }
    return null;
  } catch (error) {
    // A shallow clone ends somewhere.
    if (isFault(error)) return null;
    throw error;
  }
}

const isTimed = (since: HistoryRange['since']): since is { readonly at: number } =>
  since !== 'ever' && 'at' in since;

async function haveSame(
  repo: Repository,
  [before, after]: readonly [Oid, Oid],
  paths: readonly string[],
): Promise<boolean> {
  if (before === after) return true;
  for (const path of paths) {
    const [left, right] = [await findNode(repo, before, path), await findNode(repo, after, path)];
    if (left?.oid !== right?.oid || left?.mode !== right?.mode) return false;
  }
  return true;
}
