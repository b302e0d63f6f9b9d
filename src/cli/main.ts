import type { CliContext } from './cli-context.ts';
import { EXIT } from './exit-code.ts';

/**
 * The whole command line: arguments without the program's name -> exit status. Never throws. `onSpeech` is told before
 * anything is written to standard output or error.
 */
export async function main(
  argv: readonly string[],
  onSpeech: () => void = () => {},
): Promise<number> {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // The second one means it.
      if (interrupt.signal.aborted) process.exit(EXIT.interrupted);
      interrupt.abort(signal);
    });
  }
  const context: CliContext = {
    // Each is opened when something first asks for it, which takes longer than a hook that has nothing to say.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      onSpeech();
      return process.stdout;
    },
    get stderr() {
      onSpeech();
      return process.stderr;
    },
    env: process.env,
    cwd: process.cwd(),
    signal: interrupt.signal,
  };
  const [command, action, name, ...args] = argv;
  // A hook is on somebody's way: it loads what it needs, and not the whole command line.
  if (command === 'hook' && action === 'run' && name !== undefined && !name.startsWith('-')) {
    const { runHookCommand } = await import('./run-hook-command.ts');
    return runHookCommand(context, name, args);
  }
  // A reader that closed its end early (`sallyport log | head`) is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.done);
    throw error;
  });
  const { runProgram } = await import('./program.ts');
  return runProgram(argv, context);
}
