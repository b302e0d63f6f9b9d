import type { FileMode } from './edit.ts';
import type { Oid } from './ids.ts';
import type { RepoPath } from './repo-path.ts';

/** One entry of a commit's tree (blobs, symlinks and gitlinks; never trees). */
export interface TreeEntry {
  readonly path: string;
  readonly mode: FileMode;
  readonly oid: Oid;
}

/** A file at the base: the bytes of its blob and its mode. */
export interface SnapshotFile {
  readonly bytes: Uint8Array;
  readonly mode: FileMode;
  readonly oid: Oid;
}

/**
 * The files that a set of edits touches, at the base. `tree` is every entry of the base's tree, sorted by path bytes as
 * git sorts; `files` holds the content of those that `snapshotPaths` asked for and that exist. `ignored` are asked-for
 * paths that git ignores at the base.
 */
export interface Snapshot {
  /** The base commit; null for an unborn branch (the empty tree). */
  readonly base: Oid | null;
  readonly tree: readonly TreeEntry[];
  readonly files: ReadonlyMap<string, SnapshotFile>;
  readonly ignored: ReadonlySet<string>;
  /**
   * Paths whose read was fresh: the author named them with a hash that is the base's content. Number-only edits need
   * one (FORMATS 53, 88, 128).
   */
  readonly freshReads: ReadonlySet<string>;
  /** Windows of paths whose read is fresh: a number-only edit inside one needs no more. Absent: none. */
  readonly freshWindows?: ReadonlyMap<string, readonly FreshWindow[]>;
}

/**
 * Lines `first` to `last` (1-based) as their reader numbered them, which stand exactly once in the file: from line `at`
 * on.
 */
export interface FreshWindow {
  readonly first: number;
  readonly last: number;
  readonly at: number;
}

/**
 * The claim that puts a region where it is: the old text of an edit stands at `[start, end)` of the original, and `count`
 * times in the stretches that the edit named. `by` says what decided: the text alone, a declared count, a line number
 * together with a fresh read, or an explicit edge of the file.
 */
export interface RegionAnchor {
  readonly start: number;
  readonly end: number;
  readonly by: 'text' | 'count' | 'line' | 'edge';
  readonly count: number;
  /** Half-open byte ranges of the original in which the old text was looked for. */
  readonly scope: readonly (readonly [start: number, end: number])[];
  /** True where whole lines were looked for. */
  readonly isLines: boolean;
}

/** A half-open byte range of the original that a hunk replaced, and the bytes that stand there now. */
export interface Region {
  /** Byte offset in the original, inclusive. */
  readonly start: number;
  /** Byte offset in the original, exclusive; equal to `start` for an insertion. */
  readonly end: number;
  readonly replacement: Uint8Array;
  /** Lines the edit itself asked to remove and to add here: what guarantee 3 allows. */
  readonly askedRemoved: number;
  readonly askedAdded: number;
  /** Ordinal of the edit (`EditOrigin.block`); of the first one where later blocks changed what it made. */
  readonly block: number;
  /** Where the old text stood in the original; none for a block that was found only in what earlier blocks made. */
  readonly anchors?: readonly RegionAnchor[];
}

/** One side of a changed file. */
export interface FileSide {
  readonly bytes: Uint8Array;
  readonly mode: FileMode;
}

/**
 * One file's change. `before` is null for a file that is made, `after` is null for one that is deleted. A rename is one
 * change with `from`: `before` is then the content at `from`. `regions` is empty for whole-file contents and deletions.
 */
export interface FileChange {
  readonly path: RepoPath;
  readonly from?: RepoPath;
  readonly before: FileSide | null;
  readonly after: FileSide | null;
  readonly regions: readonly Region[];
  /** Ordinals of the edits that made this change. */
  readonly blocks: readonly number[];
  /** True where the author gave the whole content rather than hunks. */
  readonly isWhole: boolean;
  /** True where the author asked for the deletion in so many words. */
  readonly isDeclaredDeletion: boolean;
}

/** The computed change: all of it lands, or none. Sorted by path. */
export interface Patch {
  readonly base: Oid | null;
  readonly changes: readonly FileChange[];
}
