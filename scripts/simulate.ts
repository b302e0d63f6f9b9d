/**
 * `npm run simulate -- [--workers N] [--rate N] [--gate-time SECONDS] [--fail P] [--spreads] [--flake P] [--overlap P]
 * [--strategy ours|train|serial]... [--grid] [--json]`: works simulated submissions off, with the product's own planner
 * and with two plainer ones. Without `--workers` it goes through the scenarios that targets are set for; with `--grid`
 * through whole-tree inputs at many workers and failures, as a table. Exits 0 whatever the figures.
 */
import { atLeast, shown, type BenchLine } from './bench/bench-group.ts';
import { grid, GRID_HEAD, linesOfCell, rowOf, type Cell } from './simulate/grid.ts';
import { measure, type Measured, type Scenario } from './simulate/measure.ts';
import { STRATEGIES, STRATEGY_NAMES, type StrategyName } from './simulate/strategies.ts';
import { scriptOptions } from './script-options.ts';

const USAGE = `usage: npm run simulate -- [options]
  --workers N       gate slots, 1 to 1000; left out: the scenarios that targets are set for
  --rate N          submissions an hour, up to 10000; left out: all are there from the start
  --submissions N   how many (100)
  --gate-time N     seconds that a judgement takes (600)
  --fail P          share that fails (0.05)
  --fail-time P     when a failure shows, as a share of the gate time (1)
  --flake P         share that fails once and passes when it is run again (0)
  --spreads         a bad one spoils the runs that are put on it; else a run tells of its own submission alone
  --overlap P       share of pairs of which one changes what the other's gates depend on (0.08); 1: whole-tree inputs
  --batch N         most submissions judged together (1)
  --land-time N     seconds that a landing takes (0)
  --strategy NAME   ours, train or serial; may be repeated (all)
  --rounds N, --seed N   rounds to average over (20), and what they start from (1)
  --grid            whole-tree inputs, 1 to 64 workers, 0 to 40 % failures, 0 and 2 % flakes: ours, train and serial
  --json            one array of {name, value, unit, target, ok}
`;

const DEFAULTS = {
  workers: 8,
  rate: 0,
  submissions: 100,
  'gate-time': 600,
  fail: 0.05,
  'fail-time': 1,
  flake: 0,
  overlap: 0.08,
  batch: 1,
  'land-time': 0,
  rounds: 20,
  seed: 1,
} as const;

const COUNTS: ReadonlySet<string> = new Set(['workers', 'submissions', 'batch', 'rounds', 'seed']);

/** Share of ideal to be reached, by workers. */
const TARGETS: ReadonlyMap<number, number> = new Map([
  [8, 0.95],
  [16, 0.85],
]);

const { values } = readArguments();
const names = values.strategy.length === 0 ? STRATEGY_NAMES : strategiesOf(values.strategy);
const given: Scenario = {
  workers: numberOf('workers', 1, 1_000),
  rate: values.rate === undefined ? null : numberOf('rate', 0.001, 10_000),
  submissions: numberOf('submissions', 1, 100_000),
  gateTime: numberOf('gate-time', 0.001, 1e6),
  fail: numberOf('fail', 0, 1),
  failTime: numberOf('fail-time', 0.001, 10),
  flake: numberOf('flake', 0, 1),
  overlap: numberOf('overlap', 0, 1),
  batch: numberOf('batch', 1, 16),
  landTime: numberOf('land-time', 0, 1e6),
  cancelTime: 0,
  spreads: values.spreads,
  seed: numberOf('seed', 0, 1e9),
  rounds: numberOf('rounds', 1, 1_000),
};
if (values.grid) runGrid();
else {
  const lines = values.workers === undefined ? allScenarios() : linesOf(given);
  if (values.json) printJson(lines);
  else for (const line of lines) print(line);
}

/** Each cell is printed as soon as it is there. */
function runGrid(): void {
  const cells: Cell[] = [];
  if (!values.json) process.stdout.write(`${GRID_HEAD}\n`);
  for (const cell of grid(given)) {
    cells.push(cell);
    if (!values.json) process.stdout.write(`${rowOf(cell)}\n`);
  }
  if (values.json) printJson(cells.flatMap(linesOfCell));
}

function printJson(lines: readonly BenchLine[]): void {
  process.stdout.write(`${JSON.stringify(lines, null, 2)}\n`);
}

