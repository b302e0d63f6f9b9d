import { NOTHING, withOne, withoutOne, type LandingSet } from './landing-set.ts';
import { EVERYTHING, type Part } from './queue-state.ts';
import { rememberedChances } from './remembered-chances.ts';
import type { Standings } from './standings.ts';
import { allBefore, lastBefore, sameBefore, type TargetView } from './target-view.ts';
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
  /** Worked out only for the few guesses that a run is spent on. */
  readonly path: () => Path | null;
  /** The units before it that land. */
  readonly landing: LandingSet;
  /**
   * The probability of that outcome, less for every failure in it that is still open: what counts on a failure can be
   * begun when the failure shows, and then more is known.
   */
  readonly worth: number;
  /** True: not worked out yet, and its worth an estimate; `next` gives the guess itself. */
  readonly isDraft: boolean;
  /** The guesses about the same unit that come next; empty for one that follows from another's. */
  readonly next: () => readonly Guess[];
}

/** A unit's guesses begin on their own, or follow from those about the unit that affects it last. */
export interface GuessForest {
  readonly roots: readonly Guess[];
  /** Units whose guesses are those about this one, each with both outcomes of this one. */
  readonly followers: ReadonlyMap<Unit, readonly Unit[]>;
}

/** What a guess keeps of its worth for each failure that it counts on and that is still open; the best of those tried. */
export const FAILURE_CAN_WAIT = 0.75;

/** Units that a unit with a mixed past may wait for, before it is too far off to be guessed about. */
const MOST_BEFORE = 512;

/** Where guessing begins for each unit of a target. Guesses below `least` are left out. */
export function plantGuesses(view: TargetView, standings: Standings, least: number): GuessForest {
  const roots: Guess[] = [];
  const followers = new Map<Unit, Unit[]>();
  const marginals = new Marginals(view, standings);
  const prospects = new Prospects(standings);
  for (const unit of view.units) {
    const last = lastBefore(view, unit);
    if (last === null) {
      roots.push(certainGuess(view, standings, unit));
    } else if (sameBefore(view, unit, last)) {
      // Whatever affects the one affects the other: nothing but the last one's outcome is to be added.
      const known = followers.get(last);
      if (known === undefined) followers.set(last, [unit]);
      else known.push(unit);
    } else {
      const worth = prospects.of(unit);
      const next = (): readonly Guess[] => mixedGuesses(marginals, unit, least);
      if (worth >= least)
        roots.push({ ...certainGuess(view, standings, unit), worth, isDraft: true, next });
    }
    prospects.add(unit);
  }
  return { roots, followers };
}

const certainGuess = (view: TargetView, standings: Standings, unit: Unit): Guess => ({
  view,
  standings,
  unit,
  path: () => null,
  landing: NOTHING,
  worth: 1,
  isDraft: false,
  next: () => [],
});

/** A quick estimate of what the best guess about a unit is worth, from the units that change each of its parts. */
class Prospects {
  readonly #standings: Standings;
  readonly #worths = new Map<Part, number>();
  /** Of units that change everything. */
  #overall = 1;

  constructor(standings: Standings) {
    this.#standings = standings;
  }

