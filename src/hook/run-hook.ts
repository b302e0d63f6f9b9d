import { isFault } from '../core/model/fault.ts';
import type { Environment } from '../git/git-environment.ts';
import { openInHook } from '../git/open-in-hook.ts';
import { closeRepository, openRepository } from '../git/repository.ts';
import type { HookEnd } from './hook-call.ts';
import type { Hook } from './hook-names.ts';
import { inputOfFramework } from './framework-input.ts';
import { isSwitchedOff } from './kill-switch.ts';

/** A hook's call as the process sees it. */
export interface HookProcess {
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** See `HookCall`. */
  readonly say?: (line: string) => void;
  /** All of standard input; asked for once at most. */
  readonly readInput: () => Promise<string>;
}

/** Ends of a hook; a shim tells them apart: see `hooks/common.sh`. */
const HOOK_EXIT = { passed: 0, refused: 1, fault: 3, bug: 70, interrupted: 130 } as const;

/**
 * Runs one hook to its end. Never throws: the machine's fault is said in words and has an exit code of its own, so that
 * the shim can do with it what the config says.
 */
export async function runHook(hook: Hook, call: HookProcess): Promise<HookEnd> {
  if (isSwitchedOff(call.env)) return { exitCode: HOOK_EXIT.passed, text: '' };
  try {
    return await open(hook, call);
  } catch (error) {
    if (call.signal.aborted) return { exitCode: HOOK_EXIT.interrupted, text: '' };
    const message = error instanceof Error ? error.message : String(error);
    if (!isFault(error)) {
      const stack = error instanceof Error ? (error.stack ?? message) : message;
      const text = `sallyport: ${hook.name} broke down; this is a bug of sallyport\n${stack}\n`;
      return { exitCode: HOOK_EXIT.bug, text };
    }
    const hint = error.hint === undefined ? '' : `  ${error.hint}\n`;
    return { exitCode: HOOK_EXIT.fault, text: `sallyport: ${hook.name}: ${message}\n${hint}` };
  }
}

async function open(
  hook: Hook,
  { args, env, cwd, signal, say, readInput }: HookProcess,
): Promise<HookEnd> {
  const loading = hook.load();
  const repo =
    openInHook(cwd, env) ??
    (await openRepository(cwd, env, { needsCheckout: hook.side === 'author', hook: env }));
  const handler = await loading;
  let input: Promise<string> | null = null;
  try {
    const framework = await inputOfFramework(repo, hook.name, env);
    return await handler({
      repo,
      args: framework?.args ?? args,
      stdin: () => (input ??= framework === null ? readInput() : Promise.resolve(framework.input)),
      env,
      cwd,
      signal,
      ...(say === undefined ? {} : { say }),
    });
  } finally {
    await closeRepository(repo);
  }
}
