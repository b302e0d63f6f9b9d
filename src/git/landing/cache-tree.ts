/*
 * The `TREE` extension of an index: for each folder how many entries it has and the id of its tree, so that git need not
 * build them again. A folder with a changed path is marked invalid (-1, no id), up to the root.
 */

interface CachedFolder {
  readonly name: Buffer;
  entryCount: number;
  readonly id: Buffer | null;
  folders: CachedFolder[];
}

/** An extension that is not as git writes it. */
class BadCacheTree extends Error {
  override readonly name = 'BadCacheTree';
}

/** Entries of a folder, -1 where it is invalid, and how many folders it has. */
const COUNTS = /^(-?\d+) (\d+)$/;

/** The extension with every folder above the given paths marked invalid; a folder that a path replaces is left out. */
export function invalidateCacheTree(
  data: Buffer,
  paths: readonly Buffer[],
  idLength: number,
): Buffer {
  if (data.length === 0) return data;
  const root = readFolder(data, { at: 0 }, idLength);
  for (const path of paths) invalidate(root, path);
  const parts: Buffer[] = [];
  writeFolder(root, parts);
  return Buffer.concat(parts);
}

/** The id of the whole index's tree; null where git has to compute it anew, or the extension is damaged. */
export function cachedRoot(data: Buffer, idLength: number): string | null {
  if (data.length === 0) return null;
  try {
    return readFolder(data, { at: 0 }, idLength).id?.toString('hex') ?? null;
  } catch (error) {
    if (error instanceof BadCacheTree) return null;
    throw error;
  }
}

function readFolder(data: Buffer, cursor: { at: number }, idLength: number): CachedFolder {
  const nameEnd = data.indexOf(0, cursor.at);
  const lineEnd = data.indexOf(0x0a, nameEnd);
  const name = data.subarray(cursor.at, nameEnd);
  // Where an end is missing, reading on would begin again at the start, for ever.
  if (nameEnd === -1 || lineEnd === -1) throw new BadCacheTree('it ends in a folder');
  const [, entries, folders] = COUNTS.exec(data.toString('latin1', nameEnd + 1, lineEnd)) ?? [];
  if (entries === undefined) throw new BadCacheTree('a folder has no counts');
  const entryCount = Number(entries);
  cursor.at = lineEnd + 1;
  const id = entryCount < 0 ? null : data.subarray(cursor.at, cursor.at + idLength);
  if (id !== null) cursor.at += idLength;
  if (cursor.at > data.length) throw new BadCacheTree('it ends in an id');
  const below: CachedFolder[] = [];
  for (let left = Number(folders); left > 0; left -= 1)
    below.push(readFolder(data, cursor, idLength));
  return { name, entryCount, id, folders: below };
}

function invalidate(folder: CachedFolder, path: Buffer): void {
  folder.entryCount = -1;
  const slash = path.indexOf(0x2f);
  if (slash === -1) {
    folder.folders = folder.folders.filter(({ name }) => !name.equals(path));
    return;
  }
  const first = path.subarray(0, slash);
  const next = folder.folders.find(({ name }) => name.equals(first));
  if (next !== undefined) invalidate(next, path.subarray(slash + 1));
}

function writeFolder(folder: CachedFolder, parts: Buffer[]): void {
  const isValid = folder.entryCount >= 0 && folder.id !== null;
  parts.push(
    folder.name,
    Buffer.from(`\0${isValid ? folder.entryCount : -1} ${folder.folders.length}\n`, 'latin1'),
  );
  if (isValid && folder.id !== null) parts.push(folder.id);
  for (const each of folder.folders) writeFolder(each, parts);
}
