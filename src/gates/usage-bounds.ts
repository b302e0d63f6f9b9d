import { totalmem } from 'node:os';
import type { Config } from '../config/config.ts';
import type { UsageBounds } from '../exec/usage-watch.ts';

/** Part of the machine's memory that a command may take where the config names no number. */
const PART = 0.75;

/** What one command of the config may take of this machine. */
export const usageBounds = ({ resources }: Pick<Config, 'resources'>): UsageBounds => ({
  memoryBytes: resources.memory === 'auto' ? Math.floor(machineMemory() * PART) : resources.memory,
  processes: resources.processes,
});

/** Bytes; in a container those of the container, where it is given fewer than the machine has. */
function machineMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
