import type { Entry, Run } from './queue-state.ts';
import { affects } from './affects.ts';

/**
 * The order in which entries may land where it matters: that of their coming, but for priorities. One of a higher
 * priority passes those before it, up to one that has work of its own which the passing would make worthless.
 */
export function orderEntries(entries: readonly Entry[], runs: readonly Run[]): readonly Entry[] {
  const isInOrder = ({ priority }: Entry, at: number): boolean =>
    at === 0 || (entries[at - 1]?.priority ?? priority) >= priority;
  if (entries.every(isInOrder)) return entries;
  const assumptions = assumptionsOf(runs);
  const ordered: Entry[] = [];
  for (const entry of entries) {
    let at = ordered.length;
    while (at > 0 && mayPass(entry, ordered[at - 1], assumptions)) at -= 1;
    ordered.splice(at, 0, entry);
  }
  return ordered;
}

/** For each entry with runs that count, the ids that each of those had before it. */
type Assumptions = ReadonlyMap<string, readonly ReadonlySet<string>[]>;

function assumptionsOf(runs: readonly Run[]): Assumptions {
  const assumptions = new Map<string, ReadonlySet<string>[]>();
  for (const { members, lands, fails, state } of runs) {
    if (state === 'cancelling' || state === 'fault') continue;
    const before = new Set([...lands, ...fails, ...members]);
    for (const member of members) {
      const known = assumptions.get(member) ?? [];
      known.push(before);
      assumptions.set(member, known);
    }
  }
  return assumptions;
}

/** Work that already counts on the one that passes loses nothing by it. */
function mayPass(entry: Entry, other: Entry | undefined, assumptions: Assumptions): boolean {
  if (other === undefined || other.priority >= entry.priority) return false;
  if (!affects(entry.changes, other.needs)) return true;
  return (assumptions.get(other.id) ?? []).every((before) => before.has(entry.id));
}
