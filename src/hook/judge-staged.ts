import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  noteFinding,
  refusalFindings,
  stops,
  type CheckAuthor,
  type CheckFinding,
  type Refused,
} from '../core/check/check-finding.ts';
import { isOid, type Oid } from '../core/model/ids.ts';
import type { TreeEntry } from '../core/model/patch.ts';
import type { Note } from '../core/model/rejection.ts';
import { findCommitFacts, type CommitFacts } from '../git/commit-facts.ts';
import type { Environment } from '../git/git-environment.ts';
import { hookIndex, indexOf, writeIndexTree, type HookIndex } from '../git/hook-index.ts';
import { committedEntries } from '../git/index-tree.ts';
import type { IndexEntry } from '../git/landing/index-entries.ts';
import { objectsOf, type Repository } from '../git/repository.ts';
import { fileMode } from '../git/tree.ts';
import { configInForce, type ConfigInForce } from './config-in-force.ts';
import { judgeChange, type Change, type JudgedChange } from './judge-change.ts';
import { passOf, type CommittedTree, type Pass } from './passed-trees.ts';

/** What is about to be committed, and by whom. */
export interface StagedQuestion {
  /** The hook's environment and working folder: they say which index is committed. */
  readonly env: Environment;
  readonly cwd: string;
  readonly author: CheckAuthor;
  /** Null: not known yet. */
  readonly message: string | null;
  /** See `JudgeSettings`. */
  readonly isThorough: boolean;
  readonly signal: AbortSignal;
  /** Absent: the index that the environment names. */
  readonly entries?: readonly IndexEntry[];
  readonly onGates?: (names: readonly string[]) => void;
}

/** What was found. */
export interface StagedAnswer {
  readonly findings: readonly CheckFinding[];
  /** What the commit will be; two where an amended commit cannot be told from a new one. */
  readonly commits: readonly CommittedTree[];
  /** Those of them that nothing stops but the findings. */
  readonly clear: readonly CommittedTree[];
  readonly gates: Pass['gates'];
  /** How many files differ. */
  readonly files: number;
  /** Paths of those that go. */
  readonly deleted: readonly string[];
}

/** Judges what is about to be committed. Nothing is written but, where gates run, objects and a scratch worktree. */
export async function judgeStaged(
  repo: Repository,
  question: StagedQuestion,
): Promise<StagedAnswer> {
  // The config is looked for in the last tree: what is asked together is answered together.
  const [head, index] = await Promise.all([
    findCommitFacts(repo, 'HEAD'),
    question.entries === undefined
      ? hookIndex(repo, question.env, question.cwd)
      : indexOf(repo, question.entries),
    objectsOf(repo).read('HEAD^{tree}'),
  ]);
  const { tree, known } = index;
  const parentLists = parentsOf(repo, head, question.env);
  const inForce = await configInForce(repo, head?.oid ?? null);
  const entries = (): readonly TreeEntry[] =>
    committedEntries(index.entries()).map(({ path, mode, oid }) => ({
      path,
      mode: fileMode(mode),
      oid,
    }));
  const judged: JudgedChange[] = [];
  for (const parents of parentLists) {
    const change: Change = {
      parents,
      tree,
      known,
      entries,
      message: question.message,
      author: question.author,
    };
    const settings = { config: inForce.config, now: Date.now(), isThorough: question.isThorough };
    judged.push(await judgeChange(repo, change, settings));
    question.signal.throwIfAborted();
  }
  const commits = parentLists.map((parents) => ({ tree, parents }));
  const gates = await gatesOf(repo, question, {
    index,
    judged,
    config: inForce.config,
    known: commits.map((one) => passOf(repo, one)).find((pass) => pass !== null) ?? null,
    base: head?.oid ?? null,
  });
  const shared = inEach(judged.map((one) => one.refused));
  const refused = [...shared, ...gates.refused];
  const notes = [...notesOn(inForce, index), ...(judged[0]?.notes ?? []), ...gates.notes];
  return {
    findings: [
      ...refused.flatMap((one) => refusalFindings(one, question.author)),
      ...notes.map(noteFinding),
    ],
    commits,
    clear: commits.filter((_, at) => hasNoMore(judged[at]?.refused ?? [], shared, question.author)),
    gates: gates.gates,
    files: judged[0]?.patch.changes.length ?? 0,
    deleted: deletedBy(judged[0]),
  };
}

