import { affects } from './affects.ts';
import { Arrivals, type ArrivalsSince } from './arrivals.ts';
import { Chances } from './chances.ts';
import { NOTHING, textOfSet, withOne, type LandingSet } from './landing-set.ts';
import type { Run } from './queue-state.ts';
import { lastBefore, type TargetView } from './target-view.ts';
import { membersKey, type Unit } from './units.ts';

/** What the runs of a target say now. A run speaks about its unit under one outcome of the units before it. */
export interface Standings {
  /** The run that judges, or judged, this unit where exactly these of the units that affect it land. */
  readonly of: (unit: Unit, landing: LandingSet) => Run | undefined;
  /** The probability that it passes where no run has judged it. */
  readonly chance: (unit: Unit) => number;
  /** Whether any run has come to a verdict on it. */
  readonly isJudged: (unit: Unit) => boolean;
  /** Runs that can tell nothing any more, whatever happens. */
  readonly dead: readonly Run[];
}

/** Reads every run against what landed and what is left since it was started. */
export function readStandings(view: TargetView, spoiling: number): Standings {
  const known = new Map<Unit, Map<string, Run>>();
  const judged = new Set<Unit>();
  const dead: Run[] = spentForGood(view);
  const unitByKey = new Map(
    view.units.map((unit) => [membersKey(unit.members.map(({ id }) => id)), unit]),
  );
  const keep = (unit: Unit, landing: LandingSet, run: Run): void => {
    const ofUnit = known.get(unit) ?? new Map<string, Run>();
    known.set(unit, ofUnit);
    if (run.state === 'passed' || run.state === 'failed') judged.add(unit);
    const key = textOfSet(landing);
    const other = ofUnit.get(key);
    if (other === undefined || WEIGHT[run.state] > WEIGHT[other.state]) ofUnit.set(key, run);
  };
  const arrivals = new Arrivals(view.queue.landed);
  for (const run of view.runs) {
    const unit = unitByKey.get(membersKey(run.members));
    const meaning =
      unit === undefined
        ? meaningWithoutUnit(view, run)
        : meaningOf(view, run, { unit, arrivals: arrivals.since(run.version) });
    if (meaning === 'dead') dead.push(run);
    else if (meaning !== 'idle' && unit !== undefined && run.state !== 'cancelling')
      keep(unit, meaning, run);
  }
  const sameTree = sameTreeRuns(view, arrivals);
  const chances = new Chances(view, spoiling);
  return {
    dead,
    chance: (unit) => chances.of(unit),
    isJudged: (unit) => judged.has(unit),
    of: (unit, landing) =>
      known.get(unit)?.get(textOfSet(landing)) ?? (landing.size === 0 ? sameTree(unit) : undefined),
  };
}

/** Of two runs of the same, the one that says more; a pass that once was is a pass, whatever a flake says. */
const WEIGHT: Readonly<Record<Run['state'], number>> = {
  passed: 4,
  failed: 3,
  running: 2,
  fault: 1,
  cancelling: 0,
};

/**
 * Which of the waiting units must land, besides what has landed, for a run to be about its unit. `dead`: that cannot
 * come about; `idle`: not in the present order.
 */
function meaningOf(
  view: TargetView,
  run: Run,
  { unit, arrivals }: { readonly unit: Unit; readonly arrivals: ArrivalsSince },
): LandingSet | 'dead' | 'idle' {
  let landing = NOTHING;
  let isIdle = false;
  let arrived = 0;
  let last: Unit | undefined;
  const affecting = arrivals.affecting(unit);
  for (const id of run.lands) {
    if (arrivals.ids.has(id)) {
      if (affecting.has(id)) arrived += 1;
      continue;
    }
    const other = view.unitOf.get(id);
    if (other === undefined) return 'dead';
    // The members of a batch stand next to one another.
    if (other === last) continue;
    last = other;
    isIdle ||= other.index >= unit.index || !isWhollyIn(other, run);
    landing = withOne(landing, other.print);
  }
  if (arrived !== affecting.size) return 'dead';
  return isIdle ? 'idle' : landing;
}

const isWhollyIn = (unit: Unit, { lands }: Run): boolean =>
  unit.members.length === 1 || unit.members.every(({ id }) => lands.includes(id));

/** A window's worth of landings, and so many more, may have come since a run that is still of interest. */
const RECENT = 16;

/** Spent runs, but for the last one of each members that came to a verdict: it says what the next one is likely to say. */
function spentForGood({ queue, spent }: TargetView): Run[] {
  const telling = new Map<string, Run>();
  for (const run of spent) {
    const isVerdict = run.state === 'passed' || run.state === 'failed';
    const isRecent = queue.version - run.version <= queue.window + RECENT;
    if (isVerdict && isRecent) telling.set(membersKey(run.members), run);
  }
  return spent.filter((run) => telling.get(membersKey(run.members)) !== run);
}

/** A run whose members are no unit now: a batch that is being halved, or one whose members are decided in part. */
function meaningWithoutUnit(view: TargetView, run: Run): 'dead' | 'idle' {
  const landed = new Set(view.queue.landed.map(({ id }) => id));
  const ids = [...run.members, ...run.lands];
  const isLost = ids.some((id) => !view.unitOf.has(id) && !landed.has(id));
  const isWaited = ids.some((id) => view.unitOf.has(id));
  // Nobody waits for the end of a run that is still going on, and is not of the present units.
  return isLost || !isWaited || run.state === 'running' ? 'dead' : 'idle';
}

/**
 * Finds a run that judged the very tree that a unit makes of the branch as it is now, though for other members: what
 * all units together make of a branch does not depend on their order.
 */
function sameTreeRuns(view: TargetView, arrivals: Arrivals): (unit: Unit) => Run | undefined {
  const byMember = new Map<string, Run[]>();
  for (const run of view.queue.runs) {
    if (run.state !== 'passed') continue;
    for (const id of [...run.members, ...run.lands]) {
      const known = byMember.get(id);
      if (known === undefined) byMember.set(id, [run]);
      else known.push(run);
    }
  }
  const isOf = (unit: Unit, run: Run): boolean => {
    if (!unit.needs.every((part) => run.needs.includes(part))) return false;
    const put = [...run.members, ...run.lands];
    const since = arrivals.since(run.version);
    const affecting = since.affecting(unit);
    if (!unit.members.every(({ id }) => put.includes(id))) return false;
    let arrived = 0;
    for (const id of put) {
      const other = view.unitOf.get(id);
      if (other === unit) continue;
      if (since.ids.has(id)) arrived += affecting.has(id) ? 1 : 0;
      else if (other === undefined || affects(other.changes, unit.needs)) return false;
    }
    return arrived === affecting.size;
  };
  const found = new Map<Unit, Run | undefined>();
  return (unit) => {
    if (found.has(unit)) return found.get(unit);
    // Before others that affect it, it is about to land only where all of their outcomes are covered.
    const runs = lastBefore(view, unit) === null ? byMember.get(unit.members[0]?.id ?? '') : [];
    const run = runs?.find((each) => isOf(unit, each));
    found.set(unit, run);
    return run;
  };
}
