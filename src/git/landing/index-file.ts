import { createHash } from 'node:crypto';
import { asOid } from '../../core/model/ids.ts';
import { decodePath, encodePath } from '../path-bytes.ts';
import type { Repository } from '../repository.ts';
import type { IndexEntry } from './index-entries.ts';
import {
  EXTENDED_FLAG,
  HEADER_LENGTH,
  INTENT_TO_ADD_FLAG,
  SKIP_WORKTREE_FLAG,
  STAT_LENGTH,
} from './index-layout.ts';
import { unpackIndex } from './unpack-index.ts';

/*
 * Git's index file, as gitformat-index(5) describes it, versions 2 and 3 with the extensions that a landing knows how to
 * keep true. Reading it here saves two processes and a walk of the whole index per landing; anything else in the file
 * (split and sparse indexes, version 4, an untracked cache, a monitor) is left to git itself. Who only reads can do with
 * more of them.
 */

/** An index file that was found sound. Offsets are into `bytes`. */
export interface IndexImage {
  readonly bytes: Buffer;
  readonly version: 2 | 3;
  readonly idLength: 20 | 32;
  readonly count: number;
  /** Where the entries end and the extensions start. */
  readonly entriesEnd: number;
  readonly extensions: readonly { readonly name: string; readonly data: Buffer }[];
  /** Git may be told not to compute the checksum; then it is all zeros. */
  readonly hasChecksum: boolean;
}

/** One entry as it lies in the file. */
export interface EntryPlace {
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly flags: number;
  readonly extendedFlags: number;
}

/** Extensions that are kept, rewritten, or may be dropped without loss. */
const KNOWN = new Set(['TREE', 'REUC', 'EOIE', 'IEOT']);
/** Those that a reader may pass over say so by their first letter. */
const OPTIONAL = /^[A-Z]/;
/** Of which the names are packed. */
const PACKED_VERSION = 4;

/**
 * Null where the file is not of the kind that is understood here, or damaged: git decides then. `isHandedOver`: git wrote
 * it this moment for a hook, which only reads it. Its checksum is not looked at then, version 4 is unpacked, and what git
 * itself may pass over is passed over.
 */
export function parseIndex(
  file: Buffer,
  format: Repository['objectFormat'],
  isHandedOver = false,
): IndexImage | null {
  const idLength = format === 'sha256' ? 32 : 20;
  if (file.length < HEADER_LENGTH + idLength || file.toString('latin1', 0, 4) !== 'DIRC')
    return null;
  const isPacked = isHandedOver && file.readUInt32BE(4) === PACKED_VERSION;
  const bytes = isPacked ? unpackIndex(file, idLength) : file;
  if (bytes === null) return null;
  const version = bytes.readUInt32BE(4);
  if (version !== 2 && version !== 3) return null;
  const bodyEnd = bytes.length - idLength;
  const checksum = bytes.subarray(bodyEnd);
  const hasChecksum = checksum.some((byte) => byte !== 0);
  const actual =
    hasChecksum && !isHandedOver && createHash(format).update(bytes.subarray(0, bodyEnd)).digest();
  if (actual !== false && !actual.equals(checksum)) return null;
  const count = bytes.readUInt32BE(8);
  const draft = { bytes, version, idLength, count, hasChecksum } as const;
  const entriesEnd = findEntriesEnd(draft, bodyEnd);
  const isReadable = (name: string): boolean =>
    KNOWN.has(name) || (isHandedOver && OPTIONAL.test(name));
  const extensions =
    entriesEnd === null ? null : readExtensions(bytes, [entriesEnd, bodyEnd], isReadable);
  if (entriesEnd === null || extensions === null) return null;
  return { ...draft, entriesEnd, extensions };
}

/** Calls `visit` for each entry in order. */
export function visitEntries(
  image: Pick<IndexImage, 'bytes' | 'idLength' | 'count'>,
  visit: (place: EntryPlace) => void,
): number {
  let at = HEADER_LENGTH;
  for (let left = image.count; left > 0; left -= 1) {
    const place = entryAt(image, at);
    visit(place);
    at = place.end;
  }
  return at;
}

