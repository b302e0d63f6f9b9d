import { copyFile, stat, utimes } from 'node:fs/promises';

/**
 * Copies an index file. Git takes an entry for possibly changed by comparing its time with the file's, so the copy keeps
 * that. False: there is none to copy.
 */
export async function copyWithTimes(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  const { atime, mtime } = await stat(from);
  await utimes(to, atime, mtime);
  return true;
}
