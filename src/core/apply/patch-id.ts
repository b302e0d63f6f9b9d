import { createHash, type Hash } from 'node:crypto';
import type { PatchId } from '../model/ids.ts';
import type { FileChange, Patch } from '../model/patch.ts';
import { changedLines } from './changed-lines.ts';

/**
 * Names what a patch does, whatever it is computed on: SHA-256 over paths, modes, and removed and added lines. Line numbers
 * do not count, so the id survives other landings above the changed places.
 */
export function patchId(patch: Patch): PatchId {
  const hash = createHash('sha256');
  for (const change of patch.changes) addChange(hash, change);
  return hash.digest('hex') as PatchId;
}

function addChange(hash: Hash, change: FileChange): void {
  const { path, from, before, after } = change;
  field(hash, 'path', path);
  if (from !== undefined) field(hash, 'from', from);
  field(hash, 'before', before === null ? 'none' : before.mode);
  field(hash, 'after', after === null ? 'none' : after.mode);
  const { removed, added } = changedLines(change);
  for (const line of removed) field(hash, '-', line);
  for (const line of added) field(hash, '+', line);
}

/** Each field with its length, so that no two sequences of fields give the same bytes. */
function field(hash: Hash, name: string, value: string | Buffer): void {
  hash.update(`${name} ${Buffer.byteLength(value)}\0`);
  hash.update(value);
}
