import { randomBytes } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  type Stats,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { copyWithTimes } from './copy-with-times.ts';
import { keptIndex } from './kept-index.ts';
import { loadIndex } from './landing/index-entries.ts';
import { visitEntries, type IndexImage } from './landing/index-file.ts';
import { entriesOf, removeTree } from './remove-tree.ts';
import type { Repository } from './repository.ts';
import { lookAtScratch } from './scratch-changes.ts';
import type { ScratchWorktree } from './worktrees.ts';

/** Entries that are looked at before everything else in the process has its turn. */
const ENTRIES_PER_TURN = 500;

/**
 * Removes from a scratch worktree what its commit does not have. True: it is again as it was checked out, to the
 * permissions; false: something else was done to it, and it is to be removed. What is compared with was never within reach
 * of what ran in the tree. Throws what the system throws; then it is to be removed too.
 */
export async function cleanScratch(repo: Repository, scratch: ScratchWorktree): Promise<boolean> {
  const pointer = join(scratch.path, '.git');
  if (lstatSync(pointer, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const [, named = ''] = /^gitdir: (.+)\n$/.exec(readFileSync(pointer, 'utf8')) ?? [];
  if (resolve(scratch.path, named) !== scratch.gitDir) return false;
  const index = loadIndex(keptIndex(repo, scratch), repo.objectFormat);
  if (index === null) return false;
  const { mtimeNs: since } = statSync(keptIndex(repo, scratch), { bigint: true });
  if (!(await removeStrays(scratch.path, { folders: foldersIn(index.image), since }))) return false;
  // What was written to may have got more than bytes, such as attributes of the file system, which nobody sees here.
  const { changed, isTouched } = await lookAtScratch(repo, scratch);
  if (isTouched || changed.length > 0) return false;
  return copyWithTimes(keptIndex(repo, scratch), join(scratch.gitDir, 'index'));
}

/** What a folder is to hold. Names are bytes: each byte is one character here. */
type Folder = Map<string, 'folder' | 'file' | 'program' | 'link' | 'submodule'>;

const KINDS: Readonly<Record<number, 'file' | 'program' | 'link' | 'submodule'>> = {
  0o100644: 'file',
  0o100755: 'program',
  0o120000: 'link',
  0o160000: 'submodule',
};

/** The folders that an index implies, by their paths with a slash at the end; the tree itself is ''. */
function foldersIn(image: IndexImage): ReadonlyMap<string, Folder> {
  const folders = new Map<string, Folder>([['', new Map()]]);
  const folderAt = (path: string): Folder => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const slash = path.lastIndexOf('/', path.length - 2);
    folderAt(path.slice(0, slash + 1)).set(path.slice(slash + 1, -1), 'folder');
    const fresh: Folder = new Map();
    folders.set(path, fresh);
    return fresh;
  };
  visitEntries(image, ({ start, nameStart, nameEnd }) => {
    const path = image.bytes.toString('latin1', nameStart, nameEnd);
    const slash = path.lastIndexOf('/');
    const kind = KINDS[image.bytes.readUInt32BE(start + 24)];
    if (kind !== undefined) folderAt(path.slice(0, slash + 1)).set(path.slice(slash + 1), kind);
  });
  return folders;
}

/** False where something that is to be there is of another kind, or has other permissions. `since`: the tree was made. */
async function removeStrays(
  root: string,
  { folders, since }: { readonly folders: ReadonlyMap<string, Folder>; readonly since: bigint },
): Promise<boolean> {
  const base = Buffer.from(root).toString('latin1');
  const mask = process.umask();
  if (!isFolder(lstatSync(root), mask)) return false;
  let looked = 0;
  for (const [path, folder] of folders) {
    const place = `${base}/${path}`;
    // A folder that is not there is found missing with its files.
    if (lstatSync(bytes(place), { throwIfNoEntry: false }) === undefined) continue;
    for await (const entry of await entriesOf(place)) {
      if (path === '' && entry.name === '.git') continue;
      looked += 1;
      if (looked % ENTRIES_PER_TURN === 0) await turn();
      const full = bytes(`${place}${entry.name}`);
      const kind = folder.get(entry.name);
      if (kind === undefined) await removeTree(full);
      else if (!hasPermissions(lstatSync(full), kind, mask)) return false;
      else if (kind === 'submodule' && readdirSync(full).length > 0) return false;
    }
    if (lstatSync(bytes(place), { bigint: true }).ctimeNs >= since && !givesUsual(place, mask)) {
      return false;
    }
  }
  return true;
}

const bytes = (path: string): Buffer => Buffer.from(path, 'latin1');

/**
 * Whether what is made in a folder gets the usual permissions: an access control list can say otherwise (acl(5), "OBJECT
 * CREATION AND DEFAULT ACLs"), and is not seen in the folder's own.
 */
function givesUsual(folder: string, mask: number): boolean {
  const probe = bytes(`${folder}/${randomBytes(16).toString('hex')}`);
  mkdirSync(probe);
  try {
    return isFolder(lstatSync(probe), mask);
  } finally {
    rmdirSync(probe);
  }
}

/** Whether an entry has the kind and permissions that git gave it, and no second name. */
function hasPermissions(stats: Stats, kind: string, mask: number): boolean {
  if (kind === 'folder' || kind === 'submodule') return isFolder(stats, mask);
  if (stats.nlink !== 1 || stats.uid !== process.geteuid?.()) return false;
  if (kind === 'link') return stats.isSymbolicLink();
  const permissions = kind === 'program' ? 0o777 : 0o666;
  return stats.isFile() && (stats.mode & 0o7777) === (permissions & ~mask);
}

const isFolder = (stats: Stats, mask: number): boolean =>
  stats.isDirectory() &&
  (stats.mode & 0o1777) === (0o777 & ~mask) &&
  stats.uid === process.geteuid?.();
