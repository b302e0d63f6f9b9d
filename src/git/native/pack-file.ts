import { closeSync, openSync, readSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import type { GitObject } from '../objects.ts';
import { applyDelta, deltaTargetSize } from './apply-delta.ts';

/** An object as it was read, without its name. */
export type RawObject = Pick<GitObject, 'type' | 'bytes'>;
/** Type and size alone. */
export interface RawInfo {
  readonly type: GitObject['type'];
  readonly size: number;
}

/** A pack that is read at single places. */
export interface PackFile {
  readonly read: (offset: number) => RawObject;
  readonly info: (offset: number) => RawInfo;
  /** Of a larger object, only what it is. */
  readonly readUpTo: (offset: number, maxBytes: number) => RawObject | RawInfo;
  readonly close: () => void;
}

const TYPES: Readonly<Record<number, GitObject['type']>> = {
  1: 'commit',
  2: 'tree',
  3: 'blob',
  4: 'tag',
};
const OFFSET_DELTA = 6;
const NAMED_DELTA = 7;
/** Deltas of deltas: git makes no longer chains. */
const MAX_CHAIN = 4096;
/** Objects and deltas up to this size are read without asking first how large they are. */
const SMALL = 256 * 1024;
/** Longest head of an object: its type and size, and where its base is. */
const MAX_HEAD = 64;

/** One object's head. `base` is an offset or a name, for a delta. */
interface Head {
  readonly kind: number;
  readonly size: number;
  /** Where its compressed bytes begin. */
  readonly start: number;
  readonly base: number | Buffer | null;
}

/** Opens a pack (gitformat-pack(5)). `offsetOf` finds the base of a delta that names it. */
export function openPackFile(
  path: string,
  idLength: number,
  offsetOf: (name: Buffer) => number | null,
): PackFile {
  const file = openSync(path, 'r');
  const bytesAt = (position: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, position));
  };
  const headAt = (offset: number): Head => readHead(bytesAt(offset, MAX_HEAD), offset, idLength);
  const inflated = ({ start, size }: Head): Buffer => {
    // What does not shrink is stored with a few bytes more for each block.
    const bytes = inflateSync(bytesAt(start, size + (size >> 8) + 256));
    if (bytes.length !== size) throw new Error(`${path}: an object has another size than it says`);
    return bytes;
  };
  const baseOf = (head: Head): number | null => {
    if (head.base === null || typeof head.base === 'number') return head.base;
    const found = offsetOf(head.base);
    if (found === null) throw new Error(`${path}: the base of a delta is elsewhere`);
    return found;
  };
  /** The heads from an object down to the one that is no delta. */
  const chain = (offset: number): readonly Head[] => {
    const heads: Head[] = [];
    for (let at: number | null = offset; at !== null && heads.length < MAX_CHAIN;) {
      const head = headAt(at);
      heads.push(head);
      at = baseOf(head);
    }
    return heads;
  };
  const typeOf = (heads: readonly Head[]): GitObject['type'] => {
    const type = TYPES[heads.at(-1)?.kind ?? 0];
    if (type === undefined) throw new Error(`${path}: an object of no known type`);
    return type;
  };
  const infoOf = (heads: readonly Head[]): RawInfo => {
    const [head] = heads;
    if (head === undefined) throw new Error(`${path}: no object`);
    const size = heads.length === 1 ? head.size : deltaTargetSize(inflated(head));
    return { type: typeOf(heads), size };
  };
  const bases = recentBases();
  /** Deltas of neighbours share their bases, which are kept for a while. */
  const contentOf = (heads: readonly Head[]): RawObject => {
    let bytes: Buffer | null = null;
    for (let at = heads.length - 1; at >= 0; at -= 1) {
      const head = heads[at];
      if (head === undefined) break;
      const known = at === 0 ? undefined : bases.get(head.start);
      const made: Buffer =
        known ?? (bytes === null ? inflated(head) : applyDelta(bytes, inflated(head)));
      if (known === undefined && at > 0) bases.keep(head.start, made);
      bytes = made;
    }
    if (bytes === null) throw new Error(`${path}: no object`);
    return { type: typeOf(heads), bytes };
  };
  return {
    close: () => closeSync(file),
    info: (offset) => infoOf(chain(offset)),
    read: (offset) => contentOf(chain(offset)),
    readUpTo: (offset, maxBytes) => {
      const heads = chain(offset);
      // A delta says its size only when it is inflated; small objects are read at once.
      const isLarge = heads.some(({ size }) => size > SMALL);
      const info = isLarge ? infoOf(heads) : null;
      if (info !== null && info.size > maxBytes) return info;
      const { type, bytes } = contentOf(heads);
      return bytes.length > maxBytes ? { type, size: bytes.length } : { type, bytes };
    },
  };
}

/** Bytes of bases that are kept. */
const MAX_KEPT = 4 * 1024 * 1024;

/** The bases that were read last, by where they begin in the pack. */
function recentBases(): {
  readonly get: (start: number) => Buffer | undefined;
  readonly keep: (start: number, bytes: Buffer) => void;
} {
  const kept = new Map<number, Buffer>();
  let size = 0;
  return {
    get: (start) => kept.get(start),
    keep: (start, bytes) => {
      if (bytes.length > SMALL) return;
      kept.set(start, bytes);
      size += bytes.length;
      for (const [oldest, old] of kept) {
        if (size <= MAX_KEPT) break;
        kept.delete(oldest);
        size -= old.length;
      }
    },
  };
}

function readHead(bytes: Buffer, offset: number, idLength: number): Head {
  let at = 0;
  const next = (): number => {
    const byte = bytes[at];
    if (byte === undefined) throw new Error('a pack ends in the head of an object');
    at += 1;
    return byte;
  };
  let byte = next();
  const kind = (byte >> 4) & 7;
  let size = byte & 15;
  for (let scale = 16; byte >= 0x80; scale *= 128) {
    byte = next();
    size += (byte & 0x7f) * scale;
  }
  if (kind === NAMED_DELTA) {
    const base = bytes.subarray(at, at + idLength);
    return { kind, size, base, start: offset + at + idLength };
  }
  if (kind !== OFFSET_DELTA) return { kind, size, base: null, start: offset + at };
  byte = next();
  let distance = byte & 0x7f;
  while (byte >= 0x80) {
    byte = next();
    distance = (distance + 1) * 128 + (byte & 0x7f);
  }
  return { kind, size, base: offset - distance, start: offset + at };
}
