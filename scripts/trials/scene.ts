import { basename, resolve } from 'node:path';
import type { FileMode } from '../../src/core/model/edit.ts';
import type { TreeEntry } from '../../src/core/model/patch.ts';
import { askedAbout } from './asked-about.ts';
import type { LeftOut } from './left-out.ts';
import type { SceneFile } from './scene-file.ts';
import { changedRuns } from './write-blocks.ts';
import {
  blobBytes,
  changedPaths,
  singleParentCommits,
  treeEntries,
  type ChangedPath,
} from './git-history.ts';
import { textFileOf, type TextFile } from './text-file.ts';

export type { SceneFile };

/** A small real change: files of one commit, with the tree that they stand in. */
export interface Scene {
  /** Commit and number of the slice of it. */
  readonly id: string;
  readonly repoName: string;
  readonly files: readonly SceneFile[];
  readonly tree: readonly TreeEntry[];
  /** Content of any other file of the tree. */
  readonly read: (entry: TreeEntry) => Uint8Array;
}

const MAX_FILE_BYTES = 200_000;
const MAX_CHANGED = 80;
const MAX_FILES = 4;
const MAX_SCENES_PER_COMMIT = 40;
const MAX_PATHS = 120;

/** The head of a file that only points to large content elsewhere. */
const POINTER = 'version https://git-lfs.github.com/spec/';

const isRegular = (mode: string): mode is FileMode => mode === '100644' || mode === '100755';

/** Whether policies (sizes, rewrites) would look twice at a change, whoever wrote it and however. */
function isSmall(before: TextFile | null, after: TextFile | null): boolean {
  const old = before?.lines ?? [];
  const now = after?.lines ?? [];
  if (old[0]?.startsWith(POINTER) === true || now[0]?.startsWith(POINTER) === true) return false;
  const runs = changedRuns(old, now);
  const removed = runs.reduce((sum, run) => sum + run.removed, 0);
  const added = runs.reduce((sum, run) => sum + run.added, 0);
  if (removed + added > MAX_CHANGED || removed + added === 0) return false;
  return before === null || after === null || removed <= old.length / 2;
}

function sceneFile(dir: string, change: ChangedPath): SceneFile | null {
  const { path, before, after } = change;
  const mode = before?.mode ?? after?.mode ?? '';
  if (!isRegular(mode) || (after !== null && after.mode !== mode)) return null;
  if (/[\n\t"\\<>|:*?]|^ | $|\uFFFD/.test(path)) return null;
  const sides: (TextFile | null)[] = [];
  for (const side of [before, after]) {
    if (side === null) {
      sides.push(null);
      continue;
    }
    const bytes = blobBytes(dir, side.oid);
    const text = bytes.length > MAX_FILE_BYTES ? null : textFileOf(bytes);
    if (text === null) return null;
    sides.push(text);
  }
  const [old = null, now = null] = sides;
  if (old !== null && now !== null && old.ending !== now.ending) return null;
  if (old?.hasMark !== undefined && now !== null && old.hasMark !== now.hasMark) return null;
  // A file that is made has no style yet that a response written with plain line feeds could keep.
  if (old === null && (now?.hasMark === true || now?.ending === '\r\n')) return null;
  return isSmall(old, now) ? { path, mode, before: old, after: now } : null;
}

/** A new file that a shorter or longer name of a tracked one may have been meant for is asked about, whoever makes it. */
function isTwinOf({ path, before }: SceneFile, tree: readonly TreeEntry[]): boolean {
  if (before !== null) return false;
  const shorter = ['a/', 'b/', 'path/to/'].find((prefix) => path.startsWith(prefix));
  return tree.some(
    (entry) =>
      (!path.includes('/') && entry.path.endsWith(`/${path}`)) ||
      (shorter !== undefined && entry.path === path.slice(shorter.length)),
  );
}

/** At most `count` of a list, from all over it. */
const spread = <T>(list: readonly T[], count: number): readonly T[] => {
  const step = Math.max(1, list.length / count);
  return list.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
};

/** The commit's files in groups that one answer would change: all of a small commit, else slices of a large one. */
function slices(files: readonly SceneFile[], total: number): readonly (readonly SceneFile[])[] {
  if (files.length === 0) return [];
  if (total <= MAX_FILES && files.length === total) return [files];
  const groups: SceneFile[][] = [];
  for (let at = 0; at < files.length && groups.length < MAX_SCENES_PER_COMMIT;) {
    const size = 1 + (groups.length % 3);
    groups.push(files.slice(at, at + size));
    at += size;
  }
  return groups;
}

/**
 * Small changes out of a repository's history, newest first, up to `limit`. Files and groups of them whose change itself
 * would be asked about are counted in `leftOut`.
 */
export function scenesOf(dir: string, limit: number, leftOut: LeftOut): readonly Scene[] {
  const scenes: Scene[] = [];
  const blobs = new Map<string, Uint8Array>();
  const read = ({ oid }: TreeEntry): Uint8Array => {
    const known = blobs.get(oid) ?? blobBytes(dir, oid);
    blobs.set(oid, known);
    return known;
  };
  const repoName = basename(resolve(dir));
  for (const [commit, parent] of singleParentCommits(dir)) {
    if (scenes.length >= limit) break;
    const changes = changedPaths(dir, parent, commit);
    const small = spread(changes, MAX_PATHS).flatMap((change) => sceneFile(dir, change) ?? []);
    if (small.length === 0) continue;
    const tree = treeEntries(dir, parent);
    const files = small.filter(
      (file) => !isTwinOf(file, tree) && !leftOut.count('files', askedAbout([file])),
    );
    for (const [at, group] of slices(files, changes.length).entries()) {
      if (leftOut.count('scenes', askedAbout(group))) continue;
      scenes.push({ id: `${commit.slice(0, 10)}.${at}`, repoName, files: group, tree, read });
    }
  }
  return scenes;
}
