import { text } from 'node:stream/consumers';
import { HOOKS, hookNamed } from '../hook/hook-names.ts';
import { runHook } from '../hook/run-hook.ts';
import type { CliContext } from './cli-context.ts';
import { EXIT } from './exit-code.ts';

/** `hook run NAME`: what the shims call. Everything that it says goes to standard error, where git shows it. */
export async function runHookCommand(
  context: CliContext,
  name: string,
  args: readonly string[],
): Promise<number> {
  const hook = hookNamed(name);
  if (hook === null) {
    const names = HOOKS.map((one) => one.name).join(', ');
    context.stderr.write(
      `sallyport: there is no hook ${JSON.stringify(name)}\n  hooks: ${names}\n`,
    );
    return EXIT.usage;
  }
  const { env, cwd, signal } = context;
  const say = (line: string): void => void context.stderr.write(`${line}\n`);
  const readInput = async (): Promise<string> => {
    const { stdin } = context;
    return stdin.isTTY === true ? '' : text(stdin);
  };
  const end = await runHook(hook, { args, env, cwd, signal, say, readInput });
  if (end.text !== '') context.stderr.write(end.text);
  return end.exitCode;
}
