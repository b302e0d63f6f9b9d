/**
 * Which file of a tree imports which. Filled file by file by its maker, then only read. A file that nothing imports and
 * that imports nothing need not be in it.
 */
export class ImportGraph {
  readonly #dependents = new Map<string, string[]>();
  readonly #dependencies = new Map<string, readonly string[]>();
  #edgeCount = 0;

  /** How many pairs of files it holds. */
  get edgeCount(): number {
    return this.#edgeCount;
  }

  /** A file and all that it depends on; once for each file. */
  add(path: string, dependencies: Iterable<string>): void {
    const list = [...dependencies];
    if (list.length > 0) this.#dependencies.set(path, list);
    for (const dependency of list) {
      this.#edgeCount += 1;
      const known = this.#dependents.get(dependency);
      if (known === undefined) this.#dependents.set(dependency, [path]);
      else known.push(path);
    }
  }

  /** Files that import this one. */
  importersOf(path: string): readonly string[] {
    return this.#dependents.get(path) ?? [];
  }

  /** All files that depend on any of these, over however many others; the given ones only where they do. */
  dependentsOf(paths: Iterable<string>): ReadonlySet<string> {
    return reached(paths, (path) => this.importersOf(path));
  }

  /** All files that any of these depend on, over however many others; the given ones only where they do. */
  dependenciesOf(paths: Iterable<string>): ReadonlySet<string> {
    return reached(paths, (path) => this.#dependencies.get(path) ?? []);
  }
}

function reached(
  paths: Iterable<string>,
  next: (path: string) => readonly string[],
): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...paths];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const other of next(path)) {
      if (found.has(other)) continue;
      found.add(other);
      open.push(other);
    }
  }
  return found;
}
