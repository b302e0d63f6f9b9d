import { Arrivals } from './arrivals.ts';
import type { Run, TargetQueue } from './queue-state.ts';

/** The runs of a target, by whether what they assume may still come true. */
interface SortedRuns {
  readonly living: readonly Run[];
  /** About waiting entries, on trees that cannot come about any more. */
  readonly spent: readonly Run[];
}

/** A run is spent where one that it counts on is gone, or one has landed that it did not count on and that affects it. */
export function sortRuns({ entries, landed, runs }: TargetQueue): SortedRuns {
  const arrivals = new Arrivals(landed);
  // The queue may be long: only those that a run names are of interest.
  const named = new Set(runs.flatMap(({ members, lands }) => [...members, ...lands]));
  const waiting = new Set<string>();
  for (const { id } of entries) {
    if (waiting.size === named.size) break;
    if (named.has(id)) waiting.add(id);
  }
  const isSpent = ({ members, version, lands, needs }: Run): boolean => {
    if (!members.every((id) => waiting.has(id))) return false;
    const { ids, affecting } = arrivals.since(version);
    if (lands.some((id) => !ids.has(id) && !waiting.has(id))) return true;
    const counted = new Set(lands);
    return [...affecting({ needs, needsKey: JSON.stringify(needs) })].some(
      (id) => !counted.has(id),
    );
  };
  const spent = runs.filter(isSpent);
  const isOne = new Set(spent);
  return { spent, living: spent.length === 0 ? runs : runs.filter((run) => !isOne.has(run)) };
}
