import { makeJobs, type JobOptions } from './jobs.ts';
import { simulateQueue, type QueueOptions } from './simulate-queue.ts';
import type { Strategy } from './strategies.ts';

export interface Scenario extends Omit<JobOptions, 'seed'>, QueueOptions {
  readonly seed: number;
  /** Rounds with other seeds, over which is averaged. */
  readonly rounds: number;
}

/** Figures of one strategy in one scenario; waits are in gate times. */
export interface Measured {
  /** Decisions in the time that it took, to what so many workers could decide if none had to wait for another. */
  readonly throughput: number;
  /** The same, of each round. */
  readonly shares: readonly number[];
  readonly waitMedian: number;
  readonly wait95: number;
  readonly runsPerLanding: number;
  /** Milliseconds of this machine that one plan took. */
  readonly planMs: number;
}

/** Works the same submissions off in each round, whatever the strategy. */
export function measure(strategy: Strategy, scenario: Scenario): Measured {
  const waits: number[] = [];
  const shares: number[] = [];
  let runs = 0;
  let landings = 0;
  let plans = 0;
  const begun = performance.now();
  for (let round = 0; round < scenario.rounds; round += 1) {
    const jobs = makeJobs({ ...scenario, seed: scenario.seed + round });
    const outcome = simulateQueue(jobs, strategy, scenario);
    const took = Math.max(...outcome.ended.map(({ endedAt }) => endedAt));
    shares.push(leastTime(scenario, jobs.at(-1)?.arrivesAt ?? 0) / took);
    runs += outcome.runs;
    plans += outcome.plans;
    landings += outcome.ended.filter(({ hasLanded }) => hasLanded).length;
    for (const { waited } of outcome.ended) waits.push(waited / scenario.gateTime);
  }
  waits.sort((one, other) => one - other);
  return {
    throughput: shares.reduce((sum, share) => sum + share, 0) / scenario.rounds,
    shares,
    waitMedian: waits[Math.floor(waits.length / 2)] ?? 0,
    wait95: waits[Math.floor(waits.length * 0.95)] ?? 0,
    runsPerLanding: runs / Math.max(1, landings),
    planMs: (performance.now() - begun) / Math.max(1, plans),
  };
}

/** Seconds that workers who never wait for one another take: one gate time each, and not before the last has come. */
const leastTime = ({ submissions, workers, gateTime }: Scenario, lastComes: number): number =>
  Math.max((submissions * gateTime) / workers, lastComes + gateTime);
