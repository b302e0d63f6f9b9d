/** Where the reading of a delta is. */
interface Cursor {
  readonly bytes: Buffer;
  at: number;
}

/**
 * The object that a delta makes of its base (gitformat-pack(5), "Deltified representation"); null where the delta is
 * damaged or meant for another base, or would make more than `maxBytes`.
 */
export function applyDelta(base: Buffer, delta: Buffer, maxBytes: number): Buffer | null {
  const cursor = { bytes: delta, at: 0 };
  const baseLength = readLength(cursor);
  const length = readLength(cursor);
  if (baseLength !== base.length || length > maxBytes) return null;
  const made = Buffer.allocUnsafe(length);
  let filled = 0;
  while (cursor.at < delta.length) {
    const order = delta[cursor.at] ?? 0;
    cursor.at += 1;
    const isCopy = order >= 0x80;
    const from = isCopy ? readPart(cursor, order, 4) : cursor.at;
    const size = isCopy ? readPart(cursor, order >> 4, 3) || 0x10000 : order;
    const source = isCopy ? base : delta;
    // An order of 0 is reserved.
    if (size === 0 || from + size > source.length || filled + size > length) return null;
    source.copy(made, filled, from, from + size);
    filled += size;
    if (!isCopy) cursor.at += size;
  }
  return filled === length && cursor.at === delta.length ? made : null;
}

/** Seven bits a byte, the lowest first, until one without the highest bit. */
function readLength(cursor: Cursor): number {
  let length = 0;
  let weight = 1;
  for (;;) {
    const byte = cursor.bytes[cursor.at] ?? 0;
    cursor.at += 1;
    length += (byte & 0x7f) * weight;
    if (byte < 0x80) return length;
    weight *= 0x80;
  }
}

/** The bytes of a number that `present` has bits for, the lowest first; the others are 0. */
function readPart(cursor: Cursor, present: number, count: number): number {
  let number = 0;
  for (let place = 0; place < count; place += 1) {
    if ((present & (1 << place)) === 0) continue;
    number += (cursor.bytes[cursor.at] ?? 0) * 2 ** (8 * place);
    cursor.at += 1;
  }
  return number;
}
