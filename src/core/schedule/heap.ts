/** A binary heap: `pop` gives what comes before all others by `isBefore`. */
export class Heap<T> {
  readonly #items: T[] = [];
  readonly #isBefore: (one: T, other: T) => boolean;

  constructor(isBefore: (one: T, other: T) => boolean) {
    this.#isBefore = isBefore;
  }

  /** What `pop` would give. */
  first(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const items = this.#items;
    let at = items.length;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = items[up] as T;
      if (!this.#isBefore(item, parent)) break;
      items[at] = parent;
      at = up;
    }
    items[at] = item;
  }

  pop(): T | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down >= items.length) break;
      const right = items[down + 1];
      if (right !== undefined && this.#isBefore(right, items[down] as T)) down += 1;
      const child = items[down] as T;
      if (!this.#isBefore(child, last)) break;
      items[at] = child;
      at = down;
    }
    items[at] = last;
    return first;
  }
}