  of({ needs }: Unit): number {
    return needs.reduce((worth, part) => worth * (this.#worths.get(part) ?? 1), this.#overall);
  }

  /** Counts a unit among those before the ones that are asked for from now on. */
  add(unit: Unit): void {
    const chance = this.#standings.chance(unit);
    const likely = this.#standings.isJudged(unit) ? 1 : Math.max(chance, 1 - chance);
    if (unit.changes.has(EVERYTHING)) this.#overall *= likely;
    for (const part of unit.changes) {
      this.#worths.set(part, (this.#worths.get(part) ?? 1) * likely);
    }
  }
}

/** The probability that a unit lands under an assumption: certain where a run says so. */
export function chanceUnder(standings: Standings, unit: Unit, landing: LandingSet): number {
  const run = standings.of(unit, landing);
  if (run?.state === 'passed') return 1;
  if (run?.state === 'failed') return 0;
  return (run?.state === 'running' ? run.chance : null) ?? standings.chance(unit);
}

/** Probabilities that units land, over all that may come before them; worked out at need. */
class Marginals {
  readonly view: TargetView;
  readonly standings: Standings;

  constructor(view: TargetView, standings: Standings) {
    this.view = view;
    this.standings = standings;
  }

  readonly of = rememberedChances((unit) => this.#workOut(unit));

  #workOut(unit: Unit): number {
    const untold = this.standings.chance(unit);
    const before = allBefore(this.view, unit, MOST_MARGINAL);
    if (before === null) return untold;
    let landing = NOTHING;
    let probability = 1;
    for (const other of before) {
      const chance = this.of(other);
      probability *= Math.max(chance, 1 - chance);
      if (chance >= 0.5) landing = withOne(landing, other.print);
    }
    const likely = chanceUnder(this.standings, unit, landing);
    return probability * likely + (1 - probability) * untold;
  }
}

const MOST_MARGINAL = 64;

/** The best guess about a unit that is affected by units which need other parts than itself; none: too unlikely. */
function mixedGuesses(marginals: Marginals, unit: Unit, least: number): readonly Guess[] {
  const { view, standings } = marginals;
  const before = allBefore(view, unit, MOST_BEFORE);
  if (before === null) return [];
  const outcomes: Outcome[] = [];
  let landing = NOTHING;
  let worth = 1;
  for (const other of before) {
    const chance = marginals.of(other);
    const lands = chance >= 0.5;
    const likely = lands ? chance : 1 - chance;
    worth *= likely;
    if (worth < least) return [];
    const price = ((1 - likely) / likely) * (lands ? FAILURE_CAN_WAIT : 1);
    outcomes.push({ unit: other, lands, price });
    if (lands) landing = withOne(landing, other.print);
  }
  const turnable = outcomes
    .filter(({ price }) => price > 0)
    .sort((one, other) => other.price - one.price);
  return [turned({ view, standings, unit, outcomes, turnable }, { turns: [], landing, worth })];
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
  /** Those of the outcomes that may be turned, the cheapest first. */
  readonly turnable: readonly Outcome[];
}

/** How a guess differs from the best one. */
interface Turning {
  /** Ascending places in `turnable`. */
  readonly turns: readonly number[];
  readonly landing: LandingSet;
  readonly worth: number;
}

/**
 * The best guess with some outcomes turned round. Its successors turn one more, or the last one's neighbour instead: so
 * every combination comes once, and none before a better one.
 */
function turned(best: BestGuess, { turns, landing, worth }: Turning): Guess {
  const { view, standings, unit, turnable } = best;
  const successors = (): readonly Guess[] => {
    const last = turns.at(-1);
    const more = turnable[(last ?? -1) + 1];
    if (more === undefined) return [];
    const place = (last ?? -1) + 1;
    const wider = turn({ turns, landing, worth }, more, place);
    const undone = last === undefined ? undefined : turnable[last];
    if (undone === undefined) return [turned(best, wider)];
    const before = {
      turns: turns.slice(0, -1),
      landing: toggled(landing, undone, !undone.lands),
      worth: worth / undone.price,
    };
    return [turned(best, wider), turned(best, turn(before, more, place))];
  };
  const path = (): Path | null => pathOf(best, new Set(turns.map((place) => turnable[place])));
  return { view, standings, unit, path, landing, worth, isDraft: false, next: successors };
}

const turn = ({ turns, landing, worth }: Turning, outcome: Outcome, place: number): Turning => ({
  turns: [...turns, place],
  landing: toggled(landing, outcome, outcome.lands),
  worth: worth * outcome.price,
});

const toggled = (landing: LandingSet, { unit }: Outcome, isIn: boolean): LandingSet =>
  isIn ? withoutOne(landing, unit.print) : withOne(landing, unit.print);

function pathOf({ outcomes }: BestGuess, isTurned: ReadonlySet<Outcome | undefined>): Path | null {
  let path: Path | null = null;
  for (const outcome of outcomes) {
    const lands = isTurned.has(outcome) ? !outcome.lands : outcome.lands;
    path = { unit: outcome.unit, lands, before: path };
  }
  return path;
}
