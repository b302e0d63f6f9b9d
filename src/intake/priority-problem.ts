import { CONFIG_FILE } from '../config/defaults.ts';
import { highestPriorityFor } from '../config/highest-priority-for.ts';
import { loadConfig } from '../config/load-config.ts';
import { priorityText, USUAL_PRIORITY } from '../core/model/priority.ts';
import { resolveBranch, tipOf } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { readFileAt } from '../git/snapshot.ts';
import { usualTarget } from './give-context.ts';

/** Who asks for which priority; `agent` is null for a person, `target` for the branch that is meant by default. */
export interface AskedPriority {
  readonly priority: number;
  readonly agent: string | null;
  readonly target: string | null;
}

/**
 * Why a submission may not be handed in with a priority; null: it may. Everybody may lower it; an agent may raise it as
 * far as the config on the branch allows.
 */
export async function priorityProblem(
  repo: Repository,
  { priority, agent, target }: AskedPriority,
): Promise<{ readonly title: string; readonly hint: string } | null> {
  if (agent === null || priority <= USUAL_PRIORITY) return null;
  const highest = await highestAt(repo, agent, target);
  if (priority <= highest) return null;
  const name = JSON.stringify(agent);
  return {
    title: `priority ${priorityText(priority)} is higher than the agent ${name} may ask for, which is ${priorityText(highest)}`,
    hint: `leave it out, or ask a person to hand it in; \`"agents": {${name}: {"priority": ${priority}}}\` in ${CONFIG_FILE} would let this agent`,
  };
}

async function highestAt(repo: Repository, agent: string, target: string | null): Promise<number> {
  const branch = target === null ? await usualTarget(repo) : await resolveBranch(repo, target);
  if (branch === null) return USUAL_PRIORITY;
  const tip = await tipOf(repo, branch);
  const loaded = await loadConfig((path) => readFileAt(repo, tip, path));
  return loaded.ok ? highestPriorityFor(loaded.value.config, agent) : USUAL_PRIORITY;
}
