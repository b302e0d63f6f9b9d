import type { NodePackage, Project } from './project.ts';
import { ancestors, folderOf, joinPath, type TreeFiles } from './tree-files.ts';

const EXTENSIONS = [
  'ts',
  'tsx',
  'mts',
  'cts',
  'd.ts',
  'js',
  'jsx',
  'mjs',
  'cjs',
  'json',
  'vue',
  'svelte',
  'astro',
];

/** What a TypeScript file is imported as, and what it may be called. */
const SOURCES: readonly (readonly [built: string, sources: readonly string[]])[] = [
  ['.d.ts', ['.ts', '.tsx']],
  ['.js', ['.ts', '.tsx', '.jsx', '.d.ts']],
  ['.jsx', ['.tsx']],
  ['.mjs', ['.mts', '.d.mts']],
  ['.cjs', ['.cts', '.d.cts']],
];

/** Folders that hold what a build makes of `src`. */
const BUILT = /^(?:dist|build|lib|out|output|esm|cjs|es|types)\//;

/** Files that an import of JavaScript or TypeScript may load. Empty for what is not in the tree. */
export function resolveJavascript(
  specifier: string,
  from: string,
  project: Project,
): readonly string[] {
  const [bare = ''] = specifier.split(/[?#]/, 1);
  const folder = folderOf(from);
  if (specifier.startsWith('.')) return fileAt(joinPath(folder, bare || '.'), project.files);
  if (specifier.startsWith('#')) return resolveOwnImport(specifier, folder, project);
  if (bare === '' || bare.startsWith('node:')) return [];
  const aliased = resolveAlias(bare, folder, project);
  if (aliased.length > 0) return aliased;
  return resolvePackage(bare, project);
}

/** A file, with or without its extension, under the name of what it is built to, or as the index of a folder. */
function fileAt(path: string | null, files: TreeFiles): readonly string[] {
  if (path === null) return [];
  return files.first(candidates(path));
}

function* candidates(path: string): Generator<string> {
  yield path;
  for (const [built, sources] of SOURCES)
    if (path.endsWith(built))
      for (const source of sources) yield path.slice(0, -built.length) + source;
  if (path !== '') for (const extension of EXTENSIONS) yield `${path}.${extension}`;
  const inside = path === '' ? '' : `${path}/`;
  for (const extension of EXTENSIONS) yield `${inside}index.${extension}`;
}

/** Patterns of the nearest folder that has any. */
function resolveAlias(specifier: string, folder: string, project: Project): readonly string[] {
  for (const each of ancestors(folder)) {
    const aliases = project.aliases.get(each);
    if (aliases === undefined) continue;
    for (const { pattern, targets } of aliases) {
      const star = starOf(pattern, specifier);
      if (star === null) continue;
      for (const target of targets) {
        const found = fileAt(
          target.replace('*', () => star),
          project.files,
        );
        if (found.length > 0) return found;
      }
    }
  }
  return [];
}

/** What the star of a pattern stands for; the empty string where both are the same; null where it does not fit. */
function starOf(pattern: string, text: string): string | null {
  const at = pattern.indexOf('*');
  if (at === -1) return pattern === text ? '' : null;
  const tail = pattern.slice(at + 1);
  const isFit =
    text.length >= pattern.length - 1 &&
    text.startsWith(pattern.slice(0, at)) &&
    text.endsWith(tail);
  return isFit ? text.slice(at, text.length - tail.length) : null;
}

function resolvePackage(specifier: string, project: Project): readonly string[] {
  const parts = specifier.split('/');
  const length = specifier.startsWith('@') ? 2 : 1;
  const owner = project.nodePackages.get(parts.slice(0, length).join('/'));
  if (owner === undefined) return [];
  const rest = parts.slice(length).join('/');
  const targets = targetsOf(owner.exports, rest === '' ? '.' : `./${rest}`);
  const named = rest === '' ? [...targets, ...owner.entries] : targets;
  const found = named.flatMap((target) => sourceOf(owner, target, project.files));
  if (found.length > 0) return [...new Set(found)];
  const guesses = rest === '' ? ['src', '.', 'lib'] : [rest, `src/${rest}`];
  for (const guess of guesses) {
    const file = fileAt(joinPath(owner.folder, guess), project.files);
    if (file.length > 0) return file;
  }
  return [];
}

function resolveOwnImport(specifier: string, folder: string, project: Project): readonly string[] {
  for (const each of ancestors(folder)) {
    const owner = project.nodePackageOf.get(each);
    if (owner === undefined) continue;
    const targets = targetsOf(owner.imports, specifier);
    return [...new Set(targets.flatMap((target) => sourceOf(owner, target, project.files)))];
  }
  return [];
}

/** The file of the tree that a manifest's target is, or is built from. */
function sourceOf({ folder }: NodePackage, target: string, files: TreeFiles): readonly string[] {
  const found = fileAt(joinPath(folder, target), files);
  if (found.length > 0) return found;
  const inside = joinPath('', target);
  if (inside === null || !BUILT.test(inside)) return [];
  const source = inside.replace(BUILT, '');
  for (const guess of [`src/${source}`, source, `src/${source.replace(BUILT, '')}`]) {
    const file = fileAt(joinPath(folder, guess), files);
    if (file.length > 0) return file;
  }
  return [];
}

/** Every target that `exports` or `imports` may give for a key, under whatever condition. */
function targetsOf(map: unknown, key: string): readonly string[] {
  if (typeof map === 'string') return key === '.' ? [map] : [];
  if (typeof map !== 'object' || map === null) return [];
  const entries = Object.entries(map);
  const isConditions = entries.every(([name]) => !/^[.#]/.test(name));
  if (isConditions) return key === '.' ? leaves(map) : [];
  return entries.flatMap(([pattern, value]) => {
    const star = starOf(pattern, key);
    return star === null ? [] : leaves(value).map((leaf) => leaf.replaceAll('*', () => star));
  });
}

/** Conditions are nested a few levels deep. */
const MAX_DEPTH = 10;

function leaves(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((each) => leaves(each, depth + 1));
}
