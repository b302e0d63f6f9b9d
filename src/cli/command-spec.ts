import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from './cli-context.ts';
import type { ExitCode } from './exit-code.ts';
import { runCommand, type CommandBody } from './run-command.ts';

/** How a command hands its exit status to `main`, which commander's actions cannot return. */
export interface CommandHost {
  readonly program: Command;
  readonly context: CliContext;
  readonly finish: (code: ExitCode) => void;
}

/** Arguments that mean the same in every command. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  id: 'a submission, or the beginning of its id',
  file: 'a file with the response; `-` or nothing: standard input',
  code: 'one code; without it, all of them',
};

/** Adds a command with the options that every command takes. */
export function addCommand(host: CommandHost, usage: string, description: string): Command {
  const command = host.program.command(usage).description(description);
  for (const argument of command.registeredArguments) {
    const about = ARGUMENTS[argument.name()];
    if (about !== undefined) argument.description = about;
  }
  return command
    .option('--json', 'print one JSON document on stdout')
    .option('--repo <dir>', 'the repository to work in (default: the current folder)')
    .option('-q, --quiet', 'no messages besides the result')
    .option('--yes', 'answer every question with yes (a person only)');
}

/** Runs a command's body and keeps its exit status. */
export async function runAction(
  { context, finish }: CommandHost,
  options: GlobalOptions,
  body: CommandBody,
): Promise<void> {
  finish(await runCommand(context, options, body));
}
