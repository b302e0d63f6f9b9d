/**
 * What became of the tracked files of a scratch worktree. Git itself is not asked: to it a file is unchanged when its
 * conversions (line endings, `ident`, filters, attributes that a gate may plant) lead to the same blob, and it compares
 * times in whole seconds. Here a file is as checked out when the system's own record of it is, which no program can set
 * back, or when its very bytes are. Callers: gates, the fixers, and the cleaning of trees.
 */
import { readFile } from 'node:fs/promises';
import { lstatSync, readlinkSync, statSync, type BigIntStats } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { blobId } from '../core/model/content-hash.ts';
import { asOid } from '../core/model/ids.ts';
import { keptIndex } from './kept-index.ts';
import { checkoutSettings, type CheckoutSettings } from './landing/checkout-settings.ts';
import { loadIndex } from './landing/index-entries.ts';
import { visitEntries, type IndexImage } from './landing/index-file.ts';
import { STAT_LENGTH } from './landing/index-layout.ts';
import { decodePath } from './path-bytes.ts';
import type { Repository } from './repository.ts';
import { readBlob } from './snapshot.ts';
import type { ScratchWorktree } from './worktrees.ts';

/** Entries that are looked at before everything else in the process has its turn. */
const ENTRIES_PER_TURN = 500;

/** Times without a fraction come from a file system that may note them only every other second. */
const COARSE_NS = 2_000_000_000n;

/** What a look at a scratch tree found. */
export interface ScratchLook {
  /** Tracked paths whose content, kind or mode is not the checkout's, or may not be. */
  readonly changed: readonly string[];
  /** Something was done to a tracked file, if only the same bytes were written again. */
  readonly isTouched: boolean;
}

/** The paths that are not as they were checked out: see `ScratchLook`. */
export async function scratchChanges(
  repo: Repository,
  scratch: ScratchWorktree,
): Promise<readonly string[]> {
  return (await lookAtScratch(repo, scratch)).changed;
}

/** Compares every tracked file with what was noted when it was checked out, where nothing that runs in the tree gets at it. */
export async function lookAtScratch(
  repo: Repository,
  scratch: ScratchWorktree,
): Promise<ScratchLook> {
  const kept = keptIndex(repo, scratch);
  const image = loadIndex(kept, repo.objectFormat)?.image;
  if (image === undefined) throw new TypeError(`${kept} is not an index that was kept`);
  const checkout = { ...scratch, branch: null };
  const settings = await checkoutSettings(repo, checkout);
  const notedAt = statSync(kept, { bigint: true }).mtimeNs;
  const entries = notesIn(image);
  const isFolder = folderCheck(Buffer.from(scratch.path).toString('latin1'));
  const changed: string[] = [];
  let isTouched = false;
  let strict: Promise<boolean> | null = null;
  for (const [at, note] of entries.entries()) {
    if (at % ENTRIES_PER_TURN === 0) await turn();
    const full = isFolder(note.name);
    const stats = full === null ? null : statsAt(full);
    if (full !== null && stats !== null && isAsNoted(stats, note) && !isDoubtful(note, notedAt)) {
      continue;
    }
    isTouched ||= stats === null || !isAsNoted(stats, note);
    strict ??= convertsFreely(repo, entries, settings);
    const isSame =
      full !== null &&
      stats !== null &&
      isLike(stats, note, settings) &&
      !(await strict) &&
      (await idOf(full, stats, repo.objectFormat)) === note.oid;
    if (!isSame) changed.push(decodePath(Buffer.from(note.name, 'latin1')));
  }
  return { changed, isTouched };
}

/** What was noted of a file as it was checked out. */
interface Note {
  /** Each byte is one character. */
  readonly name: string;
  readonly mode: number;
  readonly oid: string;
  readonly ctimeNs: bigint;
  readonly mtimeNs: bigint;
  readonly inode: number;
  /** Bytes on disk, the lower 32 bits. */
  readonly size: number;
}

const SUBMODULE = 0o160000;
const LINK = 0o120000;
const PROGRAM = 0o100755;

