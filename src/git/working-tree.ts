import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { blobId } from '../core/model/content-hash.ts';
import type { FileMode } from '../core/model/edit.ts';
import { asOid, type Oid } from '../core/model/ids.ts';
import type { FileChange, Patch, Snapshot, SnapshotFile, TreeEntry } from '../core/model/patch.ts';
import { ok, refused, type Result } from '../core/model/result.ts';
import { lookAt, readBytes, statsOf, type DiskFile } from './landing/disk-file.ts';
import { writeDurably } from './landing/durable.ts';
import {
  makeLandingFolder,
  writeManifest,
  type FreshFile,
  type ManifestFile,
} from './landing/manifest.ts';
import { PathTaken, takeBack, writeFiles } from './landing/write-files.ts';
import { diskPath } from './path-bytes.ts';
import type { Repository } from './repository.ts';
import { loadSnapshot } from './snapshot.ts';

/**
 * The files of `paths` as they are on disk, whatever git thinks of them: what `apply` plans on. `tree` is the listing
 * of the commit that is checked out, corrected for the asked-for paths.
 */
export async function loadWorkingSnapshot(
  repo: Repository,
  base: Oid | null,
  tree: readonly TreeEntry[],
  paths: readonly string[],
): Promise<Snapshot> {
  const { ignored } = await loadSnapshot(repo, base, tree, { paths });
  const files = new Map<string, SnapshotFile>();
  for (const path of paths) {
    const file = fileOnDisk(repo, path);
    if (file !== null) files.set(path, file);
  }
  const asked = new Set(paths);
  const others = tree.filter(({ path }) => !asked.has(path));
  const found = [...files].map(([path, { mode, oid }]) => ({ path, mode, oid }));
  return {
    base,
    tree: [...others, ...found].sort((a, b) =>
      Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)),
    ),
    files,
    // A file that is there although git ignores it is the user's: it may not be edited unseen.
    ignored,
    freshReads: new Set(),
  };
}

/** Whether a file or link stands at a path of the checkout, tracked or not. */
export function existsOnDisk(repo: Repository, path: string): boolean {
  const stats = statsOf(diskPath(repo.worktree, path));
  return stats !== null && !stats.isDirectory();
}

function fileOnDisk(repo: Repository, path: string): SnapshotFile | null {
  const full = diskPath(repo.worktree, path);
  const look = lookAt(full, repo.objectFormat);
  if (look.kind !== 'file' && look.kind !== 'link') return null;
  return {
    bytes: readBytes(full, look.kind === 'link'),
    mode: look.kind === 'link' ? '120000' : fileMode(look.isExecutable),
    oid: asOid(look.id),
  };
}

const fileMode = (isExecutable: boolean): FileMode => (isExecutable ? '100755' : '100644');

/** A path that somebody changed while the patch was written. Everything was put back but `kept`. */
export interface WorkingTreeTaken {
  readonly path: string;
  /** Paths where something else stands now; the files as they were are in `folder`. */
  readonly kept: readonly string[];
  readonly folder: string;
}

/**
 * Writes a patch over the files on disk: all of it, or nothing. Each file must still be what the patch was computed on.
 * The files as they were stay in the folder that is returned, under the names in its manifest.
 */
export function writeWorkingTree(
  repo: Repository,
  patch: Patch,
  name: string,
): Result<{ readonly folder: string }, WorkingTreeTaken> {
  const checkout = { path: repo.worktree, gitDir: repo.gitDir };
  const folder = makeLandingFolder(repo, checkout, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const planned = patch.changes.flatMap((change) => sidesOf(change));
  const files: ManifestFile[] = [];
  for (const [at, side] of planned.entries()) {
    const old = expectedOnDisk(repo, side);
    if (old === 'taken') return refused({ path: side.path, kept: [], folder });
    files.push(manifestFile(repo, folder, { at, side, old }));
  }
  const manifest = { landing: name, worktree: repo.worktree, files };
  writeManifest(folder, manifest);
  const work = { folder, manifest, format: repo.objectFormat };
  try {
    writeFiles(work, () => undefined);
  } catch (error) {
    const kept = takeBack(work);
    if (error instanceof PathTaken || kept.length > 0)
      return refused({
        path: error instanceof PathTaken ? error.path : (kept[0] ?? ''),
        kept,
        folder,
      });
    throw error;
  }
  return ok({ folder });
}

/** One path of a change: a rename empties one and fills another. */
interface Side {
  readonly path: string;
  readonly before: FileChange['before'];
  readonly after: FileChange['after'];
}

function sidesOf({ path, from, before, after }: FileChange): readonly Side[] {
  if (from === undefined) return [{ path, before, after }];
  return [
    { path: from, before, after: null },
    { path, before: null, after },
  ];
}

function expectedOnDisk(repo: Repository, { path, before }: Side): DiskFile | null | 'taken' {
  const look = lookAt(diskPath(repo.worktree, path), repo.objectFormat);
  if (before === null) return look.kind === 'missing' ? null : 'taken';
  const isSame = look.kind === 'file' && look.id === blobId(before.bytes, repo.objectFormat);
  return isSame ? look : 'taken';
}

/** Bits of a new file before the umask, as git makes them. */
const PERMISSIONS = { '100644': 0o666, '100755': 0o777 } as const;

function manifestFile(
  repo: Repository,
  folder: string,
  { at, side, old }: { readonly at: number; readonly side: Side; readonly old: DiskFile | null },
): ManifestFile {
  return {
    path: side.path,
    old,
    fresh: side.after === null ? null : freshFile(repo, join(folder, `new-${at}`), { side, old }),
    aside: `old-${at}`,
    undone: `undone-${at}`,
    madeFolders: missingFolders(repo.worktree, side.path),
  };
}

function freshFile(
  repo: Repository,
  source: string,
  { side, old }: { readonly side: Side; readonly old: DiskFile | null },
): FreshFile | null {
  if (side.after === null) return null;
  const { bytes, mode } = side.after;
  const isExecutable = mode === '100755';
  writeDurably(source, bytes, isExecutable ? PERMISSIONS['100755'] : PERMISSIONS['100644']);
  if (old !== null && old.isExecutable === isExecutable) chmodSync(source, old.permissions);
  const permissions = (statsOf(source)?.mode ?? 0o644) & 0o7777;
  return { kind: 'file', id: blobId(bytes, repo.objectFormat), permissions, source };
}

/** Folders above a path that are not there, outermost first. */
function missingFolders(root: string, path: string): readonly string[] {
  const segments = path.split('/').slice(0, -1);
  return segments
    .map((_, depth) => segments.slice(0, depth + 1).join('/'))
    .filter((folder) => statsOf(diskPath(root, folder)) === null);
}
