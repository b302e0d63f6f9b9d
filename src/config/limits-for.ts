import type { Limits } from '../core/policies/limits.ts';
import { agentRules } from './agent-rules.ts';
import type { Config } from './config.ts';

/** The limits in force for one agent's submission; `agent` is null for a person's. */
export function limitsFor(config: Config, agent: string | null): Limits {
  if (agent === null) return config.limits;
  return agentRules(config, agent).reduce(
    (limits, rule) => ({ ...limits, ...rule.limits }),
    config.limits,
  );
}
