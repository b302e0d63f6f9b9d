import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CheckAuthor } from '../core/check/check-finding.ts';
import { committerIdentity } from '../git/identity.ts';
import { authorOfCommit, authorOfEnvironment } from './authors.ts';
import type { HookCall, HookEnd } from './hook-call.ts';
import { judgeStaged } from './judge-staged.ts';
import { isSwitchedOff } from './kill-switch.ts';
import { messageText } from './message-text.ts';
import { forgetPass, hasPassed, recordPass } from './passed-trees.ts';
import { announcing, settle } from './settle.ts';

const NOTHING: HookEnd = { exitCode: 0, text: '' };

/**
 * `commit-msg`: the author and the message are known now. A commit that shows itself to be an agent's is judged as one,
 * with what only a message can settle; a person's was judged in `pre-commit`.
 */
export async function commitMsg(call: HookCall): Promise<HookEnd> {
  const { repo, args, env, cwd, signal } = call;
  const [file] = args;
  if (isSwitchedOff(env) || file === undefined) return NOTHING;
  const message = messageText(await readFile(resolve(cwd, file), 'utf8'));
  const author = await authorOf(call, message);
  if (author.kind === 'person') return NOTHING;
  const answer = await judgeStaged(repo, {
    env,
    cwd,
    author,
    message,
    isThorough: true,
    signal,
    onGates: announcing(call),
  });
  // `pre-commit` has said what is only worth knowing.
  const isSecond = answer.commits.some((commit) => hasPassed(repo, commit));
  const found = answer.findings.filter(({ level }) => !isSecond || level !== 'note');
  const { isStopped, exitCode, text } = settle({ repo, env, what: 'commit-msg' }, found, {
    what: `commit of ${author.name}`,
    again: 'git commit ...',
    all: 'sallyport check --staged --as agent',
  });
  // What `pre-commit` let pass as a person's is no pass for this.
  for (const commit of answer.commits) forgetPass(repo, commit);
  if (!isStopped) {
    for (const commit of answer.clear)
      recordPass(repo, commit, { as: 'agent', gates: answer.gates });
  }
  return { exitCode, text };
}

async function authorOf({ repo, env }: HookCall, message: string): Promise<CheckAuthor> {
  const own = authorOfEnvironment(env);
  if (own.kind === 'agent') return own;
  const [name, email] = [env['GIT_AUTHOR_NAME'], env['GIT_AUTHOR_EMAIL']];
  // Git says who the author is, except where it makes a merge by itself.
  const author =
    name === undefined || email === undefined
      ? await committerIdentity(repo).catch(() => ({ name: '', email: '' }))
      : { name, email };
  return authorOfCommit({ author, message });
}