/** The entries at these paths, and those below them, as `ls-files` would list them. */
export function entriesAt(image: IndexImage, paths: readonly string[]): readonly IndexEntry[] {
  const wanted = new Set(paths.map((path) => encodePath(path).toString('latin1')));
  const found: IndexEntry[] = [];
  visitEntries(image, (place) => {
    if (isWanted(wanted, image.bytes.toString('latin1', place.nameStart, place.nameEnd))) {
      found.push(toEntry(image, place));
    }
  });
  return found;
}

/** Every entry, in order. */
export function allEntries(image: IndexImage): readonly IndexEntry[] {
  const found: IndexEntry[] = [];
  visitEntries(image, (place) => found.push(toEntry(image, place)));
  return found;
}

function isWanted(wanted: ReadonlySet<string>, name: string): boolean {
  if (wanted.has(name)) return true;
  for (let slash = name.indexOf('/'); slash !== -1; slash = name.indexOf('/', slash + 1)) {
    if (wanted.has(name.slice(0, slash))) return true;
  }
  return false;
}

function toEntry(image: IndexImage, place: EntryPlace): IndexEntry {
  const { bytes, idLength } = image;
  const idStart = place.start + STAT_LENGTH;
  return {
    path: decodePath(bytes.subarray(place.nameStart, place.nameEnd)),
    mode: bytes.readUInt32BE(place.start + 24).toString(8),
    oid: asOid(bytes.toString('hex', idStart, idStart + idLength)),
    stage: (place.flags >> 12) & 3,
    isSkipped: (place.extendedFlags & SKIP_WORKTREE_FLAG) !== 0,
    isIntended: (place.extendedFlags & INTENT_TO_ADD_FLAG) !== 0,
  };
}

function entryAt(image: Pick<IndexImage, 'bytes' | 'idLength'>, start: number): EntryPlace {
  const { bytes, idLength } = image;
  const flagsAt = start + STAT_LENGTH + idLength;
  const flags = bytes.readUInt16BE(flagsAt);
  const isExtended = (flags & EXTENDED_FLAG) !== 0;
  const nameStart = flagsAt + (isExtended ? 4 : 2);
  const shortLength = flags & 0xfff;
  const nameEnd = shortLength < 0xfff ? nameStart + shortLength : bytes.indexOf(0, nameStart);
  return {
    start,
    // Padded with 1 to 8 NULs to a multiple of eight.
    end: start + ((nameEnd - start + 8) & ~7),
    nameStart,
    nameEnd,
    flags,
    extendedFlags: isExtended ? bytes.readUInt16BE(flagsAt + 2) : 0,
  };
}

/** As `entryAt`, without a thought for what lies between: a hook looks at ten entries of thousands. */
function findEntriesEnd(
  { bytes, idLength, count }: Pick<IndexImage, 'bytes' | 'idLength' | 'count'>,
  bodyEnd: number,
): number | null {
  let at = HEADER_LENGTH;
  for (let left = count; left > 0; left -= 1) {
    const flagsAt = at + STAT_LENGTH + idLength;
    if (flagsAt + 2 > bodyEnd) return null;
    const flags = ((bytes[flagsAt] as number) << 8) | (bytes[flagsAt + 1] as number);
    const nameStart = flagsAt + ((flags & EXTENDED_FLAG) === 0 ? 2 : 4);
    const shortLength = flags & 0xfff;
    const nameEnd = shortLength < 0xfff ? nameStart + shortLength : bytes.indexOf(0, nameStart);
    if (nameEnd < nameStart) return null;
    at += (nameEnd - at + 8) & ~7;
  }
  return at <= bodyEnd ? at : null;
}

function readExtensions(
  bytes: Buffer,
  [start, end]: readonly [start: number, end: number],
  isReadable: (name: string) => boolean,
): IndexImage['extensions'] | null {
  const extensions = [];
  for (let at = start; at < end;) {
    if (at + 8 > end) return null;
    const name = bytes.toString('latin1', at, at + 4);
    const next = at + 8 + bytes.readUInt32BE(at + 4);
    if (!isReadable(name) || next > end) return null;
    extensions.push({ name, data: bytes.subarray(at + 8, next) });
    at = next;
  }
  return extensions;
}
