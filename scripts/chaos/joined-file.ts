/*
 * The files that branches edit. Their slots stand apart, so that git merges what two branches filled, whichever of them
 * lands first; nobody else edits them.
 */
import { uniqueValue } from './slot-file.ts';

/** Files that branches edit, and slots in each. */
export const JOINED_FILES = 3;
export const JOINED_SLOTS = 60;

const UNSET = uniqueValue('x', 0);

export const joinedPath = (file: number): string => `joined/joined-${file}.conf`;

export const joinedLine = (file: number, slot: number, token: string = UNSET): string =>
  `joined ${file}-${String(slot).padStart(2, '0')} = ${token}`;

/** The files as they are committed first, by path. */
export const joinedFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: JOINED_FILES }, (_, file) => [
      joinedPath(file),
      Array.from(
        { length: JOINED_SLOTS },
        (_each, slot) => `${joinedLine(file, slot)}\n.\n.\n.\n`,
      ).join(''),
    ]),
  );
