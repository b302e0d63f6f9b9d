import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';

/** Makes a new file whose content is on disk when this returns. Throws EEXIST where there is one. */
export function writeDurably(path: string, content: string | Uint8Array, mode: number): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Puts a file's content, or a folder's names, on disk. Systems that cannot sync a folder do not need it. */
export function syncToDisk(path: string | Buffer): void {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return;
  }
  try {
    fsyncSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EINVAL' && code !== 'EPERM' && code !== 'EISDIR' && code !== 'EACCES')
      throw error;
  } finally {
    closeSync(file);
  }
}
