import { affects } from './affects.ts';
import { NOTHING, textOfSet, withOne, type LandingSet } from './landing-set.ts';
import type { Run } from './queue-state.ts';
import type { TargetView } from './target-view.ts';
import { membersKey, type Unit } from './units.ts';

/** What the runs of a target say now. A run speaks about its unit under one outcome of the units before it. */
export interface Standings {
  /** The run that judges, or judged, this unit where exactly these of the units that affect it land. */
  readonly of: (unit: Unit, landing: LandingSet) => Run | undefined;
  /** Runs that can tell nothing any more, whatever happens. */
  readonly dead: readonly Run[];
}

/** Reads every run against what landed and what is left since it was started. */
export function readStandings(view: TargetView): Standings {
  const known = new Map<Unit, Map<string, Run>>();
  const dead: Run[] = [];
  const unitByKey = new Map(
    view.units.map((unit) => [membersKey(unit.members.map(({ id }) => id)), unit]),
  );
  const keep = (unit: Unit, landing: LandingSet, run: Run): void => {
    const ofUnit = known.get(unit) ?? new Map<string, Run>();
    known.set(unit, ofUnit);
    const key = textOfSet(landing);
    const other = ofUnit.get(key);
    if (other === undefined || WEIGHT[run.state] > WEIGHT[other.state]) ofUnit.set(key, run);
  };
  for (const run of view.queue.runs) {
    const unit = unitByKey.get(membersKey(run.members));
    const meaning = unit === undefined ? meaningWithoutUnit(view, run) : meaningOf(view, run, unit);
    if (meaning === 'dead') dead.push(run);
    else if (meaning !== 'idle' && unit !== undefined && run.state !== 'cancelling')
      keep(unit, meaning, run);
  }
  const sameTree = sameTreeRuns(view);
  return {
    dead,
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
function meaningOf(view: TargetView, run: Run, unit: Unit): LandingSet | 'dead' | 'idle' {
  const { landed } = view.queue;
  const assumed = new Set(run.lands);
  const since = landed.filter(({ version }) => version > run.version);
  const hasMissed = since.some(
    ({ id, changes }) => !assumed.has(id) && affects(changes, unit.needs),
  );
  if (hasMissed) return 'dead';
  const arrived = new Set(since.map(({ id }) => id));
  let landing = NOTHING;
  let isIdle = false;
  const seen = new Set<Unit>();
  for (const id of run.lands) {
    if (arrived.has(id)) continue;
    const other = view.unitOf.get(id);
    if (other === undefined) return 'dead';
    if (seen.has(other)) continue;
    seen.add(other);
    isIdle ||= other.index >= unit.index || !other.members.every((one) => assumed.has(one.id));
    landing = withOne(landing, other.print);
  }
  return isIdle ? 'idle' : landing;
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
function sameTreeRuns(view: TargetView): (unit: Unit) => Run | undefined {
  const { landed, runs } = view.queue;
  const byMember = new Map<string, Run[]>();
  for (const run of runs) {
    if (run.state !== 'passed') continue;
    for (const id of [...run.members, ...run.lands]) {
      const known = byMember.get(id);
      if (known === undefined) byMember.set(id, [run]);
      else known.push(run);
    }
  }
  const isOf = (unit: Unit, run: Run): boolean => {
    const put = new Set([...run.members, ...run.lands]);
    const own = new Set(unit.members.map(({ id }) => id));
    const since = landed.filter(({ version }) => version > run.version);
    if (since.some(({ id, changes }) => !put.has(id) && affects(changes, unit.needs))) return false;
    const arrived = new Set(since.map(({ id }) => id));
    for (const id of put) {
      const other = view.unitOf.get(id);
      if (own.has(id) || arrived.has(id)) continue;
      if (other === undefined || affects(other.changes, unit.needs)) return false;
    }
    return [...own].every((id) => put.has(id));
  };
  return (unit) =>
    (byMember.get(unit.members[0]?.id ?? '') ?? []).find(
      (run) => unit.needs.every((part) => run.needs.includes(part)) && isOf(unit, run),
    );
}
