import { minimatch } from 'minimatch';
import type { Config } from './config.ts';

/** The rules of `agents` for one agent, in the order of the file: of two that name the same, the last counts. */
export const agentRules = ({ agents }: Config, agent: string): Config['agents'] =>
  agents.filter(({ name }) =>
    minimatch(agent, name, { nocase: true, nonegate: true, nocomment: true }),
  );
