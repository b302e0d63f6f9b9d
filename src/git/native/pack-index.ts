import { closeSync, openSync, readSync } from 'node:fs';

/*
 * The index of a pack, version 2 (gitformat-pack(5)): 256 counts by first byte, sorted names, checksums, offsets, and
 * the offsets past 2 GB. Only the parts that a look-up needs are read.
 */

const MAGIC = 0xff744f63;
const HEAD = 8;
const FANOUT = 256 * 4;

/** An open index. */
export interface PackIndex {
  /** Where in the pack the object of this name begins; null where the pack does not have it. */
  readonly offsetOf: (name: Buffer) => number | null;
  readonly close: () => void;
}

/** Opens the index of a pack. Null for another version. */
export function openPackIndex(path: string, idLength: number): PackIndex | null {
  const file = openSync(path, 'r');
  const read = (position: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    const got = readSync(file, bytes, 0, length, position);
    if (got !== length) throw new Error(`${path} is too short`);
    return bytes;
  };
  const head = read(0, HEAD + FANOUT);
  if (head.readUInt32BE(0) !== MAGIC || head.readUInt32BE(4) !== 2) {
    closeSync(file);
    return null;
  }
  const countTo = (byte: number): number => (byte < 0 ? 0 : head.readUInt32BE(HEAD + 4 * byte));
  const total = countTo(255);
  const names = HEAD + FANOUT;
  const offsets = names + total * (idLength + 4);
  const largeOffsets = offsets + total * 4;
  return {
    close: () => closeSync(file),
    offsetOf: (name) => {
      const byte = name[0] ?? 0;
      const from = countTo(byte - 1);
      const count = countTo(byte) - from;
      if (count <= 0) return null;
      const found = search(read(names + from * idLength, count * idLength), name);
      if (found === null) return null;
      const offset = read(offsets + (from + found) * 4, 4).readUInt32BE(0);
      if (offset < 0x80000000) return offset;
      return Number(read(largeOffsets + (offset - 0x80000000) * 8, 8).readBigUInt64BE(0));
    },
  };
}

/** The place of a name among sorted names. */
function search(names: Buffer, name: Buffer): number | null {
  const width = name.length;
  let [low, high] = [0, names.length / width];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = names.compare(name, 0, width, middle * width, (middle + 1) * width);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return null;
}
