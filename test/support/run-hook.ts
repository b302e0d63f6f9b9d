import { text } from 'node:stream/consumers';
import { hookNamed } from '../../src/hook/hook-names.ts';
import { runHook } from '../../src/hook/run-hook.ts';

/* Stands in a hook's place: `run-hook.ts NAME ARGUMENTS`, as git calls it. */

const [name = '', ...args] = process.argv.slice(2);
const hook = hookNamed(name);
if (hook === null) throw new Error(`no hook ${name}`);
const interrupt = new AbortController();
process.on('SIGINT', () => interrupt.abort(new Error('interrupted')));
const end = await runHook(hook, {
  args,
  env: process.env,
  cwd: process.cwd(),
  signal: interrupt.signal,
  say: (line) => void process.stderr.write(`${line}\n`),
  readInput: () => text(process.stdin),
});
process.stderr.write(end.text);
process.exitCode = end.exitCode;