/** Those that the product is measured by. */
function allScenarios(): readonly BenchLine[] {
  const independent = [8, 16].flatMap((workers) => [0.05, 0.2].map((fail) => ({ workers, fail })));
  const whole = [2, 4, 8, 16, 64].flatMap((workers) =>
    [0.02, 0.05, 0.2, 0.5].map((fail) => ({ workers, fail })),
  );
  return [
    ...independent.flatMap((each) => linesOf({ ...given, ...each })),
    ...whole.flatMap((each) => linesOf({ ...given, ...each, overlap: 1 })),
  ];
}

function linesOf(scenario: Scenario): readonly BenchLine[] {
  const { workers, fail, overlap } = scenario;
  const place = `W=${workers} fail=${fail} overlap=${overlap}`;
  const measured = new Map<StrategyName, Measured>();
  for (const name of names) {
    if (!values.json) process.stderr.write(`${place} ${name} ...\r`);
    measured.set(name, measure(STRATEGIES[name], scenario));
  }
  const found: BenchLine[] = [];
  for (const [name, figures] of measured) {
    found.push(
      throughputLine(
        `${place}: ${name}, throughput to ideal`,
        figures,
        name === 'ours' ? scenario : null,
      ),
      shown(`${place}: ${name}, median wait`, figures.waitMedian, 'gate times'),
      shown(`${place}: ${name}, p95 wait`, figures.wait95, 'gate times'),
      shown(`${place}: ${name}, runs per landing`, figures.runsPerLanding, 'runs'),
      shown(`${place}: ${name}, one plan`, figures.planMs, 'ms'),
    );
  }
  const own = measured.get('ours');
  const train = measured.get('train');
  if (own !== undefined && train !== undefined && overlap === 1) {
    const ratio = own.throughput / train.throughput;
    found.push(atLeast(`${place}: ours to the linear train`, ratio, { unit: 'x', target: 1 }));
  }
  return found;
}

/** Targets are set for bursts of which few pairs overlap. */
function throughputLine(
  name: string,
  { throughput }: Measured,
  scenario: Scenario | null,
): BenchLine {
  const isMeasured = scenario?.overlap === 0.08 && scenario.rate === null && scenario.flake === 0;
  const target = isMeasured ? TARGETS.get(scenario.workers) : undefined;
  return target === undefined
    ? shown(name, throughput, 'of ideal')
    : atLeast(name, throughput, { unit: 'of ideal', target });
}

function print({ name, value, unit, target, ok }: BenchLine): void {
  const judged = target === null ? '' : `${ok ? 'ok' : 'MISSED'} (target ${target})`;
  process.stdout.write(
    `${name.padEnd(58)} ${String(value).padStart(8)} ${unit.padEnd(10)} ${judged}\n`,
  );
}

function readArguments() {
  return scriptOptions(USAGE, {
    options: {
      workers: { type: 'string' },
      rate: { type: 'string' },
      submissions: { type: 'string' },
      'gate-time': { type: 'string' },
      fail: { type: 'string' },
      'fail-time': { type: 'string' },
      flake: { type: 'string' },
      overlap: { type: 'string' },
      batch: { type: 'string' },
      'land-time': { type: 'string' },
      strategy: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string' },
      seed: { type: 'string' },
      spreads: { type: 'boolean', default: false },
      grid: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
}

type NumberOption = keyof typeof DEFAULTS;

/** A number within its bounds; whole where its default is one and it counts something. */
function numberOf(option: NumberOption, least: number, most: number): number {
  const text = values[option];
  if (text === undefined) return DEFAULTS[option];
  const value = Number(text);
  const isCount = COUNTS.has(option);
  if (
    text.trim() !== '' &&
    value >= least &&
    value <= most &&
    (!isCount || Number.isInteger(value))
  )
    return value;
  const kind = isCount ? 'a whole number' : 'a number';
  return refuse(`--${option} ${text}: expected ${kind} from ${least} to ${most}`);
}

function strategiesOf(asked: readonly string[]): readonly StrategyName[] {
  return asked.map(
    (name) =>
      STRATEGY_NAMES.find((known) => known === name) ??
      refuse(`--strategy ${name}: expected ${STRATEGY_NAMES.join(', ')}`),
  );
}

function refuse(message: string): never {
  process.stderr.write(`${message}\n${USAGE}`);
  process.exit(2);
}
