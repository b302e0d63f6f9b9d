import type { TreeEntry } from '../model/patch.ts';

/** Look-ups over a base's tree. Each table is built on first use. */
export class TreeIndex {
  readonly tree: readonly TreeEntry[];
  #byPath: ReadonlyMap<string, TreeEntry> | undefined;
  #byName: ReadonlyMap<string, readonly string[]> | undefined;
  #byFold: ReadonlyMap<string, string> | undefined;
  #byComposed: ReadonlyMap<string, readonly string[]> | undefined;
  #folders: ReadonlySet<string> | undefined;

  constructor(tree: readonly TreeEntry[]) {
    this.tree = tree;
  }

  entry(path: string): TreeEntry | undefined {
    this.#byPath ??= new Map(this.tree.map((entry) => [entry.path, entry]));
    return this.#byPath.get(path);
  }

  has(path: string): boolean {
    return this.entry(path) !== undefined;
  }

  /** Tracked paths whose last segment is `name`. */
  named(name: string): readonly string[] {
    this.#byName ??= grouped(this.tree, ({ path }) => baseName(path));
    return this.#byName.get(name) ?? [];
  }

  /** Tracked paths that are the same once both are composed (NFC). */
  composed(path: string): readonly string[] {
    this.#byComposed ??= grouped(this.tree, (entry) => entry.path.normalize('NFC'));
    return this.#byComposed.get(path.normalize('NFC')) ?? [];
  }

  /** True where tracked files lie below `path`. */
  hasFolder(path: string): boolean {
    this.#folders ??= new Set(this.tree.flatMap((entry) => foldersOf(entry.path)));
    return this.#folders.has(path);
  }

  /**
   * A tracked path or folder that a file system without case (or composition) takes for `path` or for a folder of it, and
   * that is spelt otherwise; undefined where there is none.
   */
  lookAlike(path: string): string | undefined {
    this.#byFold ??= folds(this.tree);
    const segments = path.split('/');
    for (let depth = 1; depth <= segments.length; depth += 1) {
      const part = segments.slice(0, depth).join('/');
      const known = this.#byFold.get(foldPath(part));
      if (known !== undefined && known !== part) return known;
    }
    return undefined;
  }
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A path as a file system without case or composition compares it. */
export const foldPath = (path: string): string => path.normalize('NFC').toLowerCase();

/** `a`, `a/b` for `a/b/c`. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1))
    folders.push(path.slice(0, at));
  return folders;
}

function grouped(
  tree: readonly TreeEntry[],
  keyOf: (entry: TreeEntry) => string,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const entry of tree) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry.path]);
    else group.push(entry.path);
  }
  return groups;
}

function folds(tree: readonly TreeEntry[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  let lastFolder = '';
  for (const { path } of tree) {
    known.set(foldPath(path), path);
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (folder === lastFolder) continue;
    lastFolder = folder;
    for (const part of foldersOf(path)) known.set(foldPath(part), part);
  }
  return known;
}

const INDEXES = new WeakMap<readonly TreeEntry[], TreeIndex>();

/** The index of a tree, made once per tree. */
export function treeIndex(tree: readonly TreeEntry[]): TreeIndex {
  const known = INDEXES.get(tree);
  if (known !== undefined) return known;
  const index = new TreeIndex(tree);
  INDEXES.set(tree, index);
  return index;
}
