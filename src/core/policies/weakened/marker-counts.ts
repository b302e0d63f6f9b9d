import type { SourceView } from '../../source/source-view.ts';

/** How much of each mark a file holds, by the mark's name. */
export type MarkerCounts = ReadonlyMap<string, number>;

/** A file as the readers of this folder see it. */
export interface Seen {
  readonly path: string;
  readonly text: string;
  /** Made when first looked at: of most files nobody needs to see more than their name and text. */
  readonly view: SourceView;
}

/** Both sides of one change; null where it has no such side. */
export interface SeenChange {
  readonly path: string;
  readonly before: Seen | null;
  readonly after: Seen | null;
}

/**
 * Marks that one file has more of, where the whole patch has more of them too: what only moved is no more. Of `notInNew`,
 * those of a file that is new do not count.
 */
export function grownMarkers(
  changes: readonly SeenChange[],
  count: (seen: Seen) => MarkerCounts,
  notInNew: ReadonlySet<string> = NO_NAMES,
): readonly { readonly path: string; readonly names: readonly string[] }[] {
  const counted = changes.map(({ path, before, after }) => ({
    path,
    before: before === null ? NONE : count(before),
    after: after === null ? NONE : count(after),
    isNew: before === null,
  }));
  const total = new Map<string, number>();
  for (const { before, after } of counted) {
    for (const [name, sum] of after) total.set(name, (total.get(name) ?? 0) + sum);
    for (const [name, sum] of before) total.set(name, (total.get(name) ?? 0) - sum);
  }
  return counted.flatMap(({ path, before, after, isNew }) => {
    const names = [...after.keys()].filter(
      (name) =>
        !(isNew && notInNew.has(name)) &&
        (after.get(name) ?? 0) > (before.get(name) ?? 0) &&
        (total.get(name) ?? 0) > 0,
    );
    return names.length === 0 ? [] : [{ path, names }];
  });
}

const NONE: MarkerCounts = new Map();
const NO_NAMES: ReadonlySet<string> = new Set();

export function addTo(counts: Map<string, number>, name: string, amount: number): void {
  counts.set(name, (counts.get(name) ?? 0) + amount);
}
