import { baseName } from '../../apply/tree-index.ts';

/** The paths of a tree, for look-ups by resolvers. */
export class TreeFiles {
  readonly paths: ReadonlySet<string>;
  #byName: Map<string, string[]> | undefined;
  #byFolder: Map<string, string[]> | undefined;
  #folders: Map<string, string[]> | undefined;

  constructor(paths: Iterable<string>) {
    this.paths = new Set(paths);
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  /** The first of these paths that is there, as a list of one; else empty. */
  first(candidates: Iterable<string>): readonly string[] {
    for (const path of candidates) if (this.paths.has(path)) return [path];
    return [];
  }

  /** Paths that are `suffix` or end with it at a segment's border. */
  endingWith(suffix: string): readonly string[] {
    this.#byName ??= groupedBy(this.paths, baseName);
    return (this.#byName.get(baseName(suffix)) ?? []).filter(
      (path) => path === suffix || path.endsWith(`/${suffix}`),
    );
  }

  /** Files that stand right in a folder; the root is the empty string. */
  inFolder(folder: string): readonly string[] {
    return this.#folderIndex().get(folder) ?? [];
  }

  /** Folders with files right in them that are `suffix` or end with it at a segment's border. */
  foldersEndingWith(suffix: string): readonly string[] {
    this.#folders ??= groupedBy(this.#folderIndex().keys(), baseName);
    return (this.#folders.get(baseName(suffix)) ?? []).filter(
      (folder) => folder === suffix || folder.endsWith(`/${suffix}`),
    );
  }

  #folderIndex(): Map<string, string[]> {
    return (this.#byFolder ??= groupedBy(this.paths, folderOf));
  }
}

/** `a/b` for `a/b/c`; empty for a file at the root. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** A folder and all that hold it, innermost first; the root last. */
export function ancestors(folder: string): readonly string[] {
  const found: string[] = [];
  for (let at = folder; at !== ''; at = folderOf(at)) found.push(at);
  return [...found, ''];
}

/** Joins a folder and a relative path; null where it leads out of the tree. */
export function joinPath(folder: string, path: string): string | null {
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join('/');
}

function groupedBy(
  paths: Iterable<string>,
  keyOf: (path: string) => string,
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const key = keyOf(path);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [path]);
    else group.push(path);
  }
  return groups;
}
