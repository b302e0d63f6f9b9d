/**
 * The import graphs of a repository's trees, read from git objects alone: the checkout may be on another branch or hold
 * what nobody committed. What a blob imports is read once and kept by its id; a graph is then put together for each tree.
 *
 * States: none, building (one tree at a time, in the background, a few blobs at once and in slices that let other work
 * in), ready, closed. Invariants: `at` never waits longer than its patience; nothing is read after `close` resolved.
 * Callers: planning, and the composition root, which warms it and closes it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { importReader } from '../../core/graph/import-readers/registry.ts';
import { ImportGraph } from '../../core/graph/import-graph.ts';
import { packageFolders } from '../../core/graph/package-folders.ts';
import {
  isManifest,
  projectOf,
  type Manifest,
  type Project,
} from '../../core/graph/resolve/project.ts';
import { dependenciesOf } from '../../core/graph/resolve/resolve-import.ts';
import type { TreeEntry } from '../../core/model/patch.ts';
import { objectsOf, type Repository } from '../../git/repository.ts';
import { readImports } from './read-imports.ts';
import { readManifest } from './read-manifest.ts';

/** A graph with what its tree says about packages. */
export interface TreeGraph {
  readonly graph: ImportGraph;
  readonly packageFolders: ReadonlySet<string>;
}

/** The graph, or why there is none in time. */
export type GraphAnswer =
  | { readonly kind: 'graph'; readonly tree: TreeGraph }
  | { readonly kind: 'building' | 'failed' | 'closed' };

export interface DependencyGraphsOptions {
  /** Longest time that `at` waits; milliseconds. */
  readonly patienceMs?: number;
  /** Trees with more source files are never waited for. */
  readonly maxFiles?: number;
}

const PATIENCE_MS = 1000;
const MAX_FILES = 20_000;

/** Larger files are not read: generated code imports nothing that matters. */
const MAX_BYTES = 1024 * 1024;
/** Blobs that are read at once, and files that are resolved before other work gets a turn. */
const AT_ONCE = 16;
const SLICE = 250;
/** Graphs and blobs' imports that are kept. */
const KEPT_GRAPHS = 6;
const KEPT_BLOBS = 100_000;

export class DependencyGraphs {
  readonly #repo: Repository;
  readonly #patienceMs: number;
  readonly #maxFiles: number;
  /** By blob id and extension. */
  #imports = new Map<string, readonly string[]>();
  readonly #graphs = new Map<string, Promise<TreeGraph | null>>();
  readonly #ready = new Map<string, TreeGraph>();
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(repo: Repository, options: DependencyGraphsOptions = {}) {
    this.#repo = repo;
    this.#patienceMs = options.patienceMs ?? PATIENCE_MS;
    this.#maxFiles = options.maxFiles ?? MAX_FILES;
  }

  /** Starts building the graph of a tree, unless it is there. `name` is the tree's or its commit's id. */
  warm(name: string, tree: readonly TreeEntry[]): void {
    void this.#start(name, tree);
  }

  /** The graph of a tree, if it is there or can be made in time; else it goes on being made in the background. */
  async at(name: string, tree: readonly TreeEntry[]): Promise<GraphAnswer> {
    const ready = this.#ready.get(name);
    if (ready !== undefined) return { kind: 'graph', tree: ready };
    if (this.#isClosed) return { kind: 'closed' };
    const building = this.#start(name, tree);
    const missing = tree.filter((entry) => isSource(entry) && !this.#imports.has(keyOf(entry)));
    if (missing.length > this.#maxFiles) return { kind: 'building' };
    const { promise: late, resolve } = Promise.withResolvers<GraphAnswer>();
    const timer = setTimeout(() => resolve({ kind: 'building' }), this.#patienceMs);
    const made = building.then(
      (found): GraphAnswer =>
        found === null ? { kind: 'closed' } : { kind: 'graph', tree: found },
      (): GraphAnswer => ({ kind: 'failed' }),
    );
    try {
      return await Promise.race([made, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Stops building; resolves when nothing is read any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
  }

  /** One tree after the other: a later one finds most blobs read. */
  #start(name: string, tree: readonly TreeEntry[]): Promise<TreeGraph | null> {
    const known = this.#graphs.get(name);
    if (known !== undefined) return known;
    const building = this.#last.then(() => this.#build(name, tree));
    this.#graphs.set(name, building);
    // A tree that could not be read (a damaged or partial clone) is tried again when it is asked for.
    this.#last = building.catch(() => this.#graphs.delete(name));
    return building;
  }

  async #build(name: string, tree: readonly TreeEntry[]): Promise<TreeGraph | null> {
    if (this.#isClosed) return null;
    const sources = tree.filter(isSource);
    await this.#readAll(sources);
    const project = await this.#project(tree);
    const graph = new ImportGraph();
    for (const [at, entry] of sources.entries()) {
      if (at % SLICE === SLICE - 1) await nextTurn();
      if (this.#isClosed) return null;
      const language = importReader(entry.path)?.language;
      const specifiers = this.#imports.get(keyOf(entry));
      if (language === undefined || specifiers === undefined) continue;
      graph.add(entry.path, dependenciesOf({ path: entry.path, language }, specifiers, project));
    }
    const made = { graph, packageFolders: packageFolders(tree.map(({ path }) => path)) };
    this.#keep(name, made, sources);
    return made;
  }

  async #readAll(sources: readonly TreeEntry[]): Promise<void> {
    const missing = sources.filter((entry) => !this.#imports.has(keyOf(entry)));
    for (let at = 0; at < missing.length && !this.#isClosed; at += AT_ONCE) {
      await Promise.all(
        missing.slice(at, at + AT_ONCE).map(async (entry) => {
          const text = await this.#text(entry);
          const found = text === null ? [] : await readImports(entry.path, text);
          this.#imports.set(keyOf(entry), found);
        }),
      );
      await nextTurn();
    }
  }

  async #project(tree: readonly TreeEntry[]): Promise<Project> {
    const manifests = new Map<string, Manifest>();
    for (const entry of tree) {
      if (!isManifest(entry.path) || !isRegular(entry) || this.#isClosed) continue;
      const text = await this.#text(entry);
      if (text !== null) manifests.set(entry.path, readManifest(entry.path, text));
    }
    return projectOf(
      tree.map(({ path }) => path),
      manifests,
    );
  }

  /** Null for what is too large, binary or no blob. */
  async #text({ oid }: TreeEntry): Promise<string | null> {
    const found = await objectsOf(this.#repo).read(oid);
    if (found === null || found.type !== 'blob') return null;
    if (found.bytes.length > MAX_BYTES || found.bytes.includes(0)) return null;
    return found.bytes.toString('utf8');
  }

  #keep(name: string, made: TreeGraph, sources: readonly TreeEntry[]): void {
    this.#ready.set(name, made);
    for (const old of [...this.#ready.keys()].slice(0, -KEPT_GRAPHS)) {
      this.#ready.delete(old);
      this.#graphs.delete(old);
    }
    if (this.#imports.size <= KEPT_BLOBS) return;
    const inUse = new Set(sources.map(keyOf));
    this.#imports = new Map([...this.#imports].filter(([key]) => inUse.has(key)));
  }
}

const isRegular = ({ mode }: TreeEntry): boolean => mode === '100644' || mode === '100755';

const isSource = (entry: TreeEntry): boolean =>
  isRegular(entry) && importReader(entry.path) !== undefined;

/** The same bytes under another extension may be another language. */
const keyOf = ({ path, oid }: TreeEntry): string => `${oid}${path.slice(path.lastIndexOf('.'))}`;
