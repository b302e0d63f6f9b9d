import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { diskPath, encodePath } from '../path-bytes.ts';
import type { Repository } from '../repository.ts';
import type { PathChange, TreeItem } from '../tree.ts';
import { invalidateCacheTree } from './cache-tree.ts';
import { lookAt } from './disk-file.ts';
import { visitEntries, type EntryPlace, type IndexImage } from './index-file.ts';
import {
  ASSUME_VALID_FLAG,
  EXTENDED_FLAG,
  HEADER_LENGTH,
  SKIP_WORKTREE_FLAG,
  STAT_LENGTH,
} from './index-layout.ts';
import type { IndexUpdate } from './index-sync.ts';

/** Where an index belongs to. */
export interface IndexPlace {
  readonly worktree: string;
  readonly format: Repository['objectFormat'];
  /** When the index file was last written, in whole seconds since the epoch. */
  readonly writtenAt: number;
}

/**
 * The bytes of an index in which the changed paths are as in the new tree and everything else is as it was. Entries that
 * were written in the second of the old index are marked for git to look at their content: it tells a change by comparing
 * their time with the index file's, and the new file is younger.
 */
export function patchIndex(image: IndexImage, update: IndexUpdate, place: IndexPlace): Buffer {
  const changes = sortedChanges(update.changes);
  const output = new EntryOutput(image);
  const put = (change: NamedChange, old: EntryPlace | null): void => {
    if (change.after === null) return;
    const isSkipped = update.skipped.has(change.path);
    const flags = old === null ? 0 : old.flags & ASSUME_VALID_FLAG;
    output.put(newEntry(change, { item: change.after, isSkipped, flags, place }), isSkipped);
  };
  let next = 0;
  visitEntries(image, (entry) => {
    const name = image.bytes.subarray(entry.nameStart, entry.nameEnd);
    for (let change = changes[next]; change !== undefined; change = changes[next]) {
      const order = Buffer.compare(change.name, name);
      if (order > 0) break;
      next += 1;
      put(change, order === 0 ? entry : null);
      if (order === 0) return;
    }
    if (isDoubtful(image, entry, place.writtenAt)) output.put(smudged(image, entry), false);
    else output.keep(entry);
  });
  for (const change of changes.slice(next)) put(change, null);
  const whole = Buffer.concat([...output.finish(), ...keptExtensions(image, changes)]);
  const checksum = image.hasChecksum
    ? createHash(place.format).update(whole).digest()
    : Buffer.alloc(image.idLength);
  return Buffer.concat([whole, checksum]);
}

/** Collects entries in order; those that are kept beside each other are taken over in one piece. */
class EntryOutput {
  readonly #image: IndexImage;
  readonly #chunks: Buffer[] = [];
  #count = 0;
  #isExtended: boolean;
  #runStart = -1;
  #runEnd = -1;

  constructor(image: IndexImage) {
    this.#image = image;
    this.#isExtended = image.version === 3;
  }

