import { NOTHING, withOne, type LandingSet } from './landing-set.ts';
import type { Standings } from './standings.ts';
import { allBefore, lastBefore, type TargetView } from './target-view.ts';
import type { Unit } from './units.ts';

/** What is assumed of the units before one, nearest first. */
export interface Path {
  readonly unit: Unit;
  readonly lands: boolean;
  readonly before: Path | null;
}

/** One outcome of the units before one, and what a run that assumes it is worth. */
export interface Guess {
  readonly view: TargetView;
  readonly standings: Standings;
  readonly unit: Unit;
  readonly path: Path | null;
  /** The units of the path that land. */
  readonly landing: LandingSet;
  /**
   * The probability of that outcome, halved for every failure in it that is still open: what counts on a failure can as
   * well be begun when the failure shows.
   */
  readonly worth: number;
  /** The guesses about the same unit that come next; empty for one that follows from another's. */
  readonly next: () => readonly Guess[];
}

/** A unit's guesses begin on their own, or follow from those about the unit that affects it last. */
export interface GuessForest {
  readonly roots: readonly Guess[];
  /** Units whose guesses are those about this one, each with both outcomes of this one. */
  readonly followers: ReadonlyMap<Unit, readonly Unit[]>;
}

/** What a guess loses in worth by a failure that it counts on and that is still open. */
export const FAILURE_CAN_WAIT = 0.5;

/** Units that a unit with a mixed past may wait for, before it is too far off to be guessed about. */
const MOST_BEFORE = 512;

/** Where guessing begins for each unit of a target. Guesses below `least` are left out. */
export function plantGuesses(view: TargetView, standings: Standings, least: number): GuessForest {
  const roots: Guess[] = [];
  const followers = new Map<Unit, Unit[]>();
  const marginals = new Marginals(view, standings);
  for (const unit of view.units) {
    const last = lastBefore(view, unit);
    if (last === null) {
      roots.push({ view, standings, unit, path: null, landing: NOTHING, worth: 1, next: () => [] });
    } else if (last.needsKey === unit.needsKey) {
      // Whatever affects the one affects the other: nothing but the last one's outcome is to be added.
      const known = followers.get(last);
      if (known === undefined) followers.set(last, [unit]);
      else known.push(unit);
    } else {
      const guess = mixedGuess(marginals, unit, least);
      if (guess !== null) roots.push(guess);
    }
  }
  return { roots, followers };
}

/** The probability that a unit lands under an assumption: certain where a run says so. */
export function chanceUnder(standings: Standings, unit: Unit, landing: LandingSet): number {
  const run = standings.of(unit, landing);
  if (run?.state === 'passed') return 1;
  if (run?.state === 'failed') return 0;
  return (run?.state === 'running' ? run.chance : null) ?? unit.chance;
}

/** Probabilities that units land, over all that may come before them; worked out at need. */
class Marginals {
  readonly view: TargetView;
  readonly standings: Standings;
  readonly #known = new Map<Unit, number>();

  constructor(view: TargetView, standings: Standings) {
    this.view = view;
    this.standings = standings;
  }

  of(unit: Unit): number {
    const known = this.#known.get(unit);
    if (known !== undefined) return known;
    // What stands for as long as the real one is being worked out: order keeps it from being asked for.
    this.#known.set(unit, unit.chance);
    const chance = this.#workOut(unit);
    this.#known.set(unit, chance);
    return chance;
  }

  #workOut(unit: Unit): number {
    const before = allBefore(this.view, unit, MOST_MARGINAL);
    if (before === null) return unit.chance;
    let landing = NOTHING;
    let probability = 1;
    for (const other of before) {
      const chance = this.of(other);
      probability *= Math.max(chance, 1 - chance);
      if (chance >= 0.5) landing = withOne(landing, other.print);
    }
    const likely = chanceUnder(this.standings, unit, landing);
    return probability * likely + (1 - probability) * unit.chance;
  }
}

const MOST_MARGINAL = 64;

/** The best guess about a unit that is affected by units which need other parts than itself; null: too unlikely. */
function mixedGuess(marginals: Marginals, unit: Unit, least: number): Guess | null {
  const { view, standings } = marginals;
  const before = allBefore(view, unit, MOST_BEFORE);
  if (before === null) return null;
  const outcomes: Outcome[] = [];
  let probability = 1;
  for (const other of before) {
    const chance = marginals.of(other);
    const lands = chance >= 0.5;
    const likely = lands ? chance : 1 - chance;
    probability *= likely;
    if (probability < least) return null;
    const price = ((1 - likely) / likely) * (lands ? FAILURE_CAN_WAIT : 1);
    outcomes.push({ unit: other, lands, price });
  }
  const turnable = outcomes
    .map((_, at) => at)
    .filter((at) => (outcomes[at]?.price ?? 0) > 0)
    .sort((a, b) => (outcomes[b]?.price ?? 0) - (outcomes[a]?.price ?? 0));
  return turned({ view, standings, unit, outcomes, turnable, worth: probability }, []);
}

interface Outcome {
  readonly unit: Unit;
  readonly lands: boolean;
  /** What the worth is multiplied by where it is the other way round; at most 1. */
  readonly price: number;
}

interface BestGuess {
  readonly view: TargetView;
  readonly standings: Standings;
  readonly unit: Unit;
  readonly outcomes: readonly Outcome[];
  /** Places of the outcomes that may be turned, the cheapest first. */
  readonly turnable: readonly number[];
  readonly worth: number;
}

/**
 * The best guess with some outcomes turned round (`turns`: ascending places in `turnable`). Its successors turn one
 * more, or the last one's neighbour instead: so every combination comes once, and none before a better one.
 */
function turned(best: BestGuess, turns: readonly number[]): Guess {
  const { view, standings, unit, outcomes, turnable } = best;
  const isTurned = new Set(turns.map((turn) => turnable[turn]));
  let { worth } = best;
  let path: Path | null = null;
  let landing = NOTHING;
  outcomes.forEach((outcome, at) => {
    const lands = isTurned.has(at) ? !outcome.lands : outcome.lands;
    if (isTurned.has(at)) worth *= outcome.price;
    if (lands) landing = withOne(landing, outcome.unit.print);
    path = { unit: outcome.unit, lands, before: path };
  });
  const last = turns.at(-1);
  const successors = (): readonly Guess[] => {
    const more = (last ?? -1) + 1;
    if (more >= turnable.length) return [];
    const wider = turned(best, [...turns, more]);
    return last === undefined ? [wider] : [wider, turned(best, [...turns.slice(0, -1), more])];
  };
  return { view, standings, unit, path, landing, worth, next: successors };
}
