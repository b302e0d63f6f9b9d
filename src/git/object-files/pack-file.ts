import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { applyDelta } from './apply-delta.ts';
import { isObjectType, type ObjectContent } from './object-content.ts';

/*
 * One pack of an object store and its index, version 2, as gitformat-pack(5) describes them. Anything else in them is
 * left to git itself.
 */

/** A pack that can be read. Each answer is null where git has to be asked. */
export interface PackFile {
  /** Where an object lies in the pack; null also where the pack has none of this name. */
  readonly find: (oid: string) => number | null;
  /** What lies there, where it is no larger than `maxBytes`. */
  readonly readAt: (offset: number, maxBytes: number) => ObjectContent | null;
  readonly close: () => void;
}

const MAGIC = 'ff744f6300000002';
const FANOUT_AT = 8;
const NAMES_AT = FANOUT_AT + 256 * 4;
const ID_LENGTH = 20;
const CHECKSUM_LENGTH = 4;
const OFFSET_LENGTH = 4;
const LARGE_OFFSET = 0x80000000;
/** Names with the same first byte, as many as are read at once: those of a pack of millions. */
const MOST_NAMES = 1 << 16;

/** Git's own limit for deltas that are made of deltas. */
const MOST_DELTAS = 4095;
/** Bytes of bases that are kept, for several objects are made of the same. */
const MOST_KEPT = 16 * 1024 * 1024;

/**
 * Opens `<path>.idx` and `<path>.pack` of a sha1 repository; throws where they cannot be read. `readBase` finds an
 * object that a delta names.
 */
export function openPack(
  path: string,
  readBase: (oid: string, maxBytes: number) => ObjectContent | null,
): PackFile {
  const index = openSync(`${path}.idx`, 'r');
  const pack = openSync(`${path}.pack`, 'r');
  const end = fstatSync(pack).size - ID_LENGTH;
  const kept = new Map<number, ObjectContent>();
  let keptBytes = 0;

  const readAt = (offset: number, maxBytes: number, deltas = 0): ObjectContent | null => {
    const known = kept.get(offset);
    if (known !== undefined) return known;
    const entry = entryAt(pack, offset, { end, maxBytes });
    if (entry === null || deltas > MOST_DELTAS) return null;
    if (typeof entry.base === 'object') return { type: entry.base.type, bytes: entry.bytes };
    const base =
      typeof entry.base === 'string'
        ? readBase(entry.base, maxBytes)
        : readAt(entry.base, maxBytes, deltas + 1);
    if (base === null) return null;
    if (typeof entry.base === 'number' && !kept.has(entry.base)) {
      keptBytes += base.bytes.length;
      if (keptBytes <= MOST_KEPT) kept.set(entry.base, base);
    }
    const bytes = applyDelta(base.bytes, entry.bytes, maxBytes);
    return bytes === null ? null : { type: base.type, bytes };
  };
  return {
    find: finder(index),
    readAt: (offset, maxBytes) => {
      const found = readAt(offset, maxBytes);
      return found === null || found.bytes.length > maxBytes ? null : found;
    },
    close: () => {
      closeSync(index);
      closeSync(pack);
    },
  };
}

function finder(index: number): PackFile['find'] {
  const head = slice(index, 0, NAMES_AT);
  if (head.length < NAMES_AT || head.toString('hex', 0, FANOUT_AT) !== MAGIC) return () => null;
  const upTo = (byte: number): number =>
    byte < 0 ? 0 : head.readUInt32BE(FANOUT_AT + byte * OFFSET_LENGTH);
  const count = upTo(0xff);
  const offsetsAt = NAMES_AT + count * (ID_LENGTH + CHECKSUM_LENGTH);
  return (oid) => {
    const first = Number.parseInt(oid.slice(0, 2), 16);
    const [low, high] = [upTo(first - 1), upTo(first)];
    if (high - low > MOST_NAMES) return null;
    const names = slice(index, NAMES_AT + low * ID_LENGTH, (high - low) * ID_LENGTH);
    const place = placeOf(names, Buffer.from(oid, 'hex'));
    if (place === null) return null;
    const offset = slice(index, offsetsAt + (low + place) * OFFSET_LENGTH, 4).readUInt32BE(0);
    if (offset < LARGE_OFFSET) return offset;
    const largeAt = offsetsAt + count * OFFSET_LENGTH + (offset - LARGE_OFFSET) * 8;
    return Number(slice(index, largeAt, 8).readBigUInt64BE(0));
  };
}

/** The place of a name in a sorted list of them. */
function placeOf(names: Buffer, name: Buffer): number | null {
  let low = 0;
  let high = names.length / ID_LENGTH;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = middle * ID_LENGTH;
    const order = names.compare(name, 0, ID_LENGTH, at, at + ID_LENGTH);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return null;
}

/** An entry of a pack. `bytes` is its content, or how to make it of its base: the one at an offset, or of a name. */
interface PackEntry {
  readonly bytes: Buffer;
  readonly base: { readonly type: ObjectContent['type'] } | number | string;
}

const TYPES: readonly string[] = ['', 'commit', 'tree', 'blob', 'tag'];
const OFFSET_DELTA = 6;
const NAMED_DELTA = 7;
/** Bytes of an entry before its content, at most: the length, and the reference to a base. */
const MOST_HEADER = 32;

/** What content of so many bytes takes at most once it is deflated by zlib. */
const deflatedAtMost = (bytes: number): number => bytes + (bytes >> 10) + 64;

/** Read at once: most entries are no longer. */
const USUAL_LENGTH = 4096;

function entryAt(
  pack: number,
  offset: number,
  { end, maxBytes }: { readonly end: number; readonly maxBytes: number },
): PackEntry | null {
  const usual = slice(pack, offset, Math.min(USUAL_LENGTH, end - offset));
  let at = 0;
  const next = (): number => usual.readUInt8(at++);
  let byte = next();
  const kind = (byte >> 4) & 7;
  let length = byte & 0x0f;
  for (let weight = 16; byte >= 0x80; weight *= 0x80) {
    byte = next();
    length += (byte & 0x7f) * weight;
  }
  if (length > maxBytes) return null;
  const type = TYPES[kind] ?? '';
  let base: PackEntry['base'];
  if (kind === OFFSET_DELTA) {
    byte = next();
    let back = byte & 0x7f;
    while (byte >= 0x80) {
      byte = next();
      back = (back + 1) * 0x80 + (byte & 0x7f);
    }
    if (back === 0 || back > offset) return null;
    base = offset - back;
  } else if (kind === NAMED_DELTA) {
    base = usual.toString('hex', at, at + ID_LENGTH);
    at += ID_LENGTH;
  } else if (isObjectType(type)) base = { type };
  else return null;
  const most = Math.min(MOST_HEADER + deflatedAtMost(length), end - offset);
  const whole = most > usual.length ? slice(pack, offset, most) : usual;
  // Room for all of it, so that it is made in one go.
  const room = { maxOutputLength: Math.max(1, length), chunkSize: length + 64 };
  const bytes = inflateSync(whole.subarray(at), room);
  return bytes.length === length ? { bytes, base } : null;
}

/** Bytes of an open file; fewer where it ends. */
function slice(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, length));
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, at));
}
