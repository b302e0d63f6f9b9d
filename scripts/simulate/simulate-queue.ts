/**
 * A queue in discrete events. It is the world that a strategy decides about: submissions come, judgements take their
 * time, landings happen. Time stands still while the strategy decides.
 */
import { batchSize } from '../../src/core/schedule/batch-size.ts';
import { estimateChance } from '../../src/core/schedule/estimate-chance.ts';
import { estimateSpoiling, verdictsOn } from '../../src/core/schedule/estimate-spoiling.ts';
import { Heap } from '../../src/core/schedule/heap.ts';
import { nextWindow } from '../../src/core/schedule/next-window.ts';
import type {
  Action,
  Entry,
  Landing,
  QueueState,
  Run,
} from '../../src/core/schedule/queue-state.ts';
import type { Job } from './jobs.ts';
import type { Strategy } from './strategies.ts';

export interface QueueOptions {
  readonly workers: number;
  /** Seconds that a judgement is expected to take. */
  readonly gateTime: number;
  /** Most members of a batch; 1: no batches. */
  readonly batch: number;
  /** A run fails where one that it was put on is bad; else each is judged by what it does itself. */
  readonly spreads: boolean;
  /** Seconds that a landing takes, and that a cancelled run takes to be gone. */
  readonly landTime: number;
  readonly cancelTime: number;
}

/** How one submission ended; times are seconds. */
export interface Ended {
  readonly id: string;
  readonly hasLanded: boolean;
  readonly waited: number;
  readonly endedAt: number;
}

export interface Outcome {
  readonly ended: readonly Ended[];
  readonly runs: number;
  /** Seconds that slots were in use. */
  readonly busy: number;
  readonly plans: number;
}

const TARGET = 'main';

/** Judgements that the estimates look back on. */
const MEMORY = 50;

/** Lets a strategy work off all jobs. Throws where it stops deciding. */
export function simulateQueue(
  jobs: readonly Job[],
  strategy: Strategy,
  options: QueueOptions,
): Outcome {
  const world = new World(jobs, options);
  while (world.ended.length < jobs.length) {
    for (let round = 0; ; round += 1) {
      const actions = strategy(world.state());
      world.plans += 1;
      if (actions.length === 0) break;
      if (round > 100_000) throw new Error('the strategy does not come to an end');
      for (const action of actions) world.carryOut(action);
    }
    if (world.ended.length < jobs.length && !world.goOn()) {
      throw new Error(`${jobs.length - world.ended.length} submissions are never decided`);
    }
  }
  return { ended: world.ended, runs: world.runs, busy: world.busy, plans: world.plans };
}

