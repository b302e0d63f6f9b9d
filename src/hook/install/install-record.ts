import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from './replace-file.ts';

/**
 * What an installation changed outside hooks of its own, so that it can be undone to the byte: kept in the state folder,
 * written before the change.
 */
export interface InstallRecord {
  /** Where `core.hooksPath` was pointed at ours. */
  readonly redirect: Redirect | null;
  /** Files that got lines of ours. */
  readonly scripts: readonly ChangedFile[];
  /** Folders that were not there. */
  readonly folders: readonly string[];
}

export interface Redirect {
  readonly scope: 'local' | 'worktree';
  /** What that configuration had itself; null: nothing. */
  readonly before: string | null;
  /** The configuration's file. */
  readonly file: ChangedFile;
}

/** A file's bytes before, base64 (null: there was none), and the hash of what it became (null: not known yet). */
export interface ChangedFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

const FILE = 'hooks-installed.json';
const NOTHING: InstallRecord = { redirect: null, scripts: [], folders: [] };

/** The record; an empty one where nothing is recorded. */
export function readRecord(stateDir: string): InstallRecord {
  try {
    const read = JSON.parse(readFileSync(join(stateDir, FILE), 'utf8')) as Partial<InstallRecord>;
    return { ...NOTHING, ...read };
  } catch {
    return NOTHING;
  }
}

export function writeRecord(stateDir: string, record: InstallRecord): void {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  replaceFile(join(stateDir, FILE), `${JSON.stringify(record, null, 2)}\n`, 0o600);
}

export const removeRecord = (stateDir: string): void =>
  rmSync(join(stateDir, FILE), { force: true });

/** The bytes of a file; null where there is none. */
export function bytesOf(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

export const hashOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Whether a file is still what it was made, so that its old bytes may come back. */
export function isAsLeft({ path, after }: ChangedFile): boolean {
  const now = bytesOf(path);
  return now !== null && after !== null && hashOf(now) === after;
}
