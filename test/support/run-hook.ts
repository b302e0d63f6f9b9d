import { text } from 'node:stream/consumers';
import { closeRepository, openRepository } from '../../src/git/repository.ts';
import { commitMsg } from '../../src/hook/commit-msg.ts';
import type { HookCall, HookEnd } from '../../src/hook/hook-call.ts';
import { preCommit } from '../../src/hook/pre-commit.ts';
import { preMergeCommit } from '../../src/hook/pre-merge-commit.ts';
import { prePush } from '../../src/hook/pre-push.ts';

/* Stands in a hook's place: `run-hook.ts NAME ARGUMENTS`, as git calls it. */

const HOOKS: Readonly<Record<string, (call: HookCall) => Promise<HookEnd>>> = {
  'pre-commit': preCommit,
  'pre-merge-commit': preMergeCommit,
  'commit-msg': commitMsg,
  'pre-push': prePush,
};

const [name = '', ...args] = process.argv.slice(2);
const hook = HOOKS[name];
if (hook === undefined) throw new Error(`no hook ${name}`);
const interrupt = new AbortController();
process.on('SIGINT', () => interrupt.abort(new Error('interrupted')));
const cwd = process.cwd();
const repo = await openRepository(cwd);
try {
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const call = { repo, args, stdin: () => text(process.stdin), env: process.env, cwd, say };
  const end = await hook({ ...call, signal: interrupt.signal });
  process.stderr.write(end.text);
  process.exitCode = end.exitCode;
} finally {
  await closeRepository(repo);
}
