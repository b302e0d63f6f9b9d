import { userInfo } from 'node:os';
import { findingText, type CheckFinding } from '../../core/check/check-finding.ts';
import { Fault } from '../../core/model/fault.ts';
import { isOid, type Oid } from '../../core/model/ids.ts';
import { commitOf, newCommits } from '../../git/new-commits.ts';
import { isAncestor } from '../../git/refs.ts';
import { recordAllowance } from '../allowances.ts';
import { configInForce } from '../config-in-force.ts';
import {
  goalOf,
  isDeletion,
  isZero,
  parseMoves,
  shortName,
  type RefMove,
} from '../guard/ref-move.ts';
import type { HookCall, HookEnd } from '../hook-call.ts';
import { readSettings } from '../hook-settings.ts';
import { judgeRange } from '../judge-commit.ts';
import { hasPushOptions, pushedCodes, settlePush } from './push-allowances.ts';
import { pushText, type JudgedPush } from './push-text.ts';

/** More commits than this in one push to a guarded branch are to come in parts. */
const MOST_COMMITS = 2000;

/**
 * `pre-receive`, on the server: the one place that nobody goes round. Every commit that a push brings to a guarded branch
 * is judged by the config of the tip that the branch had, by every policy and the syntax gate; commands are not run here.
 * The branch only goes forward. What a person has to decide passes by a push option, on record. The objects are in
 * quarantine still: they are read there, and nothing but this program's own records is written.
 */
export async function preReceive(call: HookCall): Promise<HookEnd> {
  const settings = readSettings(call.repo.stateDir);
  if (settings === null) {
    throw new Fault('io-failed', 'what is guarded here cannot be read any more', {
      hint: 'Run `sallyport hook install` on the server.',
    });
  }
  if (settings.guard === 'off') return { exitCode: 0, text: '' };
  const level = settings.guard;
  const moves = parseMoves(await call.stdin()).filter(({ ref }) => settings.refs.includes(ref));
  const pushes: JudgedPush[] = [];
  for (const move of moves) pushes.push(await judgePush(call, move, level));
  const isRefused = pushes.some(({ move, stopping }) => move !== null || stopping.length > 0);
  if (!isRefused || level === 'warn') record(call, pushes);
  return { exitCode: isRefused && level === 'enforce' ? 1 : 0, text: pushText(pushes) };
}

async function judgePush(
  call: HookCall,
  move: RefMove,
  level: JudgedPush['level'],
): Promise<JudgedPush> {
  const { repo, env } = call;
  const branch = shortName(move.ref);
  const push = { branch, level, stopping: [], passed: [], hasOptions: await hasPushOptions(repo) };
  const goal = goalOf(move);
  if (isDeletion(move) || goal === null) return { ...push, move: 'it deletes the branch' };
  // Git refuses that too, but only after every hook.
  if ((await commitOf(repo, goal)) !== goal)
    return { ...push, move: 'what it would lead to is no commit' };
  // Who makes the branch says what it begins with.
  if (isZero(move.old) || !isOid(move.old)) return { ...push, move: null };
  if (!(await isAncestor(repo, move.old, goal))) {
    return { ...push, move: 'it does not go forward: merge what is there first (git pull)' };
  }
  const commits = await newCommits(repo, {
    tips: [goal],
    without: [move.old],
    isUnpublished: false,
  });
  if (commits.length > MOST_COMMITS) {
    return {
      ...push,
      move: `it brings ${commits.length} commits; push at most ${MOST_COMMITS} at a time`,
    };
  }
  const found = await findingsIn(call, move.old, commits);
  return { ...push, move: null, ...settlePush(found, pushedCodes(env)) };
}

async function findingsIn(
  { repo, signal }: HookCall,
  tip: Oid,
  commits: readonly Oid[],
): Promise<readonly CheckFinding[]> {
  const { config } = await configInForce(repo, tip);
  const settings = { config, now: Date.now(), isThorough: false, signal };
  const judged = await judgeRange(repo, commits, settings);
  return judged.flatMap(({ commit, findings }) =>
    findings.map((finding) => ({ ...finding, commit: commit.oid })),
  );
}

/** Before it happens: what cannot be recorded is not let through. */
function record({ repo, env }: HookCall, pushes: readonly JudgedPush[]): void {
  for (const { branch, passed } of pushes) {
    if (passed.length === 0) continue;
    recordAllowance(repo, {
      at: Date.now(),
      what: `push to ${branch}`,
      by: pusherOf(env),
      codes: [...new Set(passed.map(({ code }) => code))],
      findings: passed.slice(0, 50).map(findingText),
    });
  }
}

/** Who pushes, as the server knows them: forges and http servers say it in a variable of their own. */
const pusherOf = (env: HookCall['env']): string =>
  env['GL_USERNAME'] ??
  env['GITEA_PUSHER_NAME'] ??
  env['GL_USER'] ??
  env['REMOTE_USER'] ??
  userInfo().username;
