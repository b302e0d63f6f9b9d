import type { Oid } from '../core/model/ids.ts';
import { isFault } from '../core/model/fault.ts';
import type { CommitFacts } from './commit-facts.ts';
import { comparePaths } from './path-bytes.ts';
import type { Repository } from './repository.ts';
import { VisitedCommits, type PathStep } from './visited-commits.ts';

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

/** What is remembered of a repository. */
interface Memory<Entry> {
  readonly kept: Map<string, Known<Entry>>;
  readonly visited: VisitedCommits;
}

/** Most histories that are kept of a repository; longer ones, or of many paths, are not. */
const MOST_KEPT = 1_000;
const MOST_ENTRIES = 20;
const MOST_KEY = 4_000;

/** Commits on a way back, and those of them that are looked into for the first time: git knows a longer way faster. */
const MOST_STEPS = 1_000;
const MOST_FRESH = 100;

/** How what commits did becomes entries. */
export interface HistorySource<Entry> {
  /** Git's answer for the whole range. */
  readonly ask: () => Promise<readonly Entry[]>;
  /** What git says of one commit that did this, in the order of the paths; null where git has to be asked. */
  readonly entriesOf: (commit: CommitFacts, steps: readonly PathStep[]) => readonly Entry[] | null;
}

/**
 * Histories of paths on branches that go on and on. A short way back is walked here, through the trees of the commits on
 * it, and no process is started; what is known of a tip is the rest of the way from a later one. Invariant: an answer is
 * the one that git would give at the tip that is asked about. Entries are the newest first.
 */
export class KnownHistory<Entry> {
  readonly #repos = new WeakMap<Repository, Memory<Entry>>();

  /** What happened to the paths: walked where that is a short way, else asked of git. */
  async entries(
    repo: Repository,
    range: HistoryRange,
    source: HistorySource<Entry>,
  ): Promise<readonly Entry[]> {
    const memory = this.#repos.get(repo) ?? { kept: new Map(), visited: new VisitedCommits() };
    this.#repos.set(repo, memory);
    const { kept, visited } = memory;
    const key = JSON.stringify([range.since, range.paths]);
    if (key.length > MOST_KEY) return await source.ask();
    const entries =
      (await walked({ repo, visited }, range, { known: kept.get(key), ...source })) ??
      (await source.ask());
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

/** What git would say, found by going back from the tip by first parents; null where git has to be asked. */
async function walked<Entry>(
  { repo, visited }: Walker,
  { tip, paths, since }: HistoryRange,
  { known, entriesOf }: HistorySource<Entry> & { readonly known: Known<Entry> | undefined },
): Promise<readonly Entry[] | null> {
  const sorted = [...new Set(paths)].sort(comparePaths);
  const found: Entry[] = [];
  let fresh = 0;
  try {
    let commit = await visited.facts(repo, tip);
    for (let steps = 0; steps < MOST_STEPS && commit !== null; steps += 1) {
      if (commit.oid === known?.tip) return [...found, ...known.entries];
      if (since !== 'ever' && 'commit' in since && commit.oid === since.commit) return found;
      if (isTimed(since) && isBefore(commit, since.at)) return found;
      const [parent] = commit.parents;
      const before: CommitFacts | null =
        parent === undefined ? null : await visited.facts(repo, parent);
      // A shallow clone ends somewhere.
      if (parent !== undefined && before === null) return null;
      fresh += visited.knows(commit, sorted) ? 0 : 1;
      if (fresh > MOST_FRESH) return null;
      const made = await visited.steps(repo, { before, commit }, sorted);
      const entries = made === null ? null : made.length === 0 ? [] : entriesOf(commit, made);
      if (entries === null) return null;
      found.push(...entries);
      // A commit that is looked back to is none of this line's, or further back than its beginning.
      if (before === null) return since === 'ever' || isTimed(since) ? found : null;
      commit = before;
    }
    return null;
  } catch (error) {
    if (isFault(error)) return null;
    throw error;
  }
}

/** Where the way goes. */
interface Walker {
  readonly repo: Repository;
  readonly visited: VisitedCommits;
}

/** Git looks no further back than a commit that says, to the second, that it is older. */
const isBefore = ({ committedAt }: CommitFacts, at: number): boolean =>
  committedAt < Math.floor(at / 1000) * 1000;

const isTimed = (since: HistoryRange['since']): since is { readonly at: number } =>
  since !== 'ever' && 'at' in since;
