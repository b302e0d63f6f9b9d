import { randomBytes } from 'node:crypto';
import type { Dir, Dirent } from 'node:fs';
import { chmod, lstat, opendir, rename, rmdir, unlink } from 'node:fs/promises';

/** Files that are removed at the same time. */
const AT_ONCE = 64;

/** Folders below a longer path are moved up: the system takes no path of more than some thousand bytes. */
const LONGEST_PATH = 2_000;

/**
 * Removes whatever stands at a path, also folders that nobody may write to, folders in folders without end, and more files
 * than memory holds the names of. Symbolic links are never followed. Nothing there: nothing happens. Throws the system's
 * error where it cannot be removed.
 */
export async function removeTree(path: Buffer | string): Promise<void> {
  // Names are bytes: each byte is one character here, so that every name can be given back as it is.
  const root = Buffer.from(path).toString('latin1');
  if (await removeFile(root)) return;
  const folders = [root];
  for (let at = 0; at < folders.length; at += 1) {
    for (const folder of await emptied(folders[at] ?? root)) {
      folders.push(folder.length > LONGEST_PATH ? await movedUp(root, folder) : folder);
    }
  }
  for (const folder of folders.toReversed()) await rmdir(bytes(folder));
}

const bytes = (path: string): Buffer => Buffer.from(path, 'latin1');

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** False where a folder stands there. */
async function removeFile(path: string): Promise<boolean> {
  try {
    await unlink(bytes(path));
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    const stats = await lstat(bytes(path));
    if (stats.isDirectory()) return false;
    throw error;
  }
}

/** Removes the files of a folder and gives the folders in it. */
async function emptied(folder: string): Promise<readonly string[]> {
  // Without the permission to write, a folder keeps what is in it.
  await openFolder(folder);
  const folders: string[] = [];
  let files: Promise<unknown>[] = [];
  for await (const entry of await entriesOf(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) folders.push(path);
    else files.push(unlink(bytes(path)));
    if (files.length < AT_ONCE) continue;
    await Promise.all(files);
    files = [];
  }
  await Promise.all(files);
  return folders;
}

/** The names in a folder, read in portions; each byte is one character. */
export const entriesOf = (folder: string): Promise<Dir & AsyncIterable<Dirent>> =>
  opendir(bytes(folder), { encoding: 'latin1', bufferSize: 500 });

/** A folder of somebody else's stays as it is: what it holds may go all the same. */
const openFolder = (folder: string): Promise<void> =>
  chmod(bytes(folder), 0o700).catch(() => undefined);

/** Moves a folder to the top, under a name that nothing has there. */
async function movedUp(root: string, folder: string): Promise<string> {
  const place = `${root}/${randomBytes(16).toString('hex')}`;
  // What moves is written to itself: its parent is another.
  await openFolder(folder);
  await rename(bytes(folder), bytes(place));
  return place;
}
