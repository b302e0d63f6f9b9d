import { noteFinding, type CheckAuthor, type CheckFinding } from '../core/check/check-finding.ts';
import { Fault } from '../core/model/fault.ts';
import type { Oid } from '../core/model/ids.ts';
import { newCommits } from '../git/new-commits.ts';
import { resolveCommit } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { worktreeEntries } from '../git/worktree-entries.ts';
import { authorOfEnvironment } from '../hook/authors.ts';
import { judgeHistory } from '../hook/judge-history.ts';
import { judgeStaged } from '../hook/judge-staged.ts';
import type { CliContext } from './cli-context.ts';
import type { CheckSubject } from './render/check-document.ts';

/** What to check, as the command line says it. */
export interface CheckRequest {
  readonly range: string | null;
  readonly isWorktree: boolean;
  /** Whose it is taken for; null: what the environment or each commit says. */
  readonly author: CheckAuthor | null;
  /** Told before commands run. */
  readonly onGates: (names: readonly string[]) => void;
}

/** What was checked and what was found. */
export interface CheckResult {
  readonly subject: CheckSubject;
  readonly findings: readonly CheckFinding[];
  /** Keeps that the commits passed, so that hooks and the guard know; null where that is not for this check to say. */
  readonly recordPasses: (() => Promise<void>) | null;
}

/** No message is known here; the commit of an agent is judged with it. */
const toBeNamed = (path: string): CheckFinding =>
  noteFinding({
    code: 'undeclared-deletion',
    path,
    text: "deleted: an agent's commit names it in its message, as in `Remove ...`",
  });

/** Judges what is staged, on disk, or in a range of commits. Index, checkout and stash are not touched. */
export async function runCheck(
  repo: Repository,
  { env, cwd, signal }: CliContext,
  request: CheckRequest,
): Promise<CheckResult> {
  const { author, onGates, range, isWorktree } = request;
  if (range !== null) return checkRange(repo, { env, signal }, { ...request, range });
  const whose = author ?? authorOfEnvironment(env);
  const answer = await judgeStaged(repo, {
    env,
    cwd,
    author: whose,
    message: null,
    isThorough: true,
    signal,
    onGates,
    ...(isWorktree ? { entries: await worktreeEntries(repo) } : {}),
  });
  const [commit] = answer.commits;
  return {
    subject: {
      kind: isWorktree ? 'worktree' : 'staged',
      base: commit?.parents[0] ?? null,
      target: commit?.tree ?? '',
      count: answer.files,
    },
    findings: [
      ...answer.findings,
      ...(whose.kind === 'agent' ? answer.deleted.map(toBeNamed) : []),
    ],
    recordPasses: null,
  };
}

async function checkRange(
  repo: Repository,
  { env, signal }: Pick<CliContext, 'env' | 'signal'>,
  { range, author, onGates }: CheckRequest & { readonly range: string },
): Promise<CheckResult> {
  const { from, to } = await endsOf(repo, range);
  const commits = await newCommits(repo, { tips: [to], without: [from], isUnpublished: false });
  const { findings, recordPasses } = await judgeHistory(repo, {
    tip: to,
    commits,
    env,
    signal,
    isThorough: true,
    trustsPasses: false,
    onGates,
    ...(author === null ? {} : { author }),
  });
  return {
    subject: { kind: 'range', base: from, target: to, count: commits.length },
    findings,
    recordPasses: author === null ? recordPasses : null,
  };
}

/** `A..B`: what B has and A has not. An end that is left out is HEAD. Throws `Fault` usage. */
async function endsOf(
  repo: Repository,
  range: string,
): Promise<{ readonly from: Oid; readonly to: Oid }> {
  const parts = range.split('..');
  const [from = '', to = ''] = parts;
  if (parts.length !== 2 || to.startsWith('.') || (from === '' && to === '')) {
    throw new Fault('usage', `--range ${JSON.stringify(range)} is not of the form A..B`, {
      hint: 'for what is not pushed yet: --range @{upstream}..HEAD',
    });
  }
  return {
    from: await requireCommit(repo, from || 'HEAD'),
    to: await requireCommit(repo, to || 'HEAD'),
  };
}

async function requireCommit(repo: Repository, name: string): Promise<Oid> {
  const found = await resolveCommit(repo, name);
  if (found !== null) return found;
  throw new Fault('usage', `there is no commit ${JSON.stringify(name)} here`, {
    hint: '`git log --oneline` lists commits; `git fetch` gets those of others',
  });
}
