import {
  chanceUnder,
  FAILURE_CAN_WAIT,
  type Guess,
  type GuessForest,
  type Path,
} from './guesses.ts';
import { Heap } from './heap.ts';
import { withOne } from './landing-set.ts';
import type { Action, Run } from './queue-state.ts';
import { withForerunners } from './forerunners.ts';
import type { Unit } from './units.ts';

type Start = Extract<Action, { type: 'start' }>;

/** How far guessing goes, in runs and in guesses that are looked at. */
export interface SpeculationBudget {
  /** Runs that may be under way at once. */
  readonly slots: number;
  /** Runs under way that are wanted, as far as is known; and such as are being cancelled. */
  readonly running: ReadonlySet<Run>;
  readonly cancelling: number;
  readonly guesses: number;
  /** The least worth of a guess that a run is spent on. */
  readonly least: number;
}

/** What to start, best first, and which runs to give up for better ones that no slot is free for. */
export interface Speculation {
  readonly starts: readonly Start[];
  readonly abandoned: readonly Run[];
}

/** What a run under way is worth more than a new one, besides what it has left to do. */
const STEADINESS = 1.25;

/** Guesses looked at, besides two for each slot, for what the runs under way are worth. */
const FURTHER = 32;

/** Least share of a run's time that is taken to be left. */
const LEAST_LEFT = 0.05;

/**
 * The runs that are worth the slots: those whose assumption is likeliest to come true for the time that they still take,
 * over all targets. Of equals, first the one that most others wait for. A run that is under way or over is not started
 * again; what it says decides how likely the guesses are that follow from it.
 */
export function speculate(
  forests: readonly GuessForest[],
  { slots, running, cancelling, guesses, least }: SpeculationBudget,
): Speculation {
  const worths = new Map<Run, number>();
  const wanted: Guess[] = [];
  // What is not come to at all cannot come true.
  let lowest = 0;
  let further = 0;
  for (const guess of inOrder(forests, guesses)) {
    if (guess.worth < least) break;
    const run = guess.standings.of(guess.unit, guess.landing);
    if (run !== undefined && running.has(run)) worths.set(run, worthOf(run, guess.worth));
    else if ((run === undefined || run.state === 'fault') && !guess.unit.isPaused) {
      if (wanted.length < slots) wanted.push(guess);
    }
    if (wanted.length + worths.size < slots) continue;
    // Enough to fill the slots. What is on one and was not come to may still be worth keeping.
    further += 1;
    if (worths.size === running.size || further > 2 * slots + FURTHER) {
      lowest = guess.worth;
      break;
    }
  }
  const worth = (run: Run): number => worths.get(run) ?? worthOf(run, lowest);
  const free = Math.max(0, slots - running.size - cancelling);
  const others = wanted.slice(free + cancelling);
  const weakest = [...running].sort((one, other) => worth(one) - worth(other));
  const abandoned = weakest.filter((run, at) => (others[at]?.worth ?? 0) > worth(run));
  return { starts: wanted.slice(0, free).map(startOf), abandoned };
}

const worthOf = ({ progress }: Run, worth: number): number =>
  (STEADINESS * worth) / Math.max(LEAST_LEFT, 1 - progress);

/** All guesses of all targets, the best first, at most `most`. */
function* inOrder(forests: readonly GuessForest[], most: number): Generator<Guess> {
  const heap = new Heap<Guess>(isBefore);
  const followers = new Map<Unit, readonly Unit[]>();
  for (const forest of forests) {
    for (const root of forest.roots) heap.push(root);
    for (const [unit, units] of forest.followers) followers.set(unit, units);
  }
  for (let looked = 0; looked < most; looked += 1) {
    const guess = heap.pop();
    if (guess === undefined) return;
    if (!guess.isDraft) yield guess;
    for (const other of guess.next()) heap.push(other);
    if (guess.isDraft) continue;
    for (const unit of followers.get(guess.unit) ?? []) {
      for (const follower of following(guess, unit)) heap.push(follower);
    }
  }
}

function isBefore(one: Guess, other: Guess): boolean {
  if (one.worth !== other.worth) return one.worth > other.worth;
  const depth = depthOf(one) - depthOf(other);
  if (depth !== 0) return depth > 0;
  return one.unit.index < other.unit.index;
}

const depthOf = ({ view, unit }: Guess): number => view.depths[unit.index] ?? 0;

/** The guesses about a unit that follow from one about the unit that affects it last: it lands, or not. */
function following(guess: Guess, unit: Unit): readonly Guess[] {
  const { view, standings, path, landing, worth } = guess;
  const chance = chanceUnder(standings, guess.unit, landing);
  const guesses: Guess[] = [];
  for (const lands of [true, false]) {
    const share = lands ? chance : (1 - chance) * (chance === 0 ? 1 : FAILURE_CAN_WAIT);
    if (share === 0) continue;
    guesses.push({
      view,
      standings,
      unit,
      path: () => ({ unit: guess.unit, lands, before: path() }),
      landing: lands ? withOne(landing, guess.unit.print) : landing,
      worth: worth * share,
      isDraft: false,
      next: () => [],
    });
  }
  return guesses;
}

function startOf({ view, standings, unit, path }: Guess): Start {
  const { target, version } = view.queue;
  const assumed = [...unitsOf(path())].toReversed();
  const lands = assumed.filter((step) => step.lands).map((step) => step.unit);
  const isKnown = new Set(assumed.map((step) => step.unit));
  return {
    type: 'start',
    target,
    version,
    members: idsOf([unit]),
    lands: idsOf(lands),
    fails: idsOf(assumed.filter((step) => !step.lands).map((step) => step.unit)),
    base: idsOf(withForerunners(lands, { view, standings, isKnown, needsKey: unit.needsKey })),
    needs: unit.needs,
  };
}

function* unitsOf(path: Path | null): Generator<Path> {
  for (let step = path; step !== null; step = step.before) yield step;
}

const idsOf = (units: readonly Unit[]): readonly string[] =>
  units.flatMap(({ members }) => members.map(({ id }) => id));
