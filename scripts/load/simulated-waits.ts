import { simulateQueue, type QueueOptions } from '../simulate/simulate-queue.ts';
import { ours } from '../simulate/strategies.ts';
import type { LandedJob } from './weigh-run.ts';

/**
 * The waits, in seconds, of the same submissions in the simulation of the planner: they come when they came, their gates
 * take as long as they took (as the others' where that is not known), a landing as long as one by itself, and everything
 * else no time. Each changes what every other's gates depend on.
 */
export function simulatedWaits(
  jobs: readonly LandedJob[],
  options: Pick<QueueOptions, 'workers' | 'gateTime' | 'landTime'>,
): readonly number[] {
  const made = jobs.map(({ id, arrivesAt, judgedIn }) => ({
    id,
    arrivesAt,
    isGood: true,
    judgedIn: judgedIn ?? options.gateTime,
    parts: ['whole tree', `path ${id}`],
  }));
  const { ended } = simulateQueue(made, ours, {
    ...options,
    batch: 1,
    spreads: false,
    cancelTime: 0,
  });
  return ended.map(({ waited }) => waited);
}

/** The value that a share of all is not above. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
