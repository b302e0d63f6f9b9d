import type { FileChange, Region, SnapshotFile } from '../model/patch.ts';
import { changesBetween, changesOfRegions, linesOf } from './line-changes.ts';
import { strayLine } from './verify-merge.ts';
import { threeWay, type ConflictHunk } from './three-way.ts';

/** Both sides of a merge: the author's change of the version that was read, and what the file is now. */
export interface MergeSides {
  readonly change: FileChange;
  readonly landed: SnapshotFile;
}

/**
 * The author's change as one of the file as it is now. `same`: all of it stands there already. `disagree`: two ways to
 * merge do not come to the same text, so that neither is trusted.
 */
export type MergedChange =
  | { readonly kind: 'merged'; readonly change: FileChange }
  | { readonly kind: 'same' }
  | { readonly kind: 'conflict'; readonly hunks: readonly ConflictHunk[] }
  | { readonly kind: 'disagree' };

/**
 * Carries a change over to what landed. `second` is what another merge of the same three texts came to (null: it found a
 * conflict): the change goes over only where both agree to the byte and every line adds up.
 */
export function mergeChange(
  { change, landed }: MergeSides,
  second: Uint8Array | null,
): MergedChange {
  const { before, after } = change;
  if (before === null || after === null) return { kind: 'disagree' };
  const read = linesOf(before.bytes);
  const yours =
    change.isWhole || change.regions.length === 0
      ? changesBetween(read, linesOf(after.bytes))
      : changesOfRegions(read, change.regions);
  const merged = threeWay(read, landed.bytes, yours);
  if (merged.kind === 'conflict') return merged;
  const { bytes, shared } = merged;
  const stray = strayLine({
    read: before.bytes,
    landed: landed.bytes,
    yours: after.bytes,
    merged: bytes,
    shared,
  });
  if (second === null || !bytes.equals(second) || stray !== null) return { kind: 'disagree' };
  const mode = after.mode === before.mode ? landed.mode : after.mode;
  const isSame = bytes.equals(landed.bytes) && mode === landed.mode && change.from === undefined;
  if (isSame) return { kind: 'same' };
  const block = change.blocks[0] ?? 0;
  return {
    kind: 'merged',
    change: {
      ...change,
      before: { bytes: landed.bytes, mode: landed.mode },
      after: { bytes, mode },
      regions: change.isWhole ? [] : merged.regions.map((region) => named(region, block)),
    },
  };
}

const named = (region: Region, block: number): Region =>
  region.block === 0 ? { ...region, block } : region;
