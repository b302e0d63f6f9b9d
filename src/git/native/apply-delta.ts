/** A delta that does not fit its base, or is damaged. */
class BadDelta extends Error {
  override readonly name = 'BadDelta';
}

/** The size of what a delta makes, read from its head. */
export function deltaTargetSize(delta: Uint8Array): number {
  return readSize(delta, readSize(delta, 0).next).value;
}

/**
 * Applies a delta of git's pack format (gitformat-pack(5), "Deltified representation"): copies of stretches of the base,
 * and literal bytes. Throws for one that does not fit.
 */
export function applyDelta(base: Uint8Array, delta: Uint8Array): Buffer {
  const source = readSize(delta, 0);
  const target = readSize(delta, source.next);
  if (source.value !== base.length) throw new BadDelta('the base has another size');
  const made = Buffer.alloc(target.value);
  let at = target.next;
  let length = 0;
  while (at < delta.length) {
    const code = delta[at] ?? 0;
    at += 1;
    if ((code & 0x80) === 0) {
      if (code === 0) throw new BadDelta('a reserved instruction');
      made.set(delta.subarray(at, at + code), length);
      at += code;
      length += code;
      continue;
    }
    const { start, size, next } = readCopy(delta, at, code);
    if (start + size > base.length || length + size > made.length)
      throw new BadDelta('a copy from beyond the base');
    made.set(base.subarray(start, start + size), length);
    at = next;
    length += size;
  }
  if (length !== made.length) throw new BadDelta('the result has another size');
  return made;
}

/** Seven bits a byte, the lowest first. */
function readSize(
  bytes: Uint8Array,
  from: number,
): { readonly value: number; readonly next: number } {
  let value = 0;
  let scale = 1;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte < 0x80) return { value, next: at + 1 };
  }
  throw new BadDelta('it ends in its head');
}

/** Offset and size of a copy: the bits of its code say which of their bytes are there. */
function readCopy(
  delta: Uint8Array,
  from: number,
  code: number,
): { readonly start: number; readonly size: number; readonly next: number } {
  let at = from;
  let start = 0;
  for (let bit = 0, scale = 1; bit < 4; bit += 1, scale *= 256) {
    if ((code & (1 << bit)) === 0) continue;
    start += (delta[at] ?? 0) * scale;
    at += 1;
  }
  let size = 0;
  for (let bit = 4, scale = 1; bit < 7; bit += 1, scale *= 256) {
    if ((code & (1 << bit)) === 0) continue;
    size += (delta[at] ?? 0) * scale;
    at += 1;
  }
  return { start, size: size === 0 ? 0x10000 : size, next: at };
}