const deletedBy = (judged: JudgedChange | undefined): readonly string[] =>
  (judged?.patch.changes ?? [])
    .filter(({ after }) => after === null)
    .map(({ path }) => judged?.standIns.get(path) ?? path);

/**
 * The parents that the commit will have. Git does not tell a hook that a commit is amended; it shows in the author's
 * date, which stays to the second, as it also does by chance: then both readings are kept.
 */
function parentsOf(
  repo: Repository,
  head: CommitFacts | null,
  env: Environment,
): readonly (readonly Oid[])[] {
  if (head === null) return [[]];
  const merged = mergedHeads(repo, env);
  const own = [[head.oid, ...merged]];
  return merged.length === 0 && isAmended(head, env) ? [...own, head.parents] : own;
}

function isAmended({ author, authorDate }: CommitFacts, env: Environment): boolean {
  const date = (env['GIT_AUTHOR_DATE'] ?? '').replace(/^@/, '');
  return (
    date === authorDate &&
    env['GIT_AUTHOR_NAME'] === author.name &&
    env['GIT_AUTHOR_EMAIL'] === author.email
  );
}

/** The other sides of a merge: in a file once it stopped or was made, in variables while git still makes it. */
function mergedHeads(repo: Repository, env: Environment): readonly Oid[] {
  const file = join(repo.gitDir, 'MERGE_HEAD');
  const written = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(isOid) : [];
  if (written.length > 0 || !/^merge\b/.test(env['GIT_REFLOG_ACTION'] ?? '')) return written;
  return Object.keys(env)
    .flatMap((name) => (name.startsWith('GITHEAD_') ? [name.slice('GITHEAD_'.length)] : []))
    .filter(isOid);
}

const keyOf = ({ refusal }: Refused): string => `${refusal.code} ${refusal.path ?? ''}`;

/** Whether nothing stops one reading but what is in all of them. */
function hasNoMore(
  refused: readonly Refused[],
  shared: readonly Refused[],
  author: CheckAuthor,
): boolean {
  const known = new Set(shared.map(keyOf));
  return refused.every((one) => known.has(keyOf(one)) || !stops(one.refusal, author));
}

/** What every reading refuses; by code and path, for the places may differ. */
function inEach(readings: readonly (readonly Refused[])[]): readonly Refused[] {
  const [first = [], ...others] = readings;
  const keys = others.map((reading) => new Set(reading.map(keyOf)));
  return first.filter((one) => keys.every((known) => known.has(keyOf(one))));
}

async function gatesOf(
  repo: Repository,
  question: StagedQuestion,
  about: {
    readonly index: HookIndex;
    readonly judged: readonly JudgedChange[];
    readonly config: ConfigInForce['config'];
    readonly known: Pass | null;
    readonly base: Oid | null;
  },
): Promise<{
  readonly refused: readonly Refused[];
  readonly notes: readonly Note[];
  readonly gates: Pass['gates'];
}> {
  const nothing = { refused: [], notes: [], gates: null };
  const { patch, standIns = new Map<string, string>() } = about.judged[0] ?? {};
  const isWanted = about.config.gates.some(({ when }) => when.includes('commit'));
  if (!isWanted || patch === undefined || patch.changes.length === 0) return nothing;
  const { checkGates } = await import('./check-gates.ts');
  return checkGates(repo, {
    config: about.config,
    occasion: 'commit',
    tree: await writeIndexTree(repo, about.index.entries()),
    commit: null,
    base: about.base,
    patch,
    standIns,
    known: about.known,
    env: question.env,
    signal: question.signal,
    ...(question.onGates === undefined ? {} : { onStart: question.onGates }),
  });
}

function notesOn({ problem }: ConfigInForce, { known, entries }: HookIndex): readonly Note[] {
  // Of an index with conflicts git computes no tree.
  const conflicts = known.size === 0 ? [] : entries().filter(({ stage }) => stage > 0);
  const unmerged = new Set(conflicts.map(({ path }) => path));
  return [
    ...(problem === null ? [] : [problem]),
    ...[...unmerged].map((path) => ({
      code: 'not-merged',
      path,
      text: 'not merged yet, so it was not looked at',
    })),
  ];
}