/** Submodules are empty folders, and left to whoever removes what is no file of the commit. */
function notesIn({ bytes, idLength, count }: IndexImage): readonly Note[] {
  const notes: Note[] = [];
  const timeAt = (at: number): bigint =>
    BigInt(bytes.readUInt32BE(at)) * 1_000_000_000n + BigInt(bytes.readUInt32BE(at + 4));
  visitEntries({ bytes, idLength, count }, ({ start, nameStart, nameEnd }) => {
    const mode = bytes.readUInt32BE(start + 24);
    if (mode === SUBMODULE) return;
    notes.push({
      name: bytes.toString('latin1', nameStart, nameEnd),
      mode,
      oid: bytes.toString('hex', start + STAT_LENGTH, start + STAT_LENGTH + idLength),
      ctimeNs: timeAt(start),
      mtimeNs: timeAt(start + 8),
      inode: bytes.readUInt32BE(start + 20),
      size: bytes.readUInt32BE(start + 36),
    });
  });
  return notes;
}

/** Times are kept in 32 bits of seconds. */
const noted = (ns: bigint): bigint =>
  BigInt.asUintN(32, ns / 1_000_000_000n) * 1_000_000_000n + (ns % 1_000_000_000n);

const isAsNoted = (stats: BigIntStats, note: Note): boolean =>
  noted(stats.ctimeNs) === note.ctimeNs &&
  noted(stats.mtimeNs) === note.mtimeNs &&
  Number(BigInt.asUintN(32, stats.ino)) === note.inode &&
  Number(BigInt.asUintN(32, stats.size)) === note.size &&
  (note.mode === LINK) === stats.isSymbolicLink();

/** Whether a change after the note was made may bear the same time. */
const isDoubtful = ({ ctimeNs }: Note, notedAt: bigint): boolean =>
  ctimeNs % 1_000_000_000n === 0n ? ctimeNs + COARSE_NS >= notedAt : ctimeNs >= notedAt;

/** Kind, size and mode. A file of another size need not be read, however large it was made. */
function isLike(stats: BigIntStats, { mode, size }: Note, settings: CheckoutSettings): boolean {
  if (Number(stats.size) !== size) return false;
  if (mode === LINK && settings.hasLinks) return stats.isSymbolicLink();
  if (!stats.isFile()) return false;
  return !settings.hasFileModes || (mode === PROGRAM) === ((stats.mode & 0o100n) !== 0n);
}

/** The blob id of the bytes as they are on disk; null where they cannot be read. */
async function idOf(
  path: Buffer,
  stats: BigIntStats,
  format: Repository['objectFormat'],
): Promise<string | null> {
  try {
    const bytes = stats.isSymbolicLink()
      ? readlinkSync(path, { encoding: 'buffer' })
      : await readFile(path);
    return blobId(bytes, format);
  } catch {
    return null;
  }
}

/**
 * Whether a checkout may write other bytes of the same size: then bytes that are the blob's need not be what was checked
 * out. Line endings change the size.
 */
async function convertsFreely(
  repo: Repository,
  entries: readonly Note[],
  { hasOuterAttributes }: CheckoutSettings,
): Promise<boolean> {
  if (hasOuterAttributes) return true;
  for (const { name, oid } of entries) {
    if (!/(?:^|\/)\.gitattributes$/i.test(name)) continue;
    const text = (await readBlob(repo, asOid(oid))).toString('latin1');
    if (/filter|encoding|ident/.test(text)) return true;
  }
  return false;
}

/** Gives a path below the tree as bytes for the file system; null where it is not reached through folders alone. */
function folderCheck(base: string): (name: string) => Buffer | null {
  const known = new Map<string, boolean>();
  const isReached = (folder: string): boolean => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const slash = folder.lastIndexOf('/');
    const isReal =
      (slash === -1 || isReached(folder.slice(0, slash))) &&
      statsAt(Buffer.from(`${base}/${folder}`, 'latin1'))?.isDirectory() === true;
    known.set(folder, isReal);
    return isReal;
  };
  return (name) => {
    const slash = name.lastIndexOf('/');
    if (slash !== -1 && !isReached(name.slice(0, slash))) return null;
    return Buffer.from(`${base}/${name}`, 'latin1');
  };
}

/** Null where nothing is there, or nobody may look. */
function statsAt(path: Buffer): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    return null;
  }
}
