import { Command, CommanderError } from 'commander';
import { packageVersion } from '../daemon/version.ts';
import type { CliContext } from './cli-context.ts';
import type { CommandHost } from './command-spec.ts';
import { COMMANDS } from './commands/index.ts';
import { EXIT, type ExitCode } from './exit-code.ts';

/** The whole command line: arguments without the program's name -> exit status. Never throws. */
export async function main(argv: readonly string[]): Promise<ExitCode> {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // The second one means it.
      if (interrupt.signal.aborted) process.exit(EXIT.interrupted);
      interrupt.abort(signal);
    });
  }
  // A reader that closed its end early (`sallyport log | head`) is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.done);
    throw error;
  });
  return runMain(argv, {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    signal: interrupt.signal,
  });
}

/** `main` on a given context. */
export async function runMain(argv: readonly string[], context: CliContext): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const program = new Command('sallyport')
    .description(
      'Lets AI-written edits onto a git branch only after they were applied, checked and found to fit.',
    )
    .version(packageVersion(), '-V, --version')
    .showHelpAfterError('(`sallyport --help` lists the commands)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void context.stdout.write(text),
      writeErr: (text) => void context.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'sallyport: ')),
    });
  const host: CommandHost = {
    program,
    context,
    finish: (value) => {
      code = value;
    },
  };
  for (const add of COMMANDS) add(host);
  try {
    if (argv.length === 0) {
      program.outputHelp();
      return EXIT.usage;
    }
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    throw error;
  }
}
