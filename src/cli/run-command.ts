import { isFault } from '../core/model/fault.ts';
import type { CliContext, GlobalOptions } from './cli-context.ts';
import { EXIT, exitCodeOf, type ExitCode } from './exit-code.ts';
import { createOutput, printable, type Output } from './output.ts';
import { hintLine } from './render/hint-line.ts';
import { systemFault } from '../core/model/system-fault.ts';

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
