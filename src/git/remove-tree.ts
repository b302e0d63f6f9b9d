import { chmod, readdir, rm } from 'node:fs/promises';

/**
 * Removes whatever stands at a path, also folders that nobody may write to. Symbolic links are never followed. Nothing
 * there: nothing happens. Throws the system's error where it cannot be removed.
 */
export async function removeTree(path: Buffer | string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    await openFolders(Buffer.from(path));
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
}

const SLASH = Buffer.from('/');

/** A folder without the permission to write keeps what is in it. What is no folder is left alone. */
async function openFolders(folder: Buffer): Promise<void> {
  await chmod(folder, 0o700);
  const entries = await readdir(folder, { encoding: 'buffer', withFileTypes: true });
  for (const entry of entries) {
    if (entry.isDirectory()) await openFolders(Buffer.concat([folder, SLASH, entry.name]));
  }
}
