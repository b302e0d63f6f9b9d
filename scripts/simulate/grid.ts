/**
 * Whole-tree inputs over a grid of workers and failures: the product's planner against the linear train and against one
 * after another, each on the same submissions. What tells two strategies apart is the mean of the rounds' differences,
 * and its standard error.
 */
import { atLeast, shown, type BenchLine } from '../bench/bench-group.ts';
import { measure, type Scenario } from './measure.ts';
import { STRATEGIES } from './strategies.ts';
import { treeBound } from './tree-bound.ts';

const WORKERS = [1, 2, 4, 8, 16, 32, 64];
const FAILS = [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4];
const FLAKES = [0, 0.02];

/** One cell; throughputs are shares of ideal. */
export interface Cell {
  readonly workers: number;
  readonly fail: number;
  readonly flake: number;
  readonly serial: number;
  readonly train: number;
  readonly ours: number;
  /** Ours less the train, of the same rounds: mean and standard error. */
  readonly gain: number;
  readonly error: number;
  /** The share that a planner reaches at most which takes nothing from a run but the verdict that it was for. */
  readonly tree: number;
  /** The share of one who knows all verdicts before; a little below 1 where workers do not divide the submissions. */
  readonly foreknown: number;
}

/** Measures cell after cell. */
export function* grid(scenario: Scenario): Generator<Cell> {
  for (const flake of FLAKES) {
    for (const workers of WORKERS) {
      for (const fail of FAILS) yield cellOf({ ...scenario, overlap: 1, flake, workers, fail });
    }
  }
}

function cellOf(scenario: Scenario): Cell {
  const { workers, fail, flake, submissions } = scenario;
  const [serial, train, ours] = [STRATEGIES.serial, STRATEGIES.train, STRATEGIES.ours].map(
    (strategy) => measure(strategy, scenario).shares,
  ) as [readonly number[], readonly number[], readonly number[]];
  const gains = ours.map((share, round) => share - (train[round] ?? 0));
  return {
    workers,
    fail,
    flake,
    serial: meanOf(serial),
    train: meanOf(train),
    ours: meanOf(ours),
    gain: meanOf(gains),
    error: standardError(gains),
    tree: treeBound(workers, fail) / workers,
    foreknown: submissions / workers / Math.ceil(submissions / workers),
  };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function standardError(values: readonly number[]): number {
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, values.length - 1) / values.length);
}

/** As the other figures. Ours must not be below the train by more than chance has it. */
export function linesOfCell(cell: Cell): readonly BenchLine[] {
  const place = `W=${cell.workers} fail=${cell.fail} flake=${cell.flake} overlap=1`;
  return [
    shown(`${place}: serial, throughput to ideal`, cell.serial, 'of ideal'),
    shown(`${place}: train, throughput to ideal`, cell.train, 'of ideal'),
    shown(`${place}: ours, throughput to ideal`, cell.ours, 'of ideal'),
    shown(`${place}: ours less the train, standard error`, cell.error, 'of ideal'),
    atLeast(`${place}: ours less the train`, cell.gain, {
      unit: 'of ideal',
      target: -2 * cell.error,
    }),
  ];
}

export const GRID_HEAD =
  '   W  fail flake | serial  train   ours |   gain  +-error | ours:train |  tree  foreknown';

/** A line of the table under `GRID_HEAD`. */
export function rowOf(cell: Cell): string {
  const { workers, fail, flake, serial, train, ours, gain, error, tree, foreknown } = cell;
  const number = (value: number, width: number, digits = 3): string =>
    value.toFixed(digits).padStart(width);
  return [
    `${String(workers).padStart(4)} ${number(fail, 5, 2)} ${number(flake, 5, 2)} `,
    `${number(serial, 7)}${number(train, 7)}${number(ours, 7)} `,
    `${number(gain, 7, 4)}  ${number(error, 7, 4)} `,
    ` ${number(ours / train, 9)} `,
    `${number(tree, 6)} ${number(foreknown, 10)}`,
  ].join('|');
}
