import {
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OwnPlace } from './person-memory.ts';
import { fieldPath, ownOffset, withOwnValue } from './slot-file.ts';

/** How an editor saves: into the file that is there, or as a new file that takes its place. */
export type SaveStyle = 'in-place' | 'replace';

/** One save: the value for an own line, and how long the editor takes between reading and writing. */
export interface Save {
  readonly place: OwnPlace;
  readonly value: string;
  readonly style: SaveStyle;
  readonly windowMs: number;
}

/** Saves; false where the file or its line is not there just now, and then nothing was written. */
export async function save(dir: string, request: Save): Promise<boolean> {
  try {
    return await (request.style === 'in-place' ? saveInPlace : saveByReplacing)(dir, request);
  } catch (error) {
    // Moved aside by a landing at this moment.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function saveInPlace(dir: string, { place, value, windowMs }: Save): Promise<boolean> {
  const file = openSync(join(dir, fieldPath(place.file)), 'r+');
  try {
    const at = ownOffset(readFileSync(file, 'utf8'), place.file, place.line);
    if (at === null) return false;
    if (windowMs > 0) await pause(windowMs);
    writeSync(file, value, at);
    return true;
  } finally {
    closeSync(file);
  }
}

async function saveByReplacing(dir: string, { place, value, windowMs }: Save): Promise<boolean> {
  const path = join(dir, fieldPath(place.file));
  const before = readFileSync(path, 'utf8');
  if (ownOffset(before, place.file, place.line) === null) return false;
  const draft = `${path}.swp`;
  writeFileSync(draft, withOwnValue(before, place.file, place.line, value));
  if (windowMs > 0) await pause(windowMs);
  try {
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  return true;
}
