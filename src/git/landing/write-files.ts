import {
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { diskPath } from '../path-bytes.ts';
import type { Repository } from '../repository.ts';
import { isSameFile, lookAt, statsOf } from './disk-file.ts';
import { syncToDisk } from './durable.ts';
import type { Manifest, ManifestFile } from './manifest.ts';
import type { LandingStep } from './outcome.ts';

/*
 * Every write here is a rename of what stands there, followed by a link of the new file that fails where something has
 * come to stand there meanwhile. So nothing of a user's is ever overwritten, at worst it is found in the landing's folder.
 * Each function can be run again after a crash at any point: it looks at the disk, not at what it did before.
 */

/** Somebody changed the path while it was written. */
export class PathTaken extends Error {
  override readonly name = 'PathTaken';
  readonly path: string;

  constructor(path: string, cause?: unknown) {
    super(`${path} changed while it was being written`, { cause });
    this.path = path;
  }
}

/** Where a manifest's files are. */
export interface FileWork {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly format: Repository['objectFormat'];
}

/** Puts all new files in place. Throws `PathTaken` or the system's error; then `takeBack` undoes what was done. */
export function writeFiles(work: FileWork, onStep: (step: LandingStep) => void): void {
  const touched = new Set<string>();
  for (const file of work.manifest.files) {
    const full = diskPath(work.manifest.worktree, file.path);
    requireRealFolders(work.manifest.worktree, file.path);
    if (file.old !== null) {
      moveAside(work, file, full);
      onStep('file-aside');
      const aside = lookAt(join(work.folder, file.aside), work.format);
      if (!isSameFile(aside, file.old)) throw new PathTaken(file.path);
    }
    if (file.fresh === null) removeEmptyFolders(work.manifest.worktree, file.path);
    else {
      makeFolders(work.manifest.worktree, file);
      putInPlace(file, full);
      onStep('file-linked');
    }
    for (const path of [file.path, ...file.madeFolders]) touched.add(dirname(path));
  }
  syncToDisk(work.folder);
  for (const folder of touched) syncToDisk(diskPath(work.manifest.worktree, folder));
}

/** Files that were moved aside and have changed since: somebody still writes to them. */
export function changedAsides(work: FileWork): readonly ManifestFile[] {
  return work.manifest.files.filter(({ old, aside }) => {
    const look = lookAt(join(work.folder, aside), work.format);
    return old !== null && look.kind !== 'missing' && !isSameFile(look, old);
  });
}

/**
 * Undoes `writeFiles`: new files that are still as they were written go, old ones come back. What a user put there
 * meanwhile stays, and the old file then stays in the landing's folder. Returns the paths that could not be restored.
 */
export function takeBack(work: FileWork): readonly string[] {
  const kept: string[] = [];
  for (const file of work.manifest.files.toReversed()) {
    const full = diskPath(work.manifest.worktree, file.path);
    if (!hasRealFolders(work.manifest.worktree, file.path)) {
      kept.push(file.path);
      continue;
    }
    if (hasBegun(work, file)) takeOut(work, file, full);
    for (const folder of file.madeFolders.toReversed()) {
      tryRemoveFolder(diskPath(work.manifest.worktree, folder));
    }
    if (!putBack(work, file, full)) kept.push(file.path);
  }
  return kept;
}

/**
 * Gives a file that an editor went on writing back to its user, in place of the landed content. True where it stands
 * there now.
 */
export function restoreLateWrite(work: FileWork, file: ManifestFile): boolean {
  const full = diskPath(work.manifest.worktree, file.path);
  if (!hasRealFolders(work.manifest.worktree, file.path)) return false;
  takeOut(work, file, full);
  return putBack(work, file, full);
}

/** Whether the new file got as far as its place: one that was never linked has one name only, here. */
function hasBegun(work: FileWork, { fresh, old, aside }: ManifestFile): boolean {
  if (old !== null && statsOf(join(work.folder, aside)) === null) return false;
  if (fresh?.kind !== 'file') return fresh !== null;
  return statsOf(fresh.source)?.nlink !== 1;
}

function moveAside(work: FileWork, file: ManifestFile, full: string | Buffer): void {
  try {
    renameSync(full, join(work.folder, file.aside));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new PathTaken(file.path, error);
    throw error;
  }
}

function putInPlace(file: ManifestFile, full: string | Buffer): void {
  const { fresh } = file;
  try {
    const isFolder = statsOf(full)?.isDirectory() === true;
    if (isFolder && fresh?.kind !== 'submodule') removeHollowFolder(full.toString());
    if (fresh?.kind === 'submodule') mkdirSync(full, { recursive: true });
    if (fresh?.kind === 'link') symlinkSync(Buffer.from(fresh.target, 'base64'), full);
    if (fresh?.kind !== 'file') return;
    linkOrCopy(fresh.source, full);
    unlinkSync(fresh.source);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTEMPTY' || code === 'ENOTDIR')
      throw new PathTaken(file.path, error);
    throw error;
  }
}

/** Moves a new file out again where it still is what was written; what a user made of it goes back. */
function takeOut(work: FileWork, file: ManifestFile, full: string | Buffer): void {
  const { fresh } = file;
  if (fresh === null) return;
  if (fresh.kind === 'submodule') return tryRemoveFolder(full);
  if (!isSameFile(lookAt(full, work.format), fresh)) return;
  const undone = join(work.folder, file.undone);
  renameSync(full, undone);
  if (!isSameFile(lookAt(undone, work.format), fresh)) moveIfFree(undone, full);
}

/** True where nothing had to come back, or it did. */
function putBack(work: FileWork, file: ManifestFile, full: string | Buffer): boolean {
  const aside = join(work.folder, file.aside);
  if (file.old === null || statsOf(aside) === null) return true;
  mkdirSync(diskPath(work.manifest.worktree, dirname(file.path)), { recursive: true });
  return moveIfFree(aside, full);
}

/** A rename that does not overwrite: the file gets its second name, then loses the first. */
function moveIfFree(from: string, to: string | Buffer): boolean {
  try {
    if (statsOf(from)?.isSymbolicLink() === true) {
      symlinkSync(readlinkSync(from, { encoding: 'buffer' }), to);
    } else linkOrCopy(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return isHardLink(from, to) && unlink(from);
  }
  return unlink(from);
}

function unlink(path: string): true {
  unlinkSync(path);
  return true;
}

function isHardLink(left: string, right: string | Buffer): boolean {
  const [one, other] = [statsOf(left), statsOf(right)];
  return one !== null && one.ino === other?.ino && one.dev === other.dev;
}

function linkOrCopy(from: string, to: string | Buffer): void {
  try {
    linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EMLINK')
      throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    const stats = statsOf(from);
    if (stats !== null) chmodSync(to, stats.mode & 0o7777);
    syncToDisk(to);
  }
}

/** All of them, not only those that were missing at first: an earlier removal may have emptied and removed one. */
function makeFolders(root: string, file: ManifestFile): void {
  const segments = file.path.split('/').slice(0, -1);
  for (const [depth] of segments.entries()) {
    const folder = diskPath(root, segments.slice(0, depth + 1).join('/'));
    if (statsOf(folder) === null) mkdirSync(folder);
  }
  requireRealFolders(root, file.path);
}

function requireRealFolders(root: string, path: string): void {
  if (!hasRealFolders(root, path)) throw new PathTaken(path);
}

/** No ancestor is a link or a file: the path cannot lead out of the checkout. Missing ones are fine. */
function hasRealFolders(root: string, path: string): boolean {
  const segments = path.split('/').slice(0, -1);
  for (const [depth] of segments.entries()) {
    const stats = statsOf(diskPath(root, segments.slice(0, depth + 1).join('/')));
    if (stats === null) return true;
    if (!stats.isDirectory()) return false;
  }
  return true;
}

/** As git does after a deletion: the folders that it leaves empty go, up to the checkout itself. */
function removeEmptyFolders(root: string, path: string): void {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    tryRemoveFolder(diskPath(root, folder));
  }
}

/** Removes a folder where it is empty. */
export function tryRemoveFolder(path: string | Buffer): void {
  try {
    rmdirSync(path);
  } catch {
    // Not empty, or gone already: then there is nothing to do.
  }
}

/** Removes a folder that holds nothing but folders; throws where there is a file. */
function removeHollowFolder(path: string): void {
  for (const name of readdirSync(path)) removeHollowFolder(join(path, name));
  rmdirSync(path);
}
