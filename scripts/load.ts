/**
 * `node scripts/load.ts [--submitters N] [--submissions N] [--workers N] [--gate-time SECONDS] [--rate N] [--seed N]
 * [--json]`: submitters hand edits in to a daemon with a repository of its own, and what came of it is set beside the
 * simulation of the planner with the same arrivals and gates. Needs a build. Exits 1 where an update was lost; else 0
 * whatever the figures.
 */
import { crowdFiles, editsOfAgent, type CrowdSize } from '../test/support/crowd-edits.ts';
import { startDaemon } from '../test/support/sallyport-command.ts';
import { tempRepo } from '../test/support/temp-repo.ts';
import { atMost, shown, type BenchLine } from './bench/bench-group.ts';
import { median } from './bench/measure.ts';
import { dice } from './chaos/dice.ts';
import { quantile, simulatedWaits } from './load/simulated-waits.ts';
import { askDaemon, submitAll, type TimedEdit } from './load/submitters.ts';
import { weighRun, type WeighedRun } from './load/weigh-run.ts';
import { scriptOptions } from './script-options.ts';

const USAGE = `usage: npm run load -- [options]
  --submitters N    who hand in at the same time (64)
  --submissions N   how many all of them make (1000); every fourth wants a place that others want too
  --workers N       gates that run at once (8)
  --gate-time N     seconds that the gate takes, asleep (1)
  --rate N          how many come in a second, by chance (3); 0: each as soon as its submitter's last has ended
  --seed N          what chance starts from (1)
  --json            one array of {name, value, unit, target, ok}
`;

const { values } = scriptOptions(USAGE, {
  options: {
    submitters: { type: 'string', default: '64' },
    submissions: { type: 'string', default: '1000' },
    workers: { type: 'string', default: '8' },
    'gate-time': { type: 'string', default: '1' },
    rate: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const [submitters, submissions, workers, gateTime, rate, seed] = [
  Number(values.submitters),
  Number(values.submissions),
  Number(values.workers),
  Number(values['gate-time']),
  Number(values.rate),
  Number(values.seed),
];
const counts = [submitters, submissions, workers];
const isUsable =
  counts.every((count) => Number.isInteger(count) && count > 0) &&
  [gateTime, rate, seed].every((value) => Number.isFinite(value) && value >= 0);
if (!isUsable) {
  process.stderr.write(USAGE);
  process.exit(2);
}

/** How many times the simulated wait the real one may be, at the 95th percentile. */
const TARGET = 1.3;
const FILES = 40;

const run = await work();
const lines = linesOf(run);
if (values.json) process.stdout.write(`${JSON.stringify(lines, null, 2)}\n`);
else for (const line of lines) print(line);
process.exitCode = run.lost === 0 && run.failed === 0 ? 0 : 1;

async function work(): Promise<WeighedRun> {
  const size = {
    agents: submitters,
    editsEach: Math.ceil(submissions / submitters),
    files: FILES,
  };
  const config = JSON.stringify({
    gates: [{ name: 'sleep', run: ['sleep', String(gateTime)] }],
    queue: { workers },
  });
  using repo = tempRepo({ files: { ...crowdFiles(size), 'sallyport.config.json': config } });
  const daemon = await startDaemon(repo);
  const ask = askDaemon(repo);
  const turns = timedEdits(size);
  const started = performance.now();
  await Promise.all(
    turns.map((edits, agent) => submitAll(ask, { name: `agent-${agent}`, edits, started })),
  );
  await daemon.stop();
  return weighRun(repo, FILES);
}

/** What each submitter makes and when, so that it comes to the number asked for. */
function timedEdits(size: CrowdSize): readonly (readonly TimedEdit[])[] {
  const chance = dice(seed, 'arrivals');
  const spare = size.agents * size.editsEach - submissions;
  const turns: TimedEdit[][] = Array.from({ length: size.agents }, () => []);
  let at = 0;
  for (let round = 0; round < size.editsEach; round += 1) {
    for (const agent of chance.shuffle([...turns.keys()])) {
      if (round === size.editsEach - 1 && agent < spare) continue;
      const edit = editsOfAgent(size, agent)[round];
      if (edit === undefined) continue;
      if (rate > 0) at += (-Math.log(1 - chance.next()) * 1_000) / rate;
      turns[agent]?.push({ ...edit, at: rate > 0 ? at : null });
    }
  }
  return turns;
}

function linesOf(weighed: WeighedRun): readonly BenchLine[] {
  const { landed, rejected, failed, seconds, landTime, lost } = weighed;
  const waits = landed.map(({ arrivesAt, endedAt }) => endedAt - arrivesAt);
  const gate = median(landed.flatMap(({ judgedIn }) => judgedIn ?? []));
  const simulated = simulatedWaits(landed, { workers, gateTime: gate, landTime });
  const ratio = quantile(waits, 0.95) / quantile(simulated, 0.95);
  return [
    shown('submitters', submitters, 'count'),
    shown('landed', landed.length, 'count'),
    shown('refused (lost the race for a place)', rejected, 'count'),
    atMost('failed', failed, { unit: 'count', target: 0 }),
    atMost('lost or doubled updates', lost, { unit: 'count', target: 0 }),
    shown('throughput', (landed.length + rejected) / seconds, 'submissions a second'),
    shown('landings', landed.length / seconds, 'a second'),
    shown('wait of what landed, median', quantile(waits, 0.5), 's'),
    shown('wait of what landed, p95', quantile(waits, 0.95), 's'),
    shown('gate of what was judged in its turn, median', gate, 's'),
    shown('landing by itself, median', landTime, 's'),
    shown('judgements begun for a landing', weighed.runsPerLanding, 'count'),
    ...Object.entries(weighed.spent).map(([state, spent]) =>
      shown(`in ${state}, median`, spent, 's'),
    ),
    shown('simulated wait, median', quantile(simulated, 0.5), 's'),
    shown('simulated wait, p95', quantile(simulated, 0.95), 's'),
    atMost('p95 to the simulated p95', ratio, { unit: 'ratio', target: TARGET }),
  ];
}

function print({ name, value, unit, target, ok }: BenchLine): void {
  const judged = target === null ? '' : `${ok ? 'ok' : 'MISSED'} (target ${target})`;
  process.stdout.write(
    `${name.padEnd(40)} ${String(value).padStart(9)} ${unit.padEnd(22)} ${judged}\n`,
  );
}
