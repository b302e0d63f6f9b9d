/** An index that the caller knows to lie inside the list: one outside it is a bug, and thrown as such. */
function present<T>(item: T | undefined, at: number): T {
  if (item === undefined) throw new RangeError(`no item at ${at}`);
  return item;
}

export const itemAt = <T>(list: readonly T[], at: number): T => present(list[at], at);

/** The same for tables of numbers; apart, since a function that reads every kind of list is slow at all of them. */
export const numberAt = (list: Uint32Array | Int32Array, at: number): number =>
  present(list[at], at);

/** The same for bytes. */
export const byteAt = (bytes: Uint8Array, at: number): number => present(bytes[at], at);