class World {
  readonly ended: Ended[] = [];
  runs = 0;
  busy = 0;
  plans = 0;
  readonly #options: QueueOptions;
  readonly #jobs: ReadonlyMap<string, Job>;
  readonly #events = new Heap<{ readonly at: number; readonly happen: () => void }>(
    (one, other) => one.at < other.at,
  );
  readonly #waiting = new Map<string, Job>();
  readonly #kept = new Map<string, Run>();
  readonly #times = new Map<string, { readonly startedAt: number; readonly expected: number }>();
  #now = 0;
  #version = 0;
  #landed: Landing[] = [];
  #landing: readonly string[] = [];
  #window: number;
  #judged: boolean[] = [];
  /** Verdicts of runs that were put on one which was rejected. */
  #judgedOnBad: boolean[] = [];

  constructor(jobs: readonly Job[], options: QueueOptions) {
    this.#options = options;
    this.#jobs = new Map(jobs.map((job) => [job.id, job]));
    this.#window = this.#bounds().most;
    for (const job of jobs) this.#at(job.arrivesAt, () => this.#waiting.set(job.id, job));
    while (this.#events.first()?.at === 0) this.#events.pop()?.happen();
  }

  /** Lets time pass to the next event, and all that happens with it; false: nothing will ever happen. */
  goOn(): boolean {
    const first = this.#events.pop();
    if (first === undefined) return false;
    this.#now = first.at;
    first.happen();
    while (this.#events.first()?.at === this.#now) this.#events.pop()?.happen();
    return true;
  }

  state(): QueueState {
    const { workers } = this.#options;
    const passed = this.#judged.filter(Boolean).length;
    const chance = estimateChance({ judged: this.#judged.length, passed, retries: 0, lines: 0 });
    const perSlot = Math.ceil(this.#waiting.size / workers);
    const entries: Entry[] = [];
    for (const { id, parts } of this.#waiting.values()) {
      if (entries.length >= 2 * this.#bounds().most) break;
      entries.push({
        id,
        priority: 0,
        needs: parts,
        changes: parts,
        chance,
        faults: 0,
        isPaused: false,
      });
    }
    return {
      slots: workers,
      batch: Math.min(this.#options.batch, perSlot, batchSize(1 - chance, workers)),
      maxFaults: 3,
      spoiling: this.#spoiling(chance),
      targets: [
        {
          target: TARGET,
          version: this.#version,
          landed: this.#landed,
          landing: this.#landing,
          window: this.#window,
          entries,
          runs: [...this.#kept.values()].map((run) => this.#asOfNow(run)),
        },
      ],
    };
  }

  #spoiling(chance: number): number {
    const judged = this.#judgedOnBad;
    return estimateSpoiling({
      judged: judged.length,
      passed: judged.filter(Boolean).length,
      chance,
    });
  }

  carryOut(action: Action): void {
    switch (action.type) {
      case 'start':
        return this.#start(action);
      case 'cancel':
        return this.#cancel(action.run);
      case 'forget':
        this.#kept.delete(action.run);
        return;
      case 'land':
        return this.#land(action.members);
      case 'reject':
        return this.#reject(action.member);
      case 'give-up':
        throw new Error('no machine fails here');
    }
  }

  #start({ members, version, base, ...start }: Action & { readonly type: 'start' }): void {
    const { lands, fails, needs } = start;
    const judged = this.#options.spreads ? [...members, ...base] : members;
    const jobs = judged.flatMap((id) => this.#jobs.get(id) ?? []);
    const isGood = jobs.every((job) => job.isGood);
    const judgedIn = isGood
      ? Math.max(...jobs.map((job) => job.judgedIn))
      : Math.min(...jobs.filter((job) => !job.isGood).map((job) => job.judgedIn));
    this.runs += 1;
    const id = `r${this.runs}`;
    const startedAt = this.#now;
    this.#kept.set(id, {
      id,
      members,
      version,
      lands,
      fails,
      needs,
      state: 'running',
      progress: 0,
      chance: null,
    });
    this.#times.set(id, { startedAt, expected: this.#options.gateTime });
    this.#at(startedAt + judgedIn, () => {
      if (this.#kept.get(id)?.state !== 'running') return;
      this.busy += judgedIn;
      this.#set(id, isGood ? 'passed' : 'failed');
    });
  }

  /** How far a run under way has come; what it will say shows at its end alone. */
  #asOfNow(run: Run): Run {
    const times = this.#times.get(run.id);
    if (run.state !== 'running' || times === undefined) return run;
    return { ...run, progress: Math.min(1, (this.#now - times.startedAt) / times.expected) };
  }

  #cancel(id: string): void {
    if (this.#kept.get(id)?.state !== 'running') return;
    this.#set(id, 'cancelling');
    this.#at(this.#now + this.#options.cancelTime, () => this.#kept.delete(id));
  }

  #land(members: readonly string[]): void {
    this.#landing = members;
    this.#at(this.#now + this.#options.landTime, () => {
      this.#landing = [];
      this.#version += 1;
      for (const id of members) {
        this.#landed.push({
          id,
          version: this.#version,
          changes: this.#jobs.get(id)?.parts ?? [],
        });
        this.#end(id, true);
      }
      const oldest = Math.min(...[...this.#kept.values()].map(({ version }) => version));
      this.#landed = this.#landed.filter(({ version }) => version > oldest);
    });
  }

  #reject(id: string): void {
    if (!this.#waiting.has(id)) return;
    const verdicts = verdictsOn(id, this.#kept.values());
    this.#judgedOnBad = [...this.#judgedOnBad, ...verdicts].slice(-MEMORY);
    this.#end(id, false);
  }

  #end(id: string, hasLanded: boolean): void {
    const job = this.#waiting.get(id);
    if (job === undefined) throw new Error(`${id} is decided twice`);
    this.#waiting.delete(id);
    const waited = this.#now - job.arrivesAt;
    this.ended.push({ id, hasLanded, waited, endedAt: this.#now });
    this.#judged = [...this.#judged, hasLanded].slice(-MEMORY);
    this.#window = nextWindow(this.#window, hasLanded ? 'landed' : 'failed', this.#bounds());
  }

  #bounds(): { readonly least: number; readonly most: number } {
    const { workers } = this.#options;
    return { least: 2 * workers, most: 3 * workers };
  }

  #set(id: string, state: Run['state']): void {
    const run = this.#kept.get(id);
    if (run !== undefined) this.#kept.set(id, { ...run, state });
  }

  #at(at: number, happen: () => void): void {
    this.#events.push({ at, happen });
  }
}
