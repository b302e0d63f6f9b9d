/** One object's head in a pack. `base` is an offset or a name, for a delta. */
export interface PackHead {
  readonly kind: number;
  readonly size: number;
  /** Where its compressed bytes begin. */
  readonly start: number;
  readonly base: number | Buffer | null;
}

const OFFSET_DELTA = 6;
const NAMED_DELTA = 7;

/** Longest head: type and size, and where the base of a delta is. */
export const MAX_HEAD = 64;

/** Reads the head of the object at `offset` (gitformat-pack(5)); `bytes` begin there. Throws where they end in it. */
export function readPackHead(bytes: Buffer, offset: number, idLength: number): PackHead {
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
  if (distance < 1 || distance > offset) throw new Error('the base of a delta is outside its pack');
  return { kind, size, base: offset - distance, start: offset + at };
}
