import { authorOfEnvironment } from './authors.ts';
import type { HookCall, HookEnd } from './hook-call.ts';
import { judgeStaged } from './judge-staged.ts';
import { isSwitchedOff } from './kill-switch.ts';
import { recordPass } from './passed-trees.ts';
import { announcing, settle } from './settle.ts';

/**
 * `pre-commit`: judges what is about to be committed. Who the author is and what the message says is not known yet: an
 * agent shows in the environment alone. What passes is recorded.
 */
export const preCommit = (call: HookCall): Promise<HookEnd> => judgeCommitting(call, 'pre-commit');

/** The same for what `git merge` is about to commit by itself, which runs a hook of its own. */
export async function judgeCommitting(call: HookCall, hook: string): Promise<HookEnd> {
  const { repo, env, cwd, signal } = call;
  if (isSwitchedOff(env)) return { exitCode: 0, text: '' };
  const author = authorOfEnvironment(env);
  const answer = await judgeStaged(repo, {
    env,
    cwd,
    author,
    message: null,
    isThorough: false,
    signal,
    onGates: announcing(call),
  });
  const { isStopped, exitCode, text } = settle({ repo, env, what: hook }, answer.findings, {
    what: hook === 'pre-merge-commit' ? 'merge' : 'commit',
    again: hook === 'pre-merge-commit' ? 'git merge ...' : 'git commit ...',
    all: 'sallyport check --staged',
  });
  if (!isStopped) {
    for (const commit of answer.clear)
      recordPass(repo, commit, { as: author.kind, gates: answer.gates });
  }
  return { exitCode, text };
}
