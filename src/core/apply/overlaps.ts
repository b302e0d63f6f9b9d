import type { Change, Hunk, Site } from './hunk.ts';

/** Two blocks of which one changes what the other relies on. */
export interface Overlap {
  readonly blocks: readonly [number, number];
  /** Byte offset in the original. */
  readonly at: number;
}

interface Extent extends Site {
  readonly block: number;
}

/**
 * Pairs of hunks that cannot both be right: one changes lines that the other changes or has as its context, or both
 * insert at one place with nothing that says in which order. Each pair once.
 */
export function overlaps(hunks: readonly Hunk[]): readonly Overlap[] {
  const extents: Extent[] = hunks
    .flatMap((hunk) => hunk.sites.map((site) => ({ ...site, block: hunk.block })))
    .sort((a, b) => a.start - b.start);
  const found = new Map<string, Overlap>();
  let active: Extent[] = [];
  for (const extent of extents) {
    active = active.filter((other) => other.end >= extent.start);
    for (const other of active) {
      const at = clash(extent, other);
      if (at === null || other.block === extent.block) continue;
      const blocks: [number, number] = [
        Math.min(extent.block, other.block),
        Math.max(extent.block, other.block),
      ];
      const key = blocks.join();
      if (!found.has(key)) found.set(key, { blocks, at });
    }
    active.push(extent);
  }
  return [...found.values()].sort((a, b) => a.blocks[0] - b.blocks[0] || a.blocks[1] - b.blocks[1]);
}

function clash(one: Extent, other: Extent): number | null {
  const change =
    one.changes.find((each) => disturbs(each, other)) ??
    other.changes.find((each) => disturbs(each, one));
  if (change !== undefined) return change.start;
  const inserted = one.changes.find(
    (each) =>
      isInsertion(each) &&
      other.changes.some((twin) => isInsertion(twin) && twin.start === each.start) &&
      !isOrdered(other, one, each.start),
  );
  return inserted?.start ?? null;
}

const isInsertion = ({ start, end }: Change): boolean => start === end;

/** True where a change touches what stands inside an extent; one that puts something in at its edge does not. */
const disturbs = (change: Change, extent: Site): boolean =>
  change.start < extent.end && change.end > extent.start;

/** One insertion belongs to what ends at the place, the other to what begins there. */
const isOrdered = (before: Site, after: Site, at: number): boolean =>
  before.start < at && before.end === at && after.start === at && after.end > at;
