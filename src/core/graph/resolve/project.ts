import { baseName } from '../../apply/tree-index.ts';
import { folderOf, joinPath, TreeFiles } from './tree-files.ts';

/** A manifest's text, and its value where it is JSON (comments allowed); undefined where it cannot be read. */
export interface Manifest {
  readonly text: string;
  readonly json: unknown;
}

/** A package of a workspace, as its manifest tells it. */
export interface NodePackage {
  readonly folder: string;
  readonly exports: unknown;
  readonly imports: unknown;
  /** `main`, `module`, `types`, `source` and `browser` where they are file names. */
  readonly entries: readonly string[];
}

/** One `paths` pattern of a TypeScript config: where a specifier that it fits may stand. */
export interface PathAlias {
  readonly pattern: string;
  /** From the root of the tree. */
  readonly targets: readonly string[];
}

/** What the manifests of a tree say about how imports resolve. */
export interface Project {
  readonly files: TreeFiles;
  readonly nodePackages: ReadonlyMap<string, NodePackage>;
  /** By folder: the nearest one counts. */
  readonly nodePackageOf: ReadonlyMap<string, NodePackage>;
  readonly aliases: ReadonlyMap<string, readonly PathAlias[]>;
  /** Go module paths and their folders. */
  readonly goModules: readonly { readonly path: string; readonly folder: string }[];
  /** Rust crate names (with underscores) and the folders of their manifests. */
  readonly crates: ReadonlyMap<string, string>;
}

const TYPESCRIPT_CONFIG = /^(?:tsconfig|jsconfig)(?:\..*)?\.json$/;
const MANIFESTS: ReadonlySet<string> = new Set(['package.json', 'go.mod', 'Cargo.toml']);

/** Whether the content of a path is needed to know how imports resolve. */
export const isManifest = (path: string): boolean =>
  MANIFESTS.has(baseName(path)) || TYPESCRIPT_CONFIG.test(baseName(path));

/** The project of a tree: all its paths, and its manifests. What cannot be read says nothing. */
export function projectOf(
  paths: Iterable<string>,
  manifests: ReadonlyMap<string, Manifest>,
): Project {
  const nodePackages = new Map<string, NodePackage>();
  const nodePackageOf = new Map<string, NodePackage>();
  const aliases = new Map<string, PathAlias[]>();
  const goModules: { path: string; folder: string }[] = [];
  const crates = new Map<string, string>();
  for (const [path, { text, json }] of manifests) {
    const folder = folderOf(path);
    const name = baseName(path);
    if (name === 'package.json') {
      const read = nodePackage(folder, json);
      nodePackageOf.set(folder, read.value);
      if (read.name !== '') nodePackages.set(read.name, read.value);
    } else if (name === 'go.mod') {
      const named = /^module\s+(\S+)/m.exec(text)?.[1];
      if (named !== undefined) goModules.push({ path: named, folder });
    } else if (name === 'Cargo.toml') {
      const named = /^name\s*=\s*"([^"]+)"/m.exec(text)?.[1];
      if (named !== undefined) crates.set(named.replaceAll('-', '_'), folder);
    } else {
      const own = aliases.get(folder) ?? [];
      aliases.set(folder, [...own, ...pathAliases(path, manifests)]);
    }
  }
  goModules.sort((a, b) => b.path.length - a.path.length);
  return { files: new TreeFiles(paths), nodePackages, nodePackageOf, aliases, goModules, crates };
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};

const asStrings = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter(
    (each) => typeof each === 'string',
  );

function nodePackage(folder: string, json: unknown): { name: string; value: NodePackage } {
  const manifest = asRecord(json);
  const { name, exports, imports } = manifest;
  const entries = ['source', 'types', 'typings', 'module', 'main', 'browser'].flatMap((key) =>
    asStrings(manifest[key]),
  );
  return {
    name: typeof name === 'string' ? name : '',
    value: { folder, exports, imports, entries },
  };
}

/** Configs that extend one another in a ring are left at this depth. */
const MAX_EXTENDS = 8;

/** The aliases of a config or, where it has none, of the one that it extends. `baseUrl` alone is an alias for all. */
function pathAliases(
  path: string,
  manifests: ReadonlyMap<string, Manifest>,
  depth = 0,
): readonly PathAlias[] {
  if (depth > MAX_EXTENDS) return [];
  const config = asRecord(manifests.get(path)?.json);
  const options = asRecord(config['compilerOptions']);
  const folder = folderOf(path);
  const { baseUrl, paths } = options;
  const base = joinPath(folder, typeof baseUrl === 'string' ? baseUrl : '.');
  if (base === null) return [];
  const own = Object.entries(asRecord(paths)).map(([pattern, targets]) => ({
    pattern,
    targets: asStrings(targets).flatMap((target) => joinPath(base, target) ?? []),
  }));
  if (typeof baseUrl === 'string')
    own.push({ pattern: '*', targets: [base === '' ? '*' : `${base}/*`] });
  if (own.length > 0) return own;
  return asStrings(config['extends']).flatMap((name) => {
    if (!name.startsWith('.')) return [];
    const target = joinPath(folder, name.endsWith('.json') ? name : `${name}.json`);
    return target === null ? [] : pathAliases(target, manifests, depth + 1);
  });
}
