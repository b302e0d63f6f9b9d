import { affects } from './affects.ts';
import { NOTHING, withOne, type LandingSet } from './landing-set.ts';
import type { Action } from './queue-state.ts';
import type { Standings } from './standings.ts';
import { allBefore, firstNeedersBefore, lastBefore, type TargetView } from './target-view.ts';
import type { Unit } from './units.ts';

/** Units before one that may be open, of which every outcome is looked at, before it could land ahead of them. */
const MOST_OPEN = 4;

/**
 * What can be decided on a target now. At most one landing, and none while one is under way; a rejection of what was
 * judged on the branch as it will stand, whatever becomes of the units before.
 */
export function settle(
  view: TargetView,
  standings: Standings,
  maxFaults: number,
): readonly Action[] {
  const { target, version, landing } = view.queue;
  const isLanding = new Set(landing);
  const busy = new Set(
    view.queue.runs.flatMap(({ members, state }) =>
      state === 'running' || state === 'passed' ? members : [],
    ),
  );
  const actions: Action[] = [];
  let hasLanding = landing.length > 0;
  for (const unit of view.units) {
    const [first] = unit.members;
    if (first === undefined || unit.members.some(({ id }) => isLanding.has(id))) continue;
    const outcome = outcomeOf(view, standings, unit);
    if (outcome === null) {
      if (first.faults >= maxFaults) actions.push({ type: 'give-up', target, member: first.id });
      continue;
    }
    if (outcome.state === 'failed') {
      if (unit.members.length === 1) {
        const { run } = outcome;
        actions.push({ type: 'reject', target, version, member: first.id, run });
      }
      continue;
    }
    if (hasLanding || wouldDisturb(view, unit, busy)) continue;
    hasLanding = true;
    actions.push({ type: 'land', target, version, members: unit.members.map(({ id }) => id) });
  }
  return actions;
}

interface Certain {
  readonly state: 'passed' | 'failed';
  readonly run: string;
}

/** What a unit's verdict is whatever the units before it come to; null: that is open. */
function outcomeOf(view: TargetView, standings: Standings, unit: Unit): Certain | null {
  const now = certain(standings, unit, NOTHING);
  // Units before it may fail, all of them: without a verdict for that, nothing is certain.
  if (now === null) return null;
  if (lastBefore(view, unit) === null) return now;
  const before = allBefore(view, unit, MOST_OPEN);
  // Of a batch that does not land as a whole, some may land yet.
  if (before === null || before.some(({ members }) => members.length > 1)) return null;
  const isCovered = (at: number, landing: LandingSet, landed: readonly Unit[]): boolean => {
    const other = before[at];
    if (other === undefined) return certain(standings, unit, landing)?.state === now.state;
    const knownOther = certain(standings, other, onlyAffecting(landed, other))?.state;
    return (
      (knownOther === 'failed' ||
        isCovered(at + 1, withOne(landing, other.print), [...landed, other])) &&
      (knownOther === 'passed' || isCovered(at + 1, landing, landed))
    );
  };
  return isCovered(0, NOTHING, []) ? now : null;
}

function certain(standings: Standings, unit: Unit, landing: LandingSet): Certain | null {
  const run = standings.of(unit, landing);
  return run !== undefined && (run.state === 'passed' || run.state === 'failed')
    ? { state: run.state, run: run.id }
    : null;
}

const onlyAffecting = (units: readonly Unit[], unit: Unit): LandingSet =>
  units
    .filter(({ changes }) => affects(changes, unit.needs))
    .reduce((set, { print }) => withOne(set, print), NOTHING);

/** Whether landing a unit would make work of a unit before it worthless. */
function wouldDisturb(view: TargetView, unit: Unit, busy: ReadonlySet<string>): boolean {
  return firstNeedersBefore(view, unit).some((other) => {
    if (!other.members.some(({ id }) => busy.has(id))) return false;
    // Judged together with it, the other's verdict is known for this order too.
    const isJudgedTogether =
      affects(other.changes, unit.needs) && other.needs.every((part) => unit.needs.includes(part));
    return !isJudgedTogether;
  });
}
