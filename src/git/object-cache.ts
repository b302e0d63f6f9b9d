/** An object as it is kept: its id names its content, so that it never changes. */
interface Kept {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Trees and commits that were read lately, by id. Invariant: their bytes together are at most `MOST_BYTES`. */
export interface ObjectCache<Item extends Kept> {
  readonly get: (id: string) => Item | undefined;
  /** Keeps a tree or a commit; leaves other and very large objects out. */
  readonly keep: (id: string, item: Item) => void;
}

const MOST_BYTES = 4 * 1024 * 1024;
const MOST_OF_ONE = 256 * 1024;

/** Each step of a landing reads the same few trees: along the touched folders of the base and the candidate. */
export function createObjectCache<Item extends Kept>(): ObjectCache<Item> {
  const kept = new Map<string, Item>();
  let size = 0;
  const drop = (id: string, item: Item): void => {
    kept.delete(id);
    size -= item.bytes.length;
  };
  return {
    get: (id) => {
      const item = kept.get(id);
      if (item === undefined) return undefined;
      // The order of the map is the order of use.
      kept.delete(id);
      kept.set(id, item);
      return item;
    },
    keep: (id, item) => {
      const isWanted = item.type === 'tree' || item.type === 'commit';
      if (!isWanted || item.bytes.length > MOST_OF_ONE || kept.has(id)) return;
      kept.set(id, item);
      size += item.bytes.length;
      for (const [oldest, old] of kept) {
        if (size <= MOST_BYTES) break;
        drop(oldest, old);
      }
    },
  };
}
