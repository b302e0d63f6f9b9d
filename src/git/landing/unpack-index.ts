import { EXTENDED_FLAG, HEADER_LENGTH, STAT_LENGTH } from './index-layout.ts';

/** The part of the flags that says how long the name is, as far as it can. */
const LENGTH_MASK = 0xfff;
const LAYOUT_VERSION = 3;

/** A number in git's encoding of lengths, and where it ends; null where the bytes end first. */
function lengthAt(
  bytes: Buffer,
  start: number,
): { readonly value: number; readonly end: number } | null {
  let at = start;
  let byte = bytes[at];
  let value = (byte ?? 0) & 0x7f;
  while (byte !== undefined && byte >= 0x80) {
    at += 1;
    byte = bytes[at];
    value = (value + 1) * 0x80 + ((byte ?? 0) & 0x7f);
  }
  return byte === undefined ? null : { value, end: at + 1 };
}

/**
 * An index of version 4, whose names say only in what each differs from the one before it, in the layout of version 3
 * (gitformat-index(5)). What follows the entries is taken over as it is, the checksum of other bytes included. Null where
 * it is damaged.
 */
export function unpackIndex(bytes: Buffer, idLength: 20 | 32): Buffer | null {
  const count = bytes.readUInt32BE(8);
  const head = Buffer.from(bytes.subarray(0, HEADER_LENGTH));
  head.writeUInt32BE(LAYOUT_VERSION, 4);
  const parts: Buffer[] = [head];
  let name = Buffer.alloc(0);
  let at = HEADER_LENGTH;
  for (let left = count; left > 0; left -= 1) {
    const flagsAt = at + STAT_LENGTH + idLength;
    if (flagsAt + 4 > bytes.length) return null;
    const flags = bytes.readUInt16BE(flagsAt);
    const isExtended = (flags & EXTENDED_FLAG) !== 0;
    const fixed = bytes.subarray(at, flagsAt + (isExtended ? 4 : 2));
    const dropped = lengthAt(bytes, at + fixed.length);
    const nul = dropped === null ? -1 : bytes.indexOf(0, dropped.end);
    if (dropped === null || nul === -1 || dropped.value > name.length) return null;
    name = Buffer.concat([
      name.subarray(0, name.length - dropped.value),
      bytes.subarray(dropped.end, nul),
    ]);
    if ((flags & LENGTH_MASK) !== Math.min(name.length, LENGTH_MASK)) return null;
    const length = fixed.length + name.length;
    parts.push(fixed, name, Buffer.alloc(((length + 8) & ~7) - length));
    at = nul + 1;
  }
  parts.push(bytes.subarray(at));
  return Buffer.concat(parts);
}
