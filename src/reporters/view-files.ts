import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sha256 } from '../core/model/content-hash.ts';
import { REPORTERS } from './reporters.ts';

/** Whether anything, a dangling link too, has this path. */
export const isThere = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Hidden and named after its file: a crash leaves nothing that looks like a submission. */
const draftOf = (path: string): string =>
  join(dirname(path), `.${basename(path).slice(0, 60)}.${process.pid}.tmp`);

/** Writes a file whole or not at all. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const draft = draftOf(path);
  try {
    writeFileSync(draft, content);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Moves a file to a path that is free, and never over another: false where it is not free, or nothing is there. */
export function moveTo(from: string, to: string): boolean {
  if (!isThere(from)) return false;
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EEXIST') return false;
    // Another file system, or one without hard links.
    return isCopied(from, to) && isRemoved(from);
  }
  return isRemoved(from);
}

function isCopied(from: string, to: string): boolean {
  if (isThere(to)) return false;
  const draft = draftOf(to);
  try {
    copyFileSync(from, draft);
    renameSync(draft, to);
    return true;
  } finally {
    rmSync(draft, { force: true });
  }
}

function isRemoved(path: string): boolean {
  rmSync(path);
  return true;
}

/** The submission that the receipt of a dropped file is about; null: no receipt there, or none of ours. */
export function ownerOf(folder: string, name: string): string | null {
  try {
    const receipt: unknown = JSON.parse(readFileSync(join(folder, `${name}.receipt.json`), 'utf8'));
    const id = typeof receipt === 'object' && receipt !== null && 'id' in receipt && receipt.id;
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

/** Whether neither a file of this name nor one of its reports is in the folder. */
export const isFree = (folder: string, name: string): boolean =>
  !isThere(join(folder, name)) &&
  REPORTERS.every(({ suffix }) => !isThere(join(folder, name + suffix)));

/** Takes the reports of a submission away from where it no longer is; the dropped file itself is left alone. */
export function removeReports(folder: string, name: string, id: string): void {
  if (ownerOf(folder, name) !== id) return;
  for (const { suffix } of REPORTERS.toReversed())
    rmSync(join(folder, name + suffix), { force: true });
}

/** The files of accepted submissions in the claimed folders (`<id>-<name>`), by submission. */
export function claimedFiles(folders: readonly string[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const folder of folders.toReversed().filter(isThere)) {
    for (const name of readdirSync(folder)) {
      const id = /^(?<id>[0-9a-hjkmnp-tv-z]{8})-/.exec(name)?.groups?.['id'];
      if (id !== undefined) files.set(id, join(folder, name));
    }
  }
  return files;
}

/** Removes a file whose very bytes are known to be kept elsewhere; another is left alone. */
export function removeCopy(path: string, hash: string): void {
  if (lstatSync(path).isFile() && sha256(readFileSync(path)) === hash) rmSync(path);
}
