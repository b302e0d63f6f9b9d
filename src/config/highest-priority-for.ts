import { HIGHEST_PRIORITY, USUAL_PRIORITY } from '../core/model/priority.ts';
import { agentRules } from './agent-rules.ts';
import type { Config } from './config.ts';

/**
 * The highest priority that a submission may be given by an agent, or by a person (null). An agent gets ahead of others
 * only where the config says so: each would think its own work urgent.
 */
export function highestPriorityFor(config: Config, agent: string | null): number {
  if (agent === null) return HIGHEST_PRIORITY;
  return agentRules(config, agent).reduce(
    (highest, { priority }) => priority ?? highest,
    USUAL_PRIORITY,
  );
}
