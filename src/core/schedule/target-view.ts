import { EVERYTHING, type Part, type Run, type TargetQueue } from './queue-state.ts';
import { orderEntries } from './order-entries.ts';
import { sortRuns } from './sort-runs.ts';
import { makeUnits, type Unit } from './units.ts';

/** One target's queue in the order in which it may land, and who affects whom in it. */
export interface TargetView {
  readonly queue: TargetQueue;
  /** Its runs but for the spent ones, and those. */
  readonly runs: readonly Run[];
  readonly spent: readonly Run[];
  readonly units: readonly Unit[];
  readonly unitOf: ReadonlyMap<string, Unit>;
  /** Units that change a part, by their places. */
  readonly changers: ReadonlyMap<Part, readonly number[]>;
  /** Units that need a part, by their places. */
  readonly needers: ReadonlyMap<Part, readonly number[]>;
  /** For each unit, how many units one after another wait for it at most. */
  readonly depths: readonly number[];
}

/** Looks at the entries of the window, and at all before the last one that has a run. */
export function viewTarget(queue: TargetQueue, batch: number): TargetView {
  const { living, spent } = sortRuns(queue);
  const ordered = orderEntries(queue.entries, living);
  const busy = new Set(living.flatMap(({ members }) => members));
  const last = ordered.findLastIndex(({ id }) => busy.has(id));
  const seen = ordered.slice(0, Math.max(queue.window, last + 1));
  const landed = new Set(queue.landed.map(({ id }) => id));
  const units = makeUnits(seen, living, { most: batch, landed });
  const changers = placesOf(units, ({ changes }) => changes);
  return {
    queue,
    runs: living,
    spent,
    units,
    unitOf: new Map(units.flatMap((unit) => unit.members.map(({ id }) => [id, unit] as const))),
    changers,
    needers: placesOf(units, ({ needs }) => needs),
    depths: depthsOf(units),
  };
}

function placesOf(
  units: readonly Unit[],
  partsOf: (unit: Unit) => Iterable<Part>,
): ReadonlyMap<Part, readonly number[]> {
  const places = new Map<Part, number[]>();
  for (const unit of units) {
    for (const part of partsOf(unit)) {
      const known = places.get(part);
      if (known === undefined) places.set(part, [unit.index]);
      else known.push(unit.index);
    }
  }
  return places;
}

/** The last unit before this one that affects it; null: none does. */
export function lastBefore({ units, changers }: TargetView, unit: Unit): Unit | null {
  let last = -1;
  for (const part of [EVERYTHING, ...unit.needs]) {
    last = Math.max(last, placeBelow(changers.get(part) ?? [], unit.index));
  }
  return units[last] ?? null;
}

/**
 * Whether those that affect a unit are `last`, the last of them, and those that affect that one. True only where it shows
 * from the parts: parts that nobody before `last` changes do not tell the two apart.
 */
export function sameBefore({ changers }: TargetView, unit: Unit, last: Unit): boolean {
  if (unit.needsKey === last.needsKey) return true;
  const isChanged = (part: Part): boolean => (changers.get(part)?.[0] ?? last.index) < last.index;
  const own = unit.needs.filter(isChanged);
  const others = last.needs.filter(isChanged);
  return own.length === others.length && own.every((part) => others.includes(part));
}

/** The last place below `bound` in an ascending list; -1: none. */
function placeBelow(places: readonly number[], bound: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? Infinity) < bound) low = middle + 1;
    else high = middle;
  }
  return places[low - 1] ?? -1;
}

/** The units before this one that affect it, in order; null: there are more than `most`. */
export function allBefore(
  { units, changers }: TargetView,
  unit: Unit,
  most: number,
): readonly Unit[] | null {
  const lists: (readonly number[])[] = [];
  for (const part of [EVERYTHING, ...unit.needs]) {
    const places = changers.get(part);
    if (places !== undefined && (places[0] ?? unit.index) < unit.index) lists.push(places);
  }
  const found: Unit[] = [];
  const next = lists.map(() => 0);
  for (;;) {
    let place = unit.index;
    for (let list = 0; list < lists.length; list += 1) {
      place = Math.min(place, lists[list]?.[next[list] ?? 0] ?? place);
    }
    const other = units[place];
    if (place === unit.index || other === undefined) return found;
    if (found.length >= most) return null;
    found.push(other);
    for (let list = 0; list < lists.length; list += 1) {
      if (lists[list]?.[next[list] ?? 0] === place) next[list] = (next[list] ?? 0) + 1;
    }
  }
}

/** The first units before this one that need what it changes. */
export function firstNeedersBefore({ units, needers }: TargetView, unit: Unit): readonly Unit[] {
  const found = new Set<number>();
  const parts = unit.changes.has(EVERYTHING) ? needers.keys() : unit.changes;
  for (const part of parts) {
    for (const place of needers.get(part) ?? []) {
      if (place >= unit.index) break;
      found.add(place);
    }
  }
  return [...found].sort((a, b) => a - b).flatMap((place) => units[place] ?? []);
}

function depthsOf(units: readonly Unit[]): readonly number[] {
  const depths: number[] = [];
  const deepest = new Map<Part, number>();
  let overall = 0;
  for (const unit of units.toReversed()) {
    let depth = unit.changes.has(EVERYTHING) ? overall : 0;
    for (const part of unit.changes) depth = Math.max(depth, deepest.get(part) ?? 0);
    depths[unit.index] = depth;
    for (const part of unit.needs) {
      deepest.set(part, Math.max(deepest.get(part) ?? 0, depth + 1));
    }
    overall = Math.max(overall, depth + 1);
  }
  return depths;
}
