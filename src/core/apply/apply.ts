import type { Decoded } from '../formats/decoded.ts';
import type { Patch, Snapshot, TreeEntry } from '../model/patch.ts';
import type { PlanReport } from '../model/report.ts';

/** A patch where every edit applies, else null; and the report either way. */
export interface Applied extends PlanReport {
  readonly patch: Patch | null;
}

/** Context that is not in the snapshot. `repoName` is the repository folder's name (FORMATS 31). */
export interface ApplyOptions {
  readonly repoName: string;
}

/**
 * The paths whose content `apply` needs, out of the base's tree: what the edits name, and what they may have meant
 * (same base name, a stripped prefix), so that a message can say so.
 */
export function snapshotPaths(
  decoded: Decoded,
  tree: readonly TreeEntry[],
  options: ApplyOptions,
): readonly string[] {
  void decoded;
  void tree;
  void options;
  throw new Error('snapshotPaths: not built');
}

/** Edits + snapshot -> patch. Includes the rejections, holds and notes of decoding. Pure; never throws on any input. */
export function apply(decoded: Decoded, snapshot: Snapshot, options: ApplyOptions): Applied {
  void decoded;
  void snapshot;
  void options;
  throw new Error('apply: not built');
}
