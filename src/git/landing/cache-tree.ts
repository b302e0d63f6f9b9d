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

/** The id of the whole index's tree; null where git has to compute it anew. */
export function cachedRoot(data: Buffer, idLength: number): string | null {
  if (data.length === 0) return null;
  return readFolder(data, { at: 0 }, idLength).id?.toString('hex') ?? null;
}

function readFolder(data: Buffer, cursor: { at: number }, idLength: number): CachedFolder {
  const nameEnd = data.indexOf(0, cursor.at);
  const lineEnd = data.indexOf(0x0a, nameEnd);
  const name = data.subarray(cursor.at, nameEnd);
  const [entries = '', folders = ''] = data.toString('latin1', nameEnd + 1, lineEnd).split(' ');
  const entryCount = Number(entries);
  cursor.at = lineEnd + 1;
  const id = entryCount < 0 ? null : data.subarray(cursor.at, cursor.at + idLength);
  if (id !== null) cursor.at += idLength;
  const below = Array.from({ length: Number(folders) }, () => readFolder(data, cursor, idLength));
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
