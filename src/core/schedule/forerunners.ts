import { chanceUnder } from './guesses.ts';
import { NOTHING } from './landing-set.ts';
import type { Standings } from './standings.ts';
import { allBefore, type TargetView } from './target-view.ts';
import type { Unit } from './units.ts';

/** More than these are not gone through. */
const MOST = 256;

/**
 * Units in the order of the queue, together with those that they build on in their turn and that will probably land:
 * without them, their edits may not even apply. `isKnown` are those whose outcome is assumed already.
 */
export function withForerunners(
  units: readonly Unit[],
  {
    view,
    standings,
    isKnown,
    needsKey,
  }: {
    readonly view: TargetView;
    readonly standings: Standings;
    readonly isKnown: ReadonlySet<Unit>;
    /** Of the unit that is to be judged. */
    readonly needsKey: string;
  },
): readonly Unit[] {
  const found = new Set(units);
  // A set's iteration comes to what is added on the way.
  for (const unit of found) {
    if (found.size > MOST) break;
    // What affects this one affects the one that is to be judged too, and is known.
    if (unit.needsKey === needsKey && isKnown.has(unit)) continue;
    for (const other of allBefore(view, unit, MOST) ?? []) {
      if (!isKnown.has(other) && chanceUnder(standings, other, NOTHING) >= 0.5) found.add(other);
    }
  }
  return [...found].sort((one, other) => one.index - other.index);
}
