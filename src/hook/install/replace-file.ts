import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Puts a file in place whole: whoever looks sees the old one or the new one, also where this process is killed. */
export function replaceFile(path: string, content: string | Uint8Array, mode: number): void {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    const file = openSync(draft, 'wx', mode);
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    // The mask of this process is not the file's concern.
    chmodSync(draft, mode);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
