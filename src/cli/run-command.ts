import { Fault, isFault } from '../core/model/fault.ts';
import type { CliContext, GlobalOptions } from './cli-context.ts';
import { EXIT, exitCodeOf, type ExitCode } from './exit-code.ts';
import { createOutput, printable, type Output } from './output.ts';
import { hintLine } from './render/hint-line.ts';

/** What a command does: everything it needs is handed in, and its result is the process's exit status. */
export type CommandBody = (session: {
  readonly context: CliContext;
  readonly options: GlobalOptions;
  readonly output: Output;
}) => Promise<ExitCode>;

/** Runs a command; whatever it throws becomes a message and an exit status, with a stack only for a bug. */
export async function runCommand(
  context: CliContext,
  options: GlobalOptions,
  body: CommandBody,
): Promise<ExitCode> {
  const output = createOutput(context, options);
  try {
    return await body({ context, options, output });
  } catch (error) {
    if (context.signal.aborted) return EXIT.interrupted;
    const known = systemFault(error) ?? error;
    report(context, output, known);
    return exitCodeOf(known);
  }
}

/** What the file system refuses is the machine's problem, not a bug; null for anything else. */
function systemFault(error: unknown): Fault | null {
  if (!(error instanceof Error) || isFault(error)) return null;
  if (!('syscall' in error) || !('code' in error)) return null;
  const { message } = error;
  const about = { cause: error };
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new Fault('no-permission', message, {
        ...about,
        hint: 'Check who owns that file and its folder and that they can be written, then run it again.',
      });
    case 'ENOSPC':
    case 'EDQUOT':
      return new Fault('disk-full', message, {
        ...about,
        hint: 'Free some space on that disk, then run it again.',
      });
    default:
      return new Fault('io-failed', message, {
        ...about,
        hint: 'Check that disk; `sallyport doctor` looks at everything that is needed.',
      });
  }
}

function report(context: CliContext, output: Output, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const hint = isFault(error) ? error.hint : undefined;
  const code = isFault(error) ? error.code : 'bug';
  output.document({ error: { code, message, hint: hint ?? null } });
  context.stderr.write(`sallyport: ${printable(message.replace(/\.$/, ''))}\n`);
  if (hint !== undefined) context.stderr.write(`  ${printable(hintLine(hint))}\n`);
  if (!isFault(error)) {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    context.stderr.write(
      `This is a bug of sallyport. Nothing was landed by this command.\n${stack}\n`,
    );
  }
}
