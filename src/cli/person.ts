import { createInterface } from 'node:readline/promises';
import { agentVariables } from '../exec/agent-environment.ts';
import { Fault } from '../core/model/fault.ts';
import type { CliContext, GlobalOptions } from './cli-context.ts';

/** Whether somebody can be asked: both ends are a terminal. */
export const canAsk = ({ stdin, stderr }: CliContext): boolean =>
  stdin.isTTY === true && stderr.isTTY === true;

/** Asks on the terminal; anything but yes is no. */
export async function ask(context: CliContext, question: string): Promise<boolean> {
  const terminal = createInterface({ input: context.stdin, output: context.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal: context.signal });
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

/** `--yes` is a person's word only where no coding agent's variables are in the environment. */
export const isYes = (context: CliContext, options: GlobalOptions): boolean =>
  options.yes === true && agentVariables(context.env).length === 0;

/**
 * Lets only a person go on: who answers on the terminal, or said `--yes` outside an agent's environment. A guard
 * against accident, not against somebody who means to get round it. Throws `Fault` usage.
 */
export async function requirePerson(
  context: CliContext,
  options: GlobalOptions,
  question: string,
): Promise<void> {
  if (isYes(context, options)) return;
  const variables = agentVariables(context.env);
  if (variables.length === 0 && canAsk(context)) {
    if (await ask(context, question)) return;
    throw new Fault('usage', 'not confirmed, nothing was changed');
  }
  throw new Fault('usage', 'only a person may do this', {
    hint:
      variables.length > 0
        ? `this runs inside a coding agent (${variables.join(', ')} is set): ask the person to run it in a terminal of their own`
        : 'run it in a terminal, or add --yes',
  });
}
