import { Fault } from '../core/model/fault.ts';
import { HIGHEST_PRIORITY, isPriority, LOWEST_PRIORITY } from '../core/model/priority.ts';
import type { Repository } from '../git/repository.ts';
import { priorityProblem } from '../intake/priority-problem.ts';
import { agentName } from './actor.ts';
import type { CliContext } from './cli-context.ts';

/** What a command gets of `--priority`. */
export interface PriorityOptions {
  readonly priority?: string;
}

/** How `--priority` is shown in a command's help. */
export const PRIORITY_OPTION = [
  '--priority <number>',
  `its place in the queue: from ${LOWEST_PRIORITY} to ${HIGHEST_PRIORITY}, higher goes first`,
] as const;

/** The priority that `--priority` asks for; undefined where it was not given. Throws `Fault` usage for any other text. */
export function priorityOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const priority = /^[+-]?\d$/.test(text) ? Number(text) : NaN;
  // Not minus nought.
  if (isPriority(priority)) return priority + 0;
  throw new Fault(
    'usage',
    `--priority takes a whole number from ${LOWEST_PRIORITY} to ${HIGHEST_PRIORITY}, not ${JSON.stringify(text)}`,
    { hint: 'higher goes first, and 0 is the usual one' },
  );
}

/** Refuses a priority that whoever runs this may not ask for. Throws `Fault` usage. */
export async function requireAllowed(
  context: CliContext,
  repo: Repository,
  { priority, target }: { readonly priority: number | undefined; readonly target: string | null },
): Promise<void> {
  if (priority === undefined) return;
  const problem = await priorityProblem(repo, { priority, agent: agentName(context), target });
  if (problem !== null) throw new Fault('usage', problem.title, { hint: problem.hint });
}
