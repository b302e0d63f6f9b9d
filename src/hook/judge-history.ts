import {
  noteFinding,
  refusalFindings,
  type CheckAuthor,
  type CheckFinding,
} from '../core/check/check-finding.ts';
import type { Oid } from '../core/model/ids.ts';
import type { Config } from '../config/config.ts';
import { readCommitFacts, findCommitFacts } from '../git/commit-facts.ts';
import type { Environment } from '../git/git-environment.ts';
import { landedCommits } from '../git/new-commits.ts';
import type { Repository } from '../git/repository.ts';
import { authorOfCommit } from './authors.ts';
import { configInForce } from './config-in-force.ts';
import { judgeChange, type JudgedChange } from './judge-change.ts';
import { judgeRange, type JudgedCommit } from './judge-commit.ts';
import { passOf, recordPass, type Pass } from './passed-trees.ts';

/** Commits of one line of history that are new to somebody. */
export interface HistoryQuestion {
  readonly tip: Oid;
  /** The new ones, oldest first; `tip` is the last of its line. */
  readonly commits: readonly Oid[];
  /** Whose they are taken for; absent: what each says itself. */
  readonly author?: CheckAuthor;
  readonly isThorough: boolean;
  /** True: what landed by the queue or passed before is not judged again. */
  readonly trustsPasses: boolean;
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly onGates?: (names: readonly string[]) => void;
}

/** What was found, and which commits passed by themselves. */
export interface HistoryAnswer {
  readonly findings: readonly CheckFinding[];
  /** Keeps that the commits passed, so that they need not be judged again. */
  readonly recordPasses: () => Promise<void>;
}

/**
 * Judges commits one by one, and their tip by the gates. The config is that of the newest commit on the tip's own line
 * that is not new; of the tip where all is new. What a later commit has mended does not stop a person.
 */
export async function judgeHistory(
  repo: Repository,
  question: HistoryQuestion,
): Promise<HistoryAnswer> {
  const { tip, commits, signal } = question;
  if (commits.length === 0) return { findings: [], recordPasses: () => Promise.resolve() };
  const base = await baseOf(repo, tip, new Set(commits));
  const { config, problem } = await configInForce(repo, base ?? tip);
  const settings = {
    config,
    now: Date.now(),
    isThorough: question.isThorough,
    ...(question.author === undefined ? {} : { author: question.author }),
  };
  const judged = await judgeRange(repo, await leftToJudge(repo, question), { ...settings, signal });
  const whole = once(() => wholeChange(repo, { tip, base }, settings));
  const findings = (await Promise.all(judged.map(async (one) => standing(one, tip, whole)))).flat();
  const gates = await gatesOn(repo, question, { base, config, whole });
  return {
    findings: [...(problem === null ? [] : [noteFinding(problem)]), ...findings, ...gates.findings],
    recordPasses: async () => recordAll(repo, { judged, tip, gates: gates.gates }),
  };
}

/** The newest commit on the first-parent line that is not among the new ones; null where the line has none. */
async function baseOf(repo: Repository, tip: Oid, fresh: ReadonlySet<string>): Promise<Oid | null> {
  let at: Oid | null = tip;
  while (at !== null && fresh.has(at)) {
    const facts = await findCommitFacts(repo, at);
    at = facts?.parents[0] ?? null;
  }
  return at !== null && (await findCommitFacts(repo, at)) === null ? null : at;
}

async function leftToJudge(
  repo: Repository,
  { commits, trustsPasses, author }: HistoryQuestion,
): Promise<readonly Oid[]> {
  if (!trustsPasses) return commits;
  const landed = await landedCommits(repo);
  const left: Oid[] = [];
  for (const name of commits) {
    if (landed.has(name)) continue;
    const facts = await readCommitFacts(repo, name);
    const pass = passOf(repo, facts);
    const kind = (author ?? authorOfCommit(facts)).kind;
    if (pass === null || (kind === 'agent' && pass.as !== 'agent')) left.push(name);
  }
  return left;
}

/** All that the new commits change together. */
async function wholeChange(
  repo: Repository,
  { tip, base }: { readonly tip: Oid; readonly base: Oid | null },
  settings: { readonly config: Config; readonly now: number },
): Promise<JudgedChange> {
  const { tree } = await readCommitFacts(repo, tip);
  const parents = base === null ? [] : [base];
  const author: CheckAuthor = { kind: 'person' };
  return judgeChange(
    repo,
    { parents, tree, message: null, author },
    { ...settings, isThorough: false },
  );
}

/** A person's commit is stopped by what is still so at the tip; what was mended since is a warning. */
async function standing(
  { commit, author, findings }: JudgedCommit,
  tip: Oid,
  whole: () => Promise<JudgedChange>,
): Promise<readonly CheckFinding[]> {
  const named = findings.map((finding) => ({ ...finding, commit: commit.oid }));
  const isAtStake = author.kind === 'person' && commit.oid !== tip;
  if (!isAtStake || !named.some(({ level }) => level === 'error')) return named;
  const { refused } = await whole();
  const still = new Set(refused.map(({ refusal }) => `${refusal.code} ${refusal.path ?? ''}`));
  return named.map((finding) =>
    finding.level === 'error' && !still.has(`${finding.code} ${finding.path ?? ''}`)
      ? { ...finding, level: 'warning', message: `${finding.message} (mended since)` }
      : finding,
  );
}

async function gatesOn(
  repo: Repository,
  { tip, env, signal, author, onGates }: HistoryQuestion,
  about: {
    readonly base: Oid | null;
    readonly config: Config;
    readonly whole: () => Promise<JudgedChange>;
  },
): Promise<{ readonly findings: readonly CheckFinding[]; readonly gates: Pass['gates'] }> {
  const { config, base } = about;
  if (!config.gates.some(({ when }) => when.includes('push'))) return { findings: [], gates: null };
  const facts = await readCommitFacts(repo, tip);
  const { checkGates } = await import('./check-gates.ts');
  const { patch, standIns } = await about.whole();
  const answer = await checkGates(repo, {
    config,
    occasion: 'push',
    tree: facts.tree,
    commit: tip,
    base,
    patch,
    standIns,
    known: passOf(repo, facts),
    env,
    signal,
    ...(onGates === undefined ? {} : { onStart: onGates }),
  });
  const by = author ?? authorOfCommit(facts);
  return {
    gates: answer.gates,
    findings: [
      ...answer.refused.flatMap((one) => refusalFindings(one, by)),
      ...answer.notes.map(noteFinding),
    ],
  };
}

async function recordAll(
  repo: Repository,
  about: {
    readonly judged: readonly JudgedCommit[];
    readonly tip: Oid;
    readonly gates: Pass['gates'];
  },
): Promise<void> {
  for (const { commit, author } of about.judged)
    recordPass(repo, commit, { as: author.kind, gates: null });
  if (about.gates === null) return;
  const tip = await readCommitFacts(repo, about.tip);
  recordPass(repo, tip, { as: passOf(repo, tip)?.as ?? 'person', gates: about.gates });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
