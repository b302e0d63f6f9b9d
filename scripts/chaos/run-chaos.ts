import { setTimeout as pause } from 'node:timers/promises';
import { startDaemon, type RunningDaemon } from '../../test/support/sallyport-command.ts';
import { chaosRepository } from './chaos-repository.ts';
import { dieOnce, type Death } from './daemon-under-fire.ts';
import { dice } from './dice.ts';
import { LANDING_STEPS, planKills, type Kill } from './kills.ts';
import { readOutcomes, type Outcome } from './outcomes.ts';
import { payloadMaker } from './payloads.ts';
import { person, type Person } from './person.ts';
import type { PersonCounts } from './person-memory.ts';
import type { Field } from './slot-file.ts';
import { traffic, type Traffic } from './traffic.ts';
import { breaches } from './verdict.ts';

export interface ChaosOptions {
  readonly kills: number;
  readonly seed: number;
  /** The command to run; the built one of this clone where it is left out. */
  readonly launcher?: string;
  /** Hears of progress, one line at a time. */
  readonly say: (line: string) => void;
}

/** What happened, and every promise that was broken. */
export interface ChaosReport {
  readonly deaths: Readonly<Record<string, number>>;
  readonly missedSteps: number;
  readonly payloads: number;
  readonly slowDrops: number;
  /** Of the payloads: handed in as branches. */
  readonly branches: number;
  /** Submissions by their end state. */
  readonly ends: Readonly<Record<string, number>>;
  readonly person: Readonly<PersonCounts>;
  readonly breaches: readonly string[];
  /** The run's folder, kept because something failed; null where it was removed. */
  readonly kept: string | null;
  readonly seconds: number;
}

/** Payloads that are open at the same time, about. */
const OPEN_PAYLOADS = 3;
/** How long the last daemon may take to end everything that is open. */
const SETTLE_MS = 240_000;

/** Kills daemons while payloads land and a person works, then looks whether every promise was kept. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const started = Date.now();
  const field: Field = { files: 20, slots: Math.max(8, Math.ceil(options.kills * 0.35)) };
  const repo = chaosRepository(field);
  const worker = person(repo, field, dice(options.seed, 'person'));
  const flow = traffic(
    repo,
    payloadMaker(field, dice(options.seed, 'payloads')),
    dice(options.seed, 'drops'),
    worker.putObstacle,
  );
  const deaths: Record<string, number> = Object.fromEntries(LANDING_STEPS.map((step) => [step, 0]));
  const found: string[] = [];
  let missedSteps = 0;
  let outcomes: ReadonlyMap<string, readonly Outcome[]> = new Map();
  const working = worker.work(flow);
  let stuck: { readonly error: unknown } | null = null;
  working.catch((error: unknown) => {
    stuck = { error };
  });
  try {
    const chance = dice(options.seed, 'kills');
    for (const [at, kill] of planKills(options.kills, chance).entries()) {
      const death = await dieOnce(repo, kill, {
        ...options,
        onWait: () => topUp(flow, options.kills),
      });
      const name = nameOf(kill, death);
      deaths[name] = (deaths[name] ?? 0) + 1;
      if (death === 'missed') missedSteps += 1;
      if (stuck !== null) break;
      options.say(`kill ${at + 1}/${options.kills}: ${death} ${describe(kill)}`);
      await pause(chance.between(0, 400));
      topUp(flow, options.kills);
    }
    found.push(...(await settle(repo, { flow, worker, working, launcher: options.launcher })));
    outcomes = await readOutcomes(repo, options);
    found.push(
      ...breaches({ repo, field, payloads: flow.dropped, outcomes, memory: worker.memory }),
    );
  } catch (error) {
    found.push(
      `the run broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    worker.finish();
    await Promise.race([working.catch(() => undefined), pause(5_000)]);
  }
  if (found.length === 0) repo.remove();
  return {
    deaths,
    missedSteps,
    payloads: flow.dropped.length,
    slowDrops: flow.slowDrops(),
    branches: flow.dropped.filter(({ way }) => way === 'branch').length,
    ends: countEnds(outcomes),
    person: worker.memory.counts,
    breaches: found,
    kept: found.length === 0 ? null : repo.root,
    seconds: Math.round((Date.now() - started) / 1000),
  };
}

function topUp(flow: Traffic, kills: number): void {
  // A build that ends everything at once must not be fed for ever.
  if (flow.dropped.length >= kills * 4 + 12) return;
  if (flow.open().filter(({ obstacle }) => obstacle === null).length < OPEN_PAYLOADS)
    flow.dropNext();
}

const nameOf = (kill: Kill, death: Death): string =>
  kill.kind === 'step' && death === 'step' ? kill.step : 'random';

const describe = (kill: Kill): string =>
  kill.kind === 'step' ? `${kill.step}:${kill.times}` : `after ${kill.afterMs} ms`;

/** The last daemon, without faults: the person commits what they have, and everything that is open ends. */
async function settle(
  repo: ReturnType<typeof chaosRepository>,
  run: {
    readonly flow: Traffic;
    readonly worker: Person;
    readonly working: Promise<void>;
    readonly launcher: string | undefined;
  },
): Promise<readonly string[]> {
  const daemon: RunningDaemon = await startDaemon(
    repo,
    run.launcher === undefined ? {} : { launcher: run.launcher },
  );
  const found: string[] = [];
  try {
    run.worker.finish();
    await run.working;
    await run.flow.settled();
    const deadline = Date.now() + SETTLE_MS;
    while (run.flow.open().length > 0 && Date.now() < deadline) await pause(200);
    const names = run.flow.open().map(({ name }) => name);
    if (names.length > 0) found.push(`no end in ${SETTLE_MS} ms: ${names.join(', ')}`);
  } finally {
    const end = await daemon.stop();
    if (end.code !== 0) found.push(`the last daemon ended with ${end.code}: ${end.stderr}`);
  }
  return found;
}

function countEnds(outcomes: ReadonlyMap<string, readonly Outcome[]>): Record<string, number> {
  const ends: Record<string, number> = {};
  for (const { state } of [...outcomes.values()].flat()) ends[state] = (ends[state] ?? 0) + 1;
  return ends;
}
