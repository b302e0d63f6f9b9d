import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { BranchRef, Oid } from '../../core/model/ids.ts';
import { git } from '../../git/plumbing.ts';
import { headBranch, tipOf } from '../../git/refs.ts';
import type { Repository } from '../../git/repository.ts';
import { recordAllowance } from '../allowances.ts';
import { configInForce } from '../config-in-force.ts';
import type { HookCall, HookEnd } from '../hook-call.ts';
import { readSettings } from '../hook-settings.ts';
import { notAPerson, saysGuard } from '../person-at-terminal.ts';
import { guardText } from './guard-text.ts';
import { judgeMove, type MoveVerdict } from './judge-move.ts';
import { goalOf, isBranch, parseMoves, shortName, type RefMove } from './ref-move.ts';

type GuardedMove = RefMove & { readonly ref: BranchRef };
type Refused = Extract<MoveVerdict, { readonly kind: 'refused' }>;

const PASSED: HookEnd = { exitCode: 0, text: '' };

/**
 * The guard. Git asks once the refs of a transaction are locked (githooks(5)); a refusal drops the transaction whole. The
 * config at the branch's tip decides, so that what comes in has no say in it.
 */
export async function referenceTransaction(call: HookCall): Promise<HookEnd> {
  if (call.args[0] !== 'prepared') return PASSED;
  const together = parseMoves(await call.stdin());
  const guarded = readSettings(call.repo.stateDir)?.refs ?? [];
  const ends: HookEnd[] = [];
  for (const move of together) {
    const { ref } = move;
    if (isBranch(ref) && guarded.includes(ref)) {
      ends.push(await judgeOne(call, { ...move, ref }, together));
    }
  }
  return {
    exitCode: Math.max(0, ...ends.map(({ exitCode }) => exitCode)),
    text: ends.map(({ text }) => text).join(''),
  };
}

async function judgeOne(
  call: HookCall,
  move: GuardedMove,
  together: readonly RefMove[],
): Promise<HookEnd> {
  const { repo } = call;
  const tip = await tipOf(repo, move.ref);
  const { config, problem } = await configInForce(repo, tip);
  // A branch that is only to begin has no config yet, and a broken one says nothing: then the last one counts.
  const isKnown = tip !== null && problem === null;
  const level = isKnown ? config.guard : (readSettings(repo.stateDir)?.guard ?? 'off');
  const isTarget = config.target === null || shortName(move.ref) === shortName(config.target);
  if (level === 'off' || !isTarget) return PASSED;
  const verdict = await judgeMove(repo, { move, tip, together });
  if (verdict.kind === 'allowed') return PASSED;
  if (saysGuard(call.env) && notAPerson(call.env) === null) return allow(repo, move, verdict);
  const text = guardText({
    move,
    tip,
    verdict,
    level,
    isCommit: isCommit(call),
    isFetched: isFetched(repo, move),
    notAPerson: saysGuard(call.env) ? notAPerson(call.env) : null,
    putBack: level === 'enforce' ? await putBack(call, move, tip) : null,
  });
  return { exitCode: level === 'enforce' ? 1 : 0, text };
}

/** On record before it happens: what cannot be recorded is not let through. */
function allow(repo: Repository, move: GuardedMove, verdict: Refused): HookEnd {
  const by = userInfo().username;
  recordAllowance(repo, {
    at: Date.now(),
    what: 'guard',
    by,
    codes: ['guard'],
    findings: [`${move.ref}: ${move.old} -> ${move.new} (${verdict.why})`],
  });
  const branch = shortName(move.ref);
  return { exitCode: 0, text: `sallyport: ${branch} moves by ${by}'s word (recorded)\n` };
}

/**
 * The command that undoes what git did to index and files before it asked for the ref: `merge --ff-only`, `pull` and
 * `reset` write them first. Null where it did not, and for a commit, whose index is the user's own work.
 */
async function putBack(call: HookCall, move: RefMove, tip: Oid | null): Promise<string | null> {
  const goal = goalOf(move);
  if (goal === null || tip === null || isCommit(call) || (await headBranch(call.repo)) !== move.ref)
    return null;
  const changed = await namesOf(call.repo, ['diff-tree', '-r', '-z', '--name-only', tip, goal]);
  const other = new Set(
    await namesOf(call.repo, ['diff-index', '--cached', '-z', '--name-only', goal]),
  );
  if (changed.length === 0 || changed.some((name) => other.has(name))) return null;
  return `git read-tree -m -u ${goal.slice(0, 12)} HEAD`;
}

/** Git tells the hooks of `git commit` who the author is and when, in a form that people do not write; and no others. */
const isCommit = ({ env }: HookCall): boolean => /^@\d/.test(env['GIT_AUTHOR_DATE'] ?? '');

/** `fetch` into the branch itself asks for that before it writes what the remote has. */
function isFetched({ gitDir }: Repository, move: RefMove): boolean {
  const file = join(gitDir, 'FETCH_HEAD');
  return existsSync(file) && readFileSync(file, 'utf8').includes(move.new);
}

async function namesOf(repo: Repository, args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await git(repo, args);
  return stdout
    .toString('latin1')
    .split('\0')
    .filter((name) => name !== '');
}
