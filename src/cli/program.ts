import { Command, CommanderError } from 'commander';
import { packageVersion } from '../daemon/version.ts';
import type { CliContext } from './cli-context.ts';
import type { CommandHost } from './command-spec.ts';
import { COMMANDS } from './commands/index.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { createOutput } from './output.ts';

const EXIT_STATUS = `
Exit status: 0 done, 1 rejected, 2 usage or config, 3 fault, 4 no daemon,
             5 held or waiting, 70 bug, 130 interrupted.
\`sallyport COMMAND --help\` shows the options of one command.`;

/** Runs one command line on a given context, to its exit status. */
export async function runProgram(argv: readonly string[], context: CliContext): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const program = new Command('sallyport')
    .description(
      'Lets AI-written edits onto a git branch only after they were applied, checked and found to fit.',
    )
    .version(packageVersion(), '-V, --version')
    .addHelpText('after', EXIT_STATUS)
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
  const hint = usageHint(
    argv,
    program.commands.map((command) => command.name()),
  );
  for (const command of [program, ...program.commands]) command.showHelpAfterError(`  ${hint}`);
  try {
    if (argv.length === 0) {
      program.outputHelp();
      return EXIT.usage;
    }
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return EXIT.done;
    // Commander has told the person; a program that reads stdout gets its one document too.
    createOutput(context, { json: argv.includes('--json') }).document({
      error: {
        code: 'usage',
        message: error.message.replace(/^error: /, ''),
        hint,
      },
    });
    return EXIT.usage;
  }
}

/** Where the options that a command line got wrong are told. */
function usageHint(argv: readonly string[], names: readonly string[]): string {
  const name = argv.find((argument) => names.includes(argument));
  if (name === undefined) return '`sallyport --help` lists the commands';
  return argv[0] === name
    ? `\`sallyport ${name} --help\` shows its options`
    : `Options stand after the command: \`sallyport ${name} --help\` shows them`;
}
