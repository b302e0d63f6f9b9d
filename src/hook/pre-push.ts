import { findingText, type CheckFinding } from '../core/check/check-finding.ts';
import { asOid, isOid, type Oid } from '../core/model/ids.ts';
import { commitOf, newCommits } from '../git/new-commits.ts';
import type { HookCall, HookEnd } from './hook-call.ts';
import { judgeHistory, type HistoryAnswer } from './judge-history.ts';
import { isSwitchedOff } from './kill-switch.ts';
import { announcing, settle } from './settle.ts';

/** One ref that is pushed; `remote` is null where the other side has none of the name. */
interface PushedRef {
  readonly local: Oid;
  readonly remote: Oid | null;
}

/**
 * `pre-push`: judges every commit that is sent and was not published before: also those that no other hook saw
 * (`cherry-pick`, `revert`, `rebase`, `--no-verify`). Commits that landed by the queue, or passed as what they are, are
 * not judged again. A deletion sends nothing.
 */
export async function prePush(call: HookCall): Promise<HookEnd> {
  const { repo, env, stdin, signal } = call;
  if (isSwitchedOff(env)) return { exitCode: 0, text: '' };
  const refs = parseRefs(await stdin());
  const without = refs.flatMap(({ remote }) => (remote === null ? [] : [remote]));
  const answers: HistoryAnswer[] = [];
  for (const local of new Set(refs.map((ref) => ref.local))) {
    const tip = await commitOf(repo, local);
    if (tip === null) continue;
    const commits = await newCommits(repo, { tips: [tip], without, isUnpublished: true });
    const onGates = announcing(call);
    const question = { tip, commits, env, signal, onGates, isThorough: false, trustsPasses: true };
    answers.push(await judgeHistory(repo, question));
    signal.throwIfAborted();
  }
  const found = unique(answers.flatMap(({ findings }) => findings));
  const { isStopped, exitCode, text } = settle({ repo, env, what: 'pre-push' }, found, {
    what: 'push',
    again: 'git push ...',
    all: 'sallyport check --range @{upstream}..HEAD',
  });
  if (!isStopped) for (const { recordPasses } of answers) await recordPasses();
  return { exitCode, text };
}

/** Two refs may send the same commits. */
const unique = (found: readonly CheckFinding[]): readonly CheckFinding[] => [
  ...new Map(found.map((finding) => [findingText(finding), finding])).values(),
];

/** Lines of `githooks(5)`: local ref, local id, remote ref, remote id; zeros for nothing. */
function parseRefs(stdin: string): readonly PushedRef[] {
  return stdin.split('\n').flatMap((line) => {
    const [, local = '', , remote = ''] = line.trim().split(' ');
    return isNothing(local) || !isOid(local)
      ? []
      : [{ local, remote: isNothing(remote) || !isOid(remote) ? null : asOid(remote) }];
  });
}

const isNothing = (oid: string): boolean => /^0+$/.test(oid);
