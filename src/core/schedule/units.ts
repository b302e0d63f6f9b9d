import { fingerprint, type LandingSet } from './landing-set.ts';
import type { Entry, Part, Run } from './queue-state.ts';

/** Entries that are judged and landed together: one alone, or a batch of neighbours. */
export interface Unit {
  /** Place in the order. */
  readonly index: number;
  readonly members: readonly Entry[];
  readonly needs: readonly Part[];
  /** Equal for units that need the same. */
  readonly needsKey: string;
  readonly changes: ReadonlySet<Part>;
  /** Probability that all of it passes. */
  readonly chance: number;
  readonly isPaused: boolean;
  /** The set of this unit alone. */
  readonly print: LandingSet;
}

/** The name of a unit or a run by its members. */
export const membersKey = (ids: readonly string[]): string => ids.join('\0');

/**
 * Groups entries, in their order, into units of at most `most`. A batch under way, or through, stays together; one that
 * failed is halved until the culprit stands alone; an entry that was judged alone stays alone.
 */
export function makeUnits(
  entries: readonly Entry[],
  runs: readonly Run[],
  { most, landed }: { readonly most: number; readonly landed: ReadonlySet<string> },
): readonly Unit[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const kept = keptBatches(runs, byId);
  const suspicions = suspicionsOf(runs, { byId, landed });
  const alone = new Set(
    runs.flatMap(({ members, state }) => (state === 'cancelling' ? [] : singleOf(members))),
  );
  const units: Unit[] = [];
  let group: Entry[] = [];
  const close = (): void => {
    if (group.length > 0) units.push(unitOf(units.length, group, suspicions));
    group = [];
  };
  for (const entry of entries) {
    const batch = kept.get(entry.id);
    const first = group[0];
    if (batch !== undefined) {
      if (first === undefined || kept.get(first.id) !== batch) close();
      group.push(entry);
      continue;
    }
    const isSingle = most <= 1 || alone.has(entry.id) || entry.isPaused || entry.faults > 0;
    const room = Math.min(most, limitOf(suspicions, [...group, entry]));
    const isFull = group.length >= room || (first !== undefined && kept.has(first.id));
    if (isSingle || isFull) close();
    group.push(entry);
    if (isSingle) close();
  }
  close();
  return units;
}

const singleOf = (members: readonly string[]): readonly string[] =>
  members.length === 1 ? members : [];

/** Batches that keep their members, by member; the first one wins. */
function keptBatches(
  runs: readonly Run[],
  byId: ReadonlyMap<string, Entry>,
): ReadonlyMap<string, Run> {
  const kept = new Map<string, Run>();
  for (const run of runs) {
    const isOfUse = run.state === 'running' || run.state === 'passed';
    if (!isOfUse || run.members.length === 1) continue;
    if (!run.members.every((id) => byId.has(id) && !kept.has(id))) continue;
    for (const id of run.members) kept.set(id, run);
  }
  return kept;
}

/** A batch that did not pass: what is left of it, of which not all can be well. */
type Suspicions = ReadonlyMap<string, readonly Entry[]>;

function suspicionsOf(
  runs: readonly Run[],
  {
    byId,
    landed,
  }: { readonly byId: ReadonlyMap<string, Entry>; readonly landed: ReadonlySet<string> },
): Suspicions {
  const suspicions = new Map<string, readonly Entry[]>();
  for (const { members, state } of runs) {
    if (members.length === 1 || (state !== 'failed' && state !== 'fault')) continue;
    // Once one of them was found wanting alone, the others are as good as any.
    if (!members.every((id) => byId.has(id) || landed.has(id))) continue;
    const left = members.flatMap((id) => byId.get(id) ?? []);
    for (const { id } of left) {
      const known = suspicions.get(id);
      if (known === undefined || known.length > left.length) suspicions.set(id, left);
    }
  }
  return suspicions;
}

const limitOf = (suspicions: Suspicions, group: readonly Entry[]): number =>
  Math.min(...group.map(({ id }) => Math.ceil((suspicions.get(id)?.length ?? Infinity) / 2)));

function unitOf(index: number, members: readonly Entry[], suspicions: Suspicions): Unit {
  const needs = distinct(members.flatMap((member) => member.needs));
  return {
    index,
    members,
    needs,
    needsKey: JSON.stringify(needs),
    changes: new Set(members.flatMap(({ changes }) => changes)),
    chance: chanceOf(members, suspicions),
    isPaused: members.some(({ isPaused }) => isPaused),
    print: fingerprint(membersKey(members.map(({ id }) => id))),
  };
}

const distinct = (parts: readonly Part[]): readonly Part[] => [...new Set(parts)].toSorted();

/** Of a batch that failed not all can be well, so each of its members is less likely to be. */
function chanceOf(members: readonly Entry[], suspicions: Suspicions): number {
  const chance = product(members);
  const suspects = members.map(({ id }) => suspicions.get(id)).find((left) => left !== undefined);
  if (suspects === undefined || !members.every((member) => suspects.includes(member)))
    return chance;
  const all = product(suspects);
  return suspects.length > members.length ? (chance - all) / (1 - all) : chance;
}

const product = (entries: readonly Entry[]): number =>
  entries.reduce((all, { chance }) => all * chance, 1);