  keep(entry: EntryPlace): void {
    if (this.#runEnd !== entry.start) this.#endRun();
    if (this.#runStart === -1) this.#runStart = entry.start;
    this.#runEnd = entry.end;
    this.#count += 1;
  }

  put(bytes: Buffer, isExtended: boolean): void {
    this.#endRun();
    this.#chunks.push(bytes);
    this.#count += 1;
    if (isExtended) this.#isExtended = true;
  }

  finish(): readonly Buffer[] {
    this.#endRun();
    const header = Buffer.from(this.#image.bytes.subarray(0, HEADER_LENGTH));
    header.writeUInt32BE(this.#isExtended ? 3 : 2, 4);
    header.writeUInt32BE(this.#count, 8);
    return [header, ...this.#chunks];
  }

  #endRun(): void {
    if (this.#runStart !== -1) {
      this.#chunks.push(this.#image.bytes.subarray(this.#runStart, this.#runEnd));
    }
    this.#runStart = -1;
    this.#runEnd = -1;
  }
}

interface NamedChange extends PathChange {
  readonly name: Buffer;
}

const sortedChanges = (changes: readonly PathChange[]): readonly NamedChange[] =>
  changes
    .map((change) => ({ ...change, name: encodePath(change.path) }))
    .sort((left, right) => Buffer.compare(left.name, right.name));

/** Whether git could not tell any more that this entry's file changed, once the index file is younger. */
function isDoubtful(image: IndexImage, entry: EntryPlace, writtenAt: number): boolean {
  const isSubmodule = image.bytes.readUInt32BE(entry.start + 24) === 0o160000;
  return !isSubmodule && image.bytes.readUInt32BE(entry.start + 8) >= writtenAt;
}

/** A size of zero makes git look at the content. */
function smudged(image: IndexImage, entry: EntryPlace): Buffer {
  const bytes = Buffer.from(image.bytes.subarray(entry.start, entry.end));
  bytes.writeUInt32BE(0, 36);
  return bytes;
}

function newEntry(
  change: NamedChange,
  entry: {
    readonly item: TreeItem;
    readonly isSkipped: boolean;
    readonly flags: number;
    readonly place: IndexPlace;
  },
): Buffer {
  const { item, isSkipped, place } = entry;
  const id = Buffer.from(item.oid, 'hex');
  const flagsAt = STAT_LENGTH + id.length;
  const nameAt = flagsAt + (isSkipped ? 4 : 2);
  const bytes = Buffer.alloc((nameAt + change.name.length + 8) & ~7);
  const isOnDisk = !isSkipped && item.mode !== '160000';
  if (isOnDisk) writeStats(bytes, diskPath(place.worktree, change.path), { item, place });
  bytes.writeUInt32BE(Number.parseInt(item.mode, 8), 24);
  id.copy(bytes, STAT_LENGTH);
  const length = Math.min(change.name.length, 0xfff);
  bytes.writeUInt16BE(entry.flags | length | (isSkipped ? EXTENDED_FLAG : 0), flagsAt);
  if (isSkipped) bytes.writeUInt16BE(SKIP_WORKTREE_FLAG, flagsAt + 2);
  change.name.copy(bytes, nameAt);
  return bytes;
}

/**
 * Size, times and identity of the file as git notes them, each cut to 32 bits: only where the entry's very content stands
 * there. A user may have written to the new file by now, and noting its times would hide that from git; what is not noted
 * makes git look at the content.
 */
function writeStats(
  bytes: Buffer,
  path: string | Buffer,
  { item, place }: { readonly item: TreeItem; readonly place: IndexPlace },
): void {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return;
  const look = lookAt(path, place.format);
  const isStill = look.kind === 'file' || look.kind === 'link' ? look.id === item.oid : false;
  const after = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!isStill || after?.ctimeNs !== stats.ctimeNs || after.ino !== stats.ino) return;
  const fields = [
    [0, stats.ctimeNs / 1_000_000_000n],
    [4, stats.ctimeNs % 1_000_000_000n],
    [8, stats.mtimeNs / 1_000_000_000n],
    [12, stats.mtimeNs % 1_000_000_000n],
    [16, stats.dev],
    [20, stats.ino],
    [28, stats.uid],
    [32, stats.gid],
    [36, stats.size],
  ] as const;
  for (const [at, value] of fields) bytes.writeUInt32BE(Number(BigInt.asUintN(32, value)), at);
}

function keptExtensions(image: IndexImage, changes: readonly NamedChange[]): readonly Buffer[] {
  return image.extensions.flatMap(({ name, data }) => {
    // The offset tables are a help for reading and no longer true.
    if (name === 'EOIE' || name === 'IEOT') return [];
    const paths = changes.map((change) => change.name);
    const kept = name === 'TREE' ? invalidateCacheTree(data, paths, image.idLength) : data;
    const head = Buffer.alloc(8);
    head.write(name, 'latin1');
    head.writeUInt32BE(kept.length, 4);
    return [head, kept];
  });
}
