import { baseName } from '../../apply/tree-index.ts';
import type { Project } from './project.ts';
import { ancestors, folderOf, joinPath } from './tree-files.ts';

/** Files that a specifier of the language's reader may mean; empty for what is not in the tree. */
export type Resolve = (specifier: string, from: string, project: Project) => readonly string[];

/** A module or a package's `__init__`, looked for from the file's own folder up, and in each `src` on the way. */
export const resolvePython: Resolve = (specifier, from, { files }) => {
  const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
  const path = specifier.slice(dots).replaceAll('.', '/');
  const up = dots === 0 ? '.' : Array.from({ length: dots - 1 }, () => '..').join('/') || '.';
  const start = joinPath(folderOf(from), up);
  if (start === null) return [];
  const places =
    dots > 0 ? [start] : ancestors(start).flatMap((each) => [each, joined(each, 'src')]);
  for (const place of places) {
    const target = joinPath(place, path);
    if (target === null) continue;
    const inside = target === '' ? '' : `${target}/`;
    const found = files.first([
      `${target}.py`,
      `${inside}__init__.py`,
      `${target}.pyi`,
      `${inside}__init__.pyi`,
    ]);
    if (found.length > 0) return found;
  }
  return [];
};

/** A package is all the files of its folder; the files of one folder need no import to see each other. */
export const resolveGo: Resolve = (specifier, _from, { files, goModules }) => {
  const module = goModules.find(
    ({ path }) => specifier === path || specifier.startsWith(`${path}/`),
  );
  if (module === undefined) return [];
  const folder = joinPath(module.folder, specifier.slice(module.path.length));
  if (folder === null) return [];
  return files
    .inFolder(folder)
    .filter((path) => path.endsWith('.go') && !path.endsWith('_test.go'));
};

/** A module's file for `mod`; for `use`, the longest beginning of the path that is a file. */
export const resolveRust: Resolve = (specifier, from, project) => {
  const at = specifier.indexOf(':');
  const kind = specifier.slice(0, at);
  const value = specifier.slice(at + 1);
  const { files } = project;
  const inside = moduleFolder(from);
  if (kind === 'path') return files.first([joinPath(folderOf(from), value) ?? '']);
  if (kind === 'mod') return files.first(rustFiles(inside, [value]));
  const segments = value.split('::').map((segment) => segment.trim());
  const [head = ''] = segments;
  if (head === 'self') return longest(inside, segments.slice(1), project);
  if (head === 'super') return longest(folderOf(inside), segments.slice(1), project);
  if (head === 'crate') {
    const root = ancestors(folderOf(from)).find(
      (each) => files.has(joined(each, 'lib.rs')) || files.has(joined(each, 'main.rs')),
    );
    return root === undefined ? [] : longest(root, segments.slice(1), project);
  }
  const crate = project.crates.get(head);
  if (crate === undefined) return longest(inside, segments, project);
  const root = joined(crate, 'src');
  const found = longest(root, segments.slice(1), project);
  return found.length > 0 ? found : files.first([`${root}/lib.rs`, `${root}/main.rs`]);
};

/** The folder in which the submodules of a file stand. */
function moduleFolder(path: string): string {
  const name = baseName(path);
  const folder = folderOf(path);
  if (name === 'mod.rs' || name === 'lib.rs' || name === 'main.rs') return folder;
  return joined(folder, name.slice(0, -'.rs'.length));
}

const joined = (folder: string, name: string): string =>
  folder === '' ? name : `${folder}/${name}`;

const rustFiles = (folder: string, segments: readonly string[]): readonly string[] => {
  const path = joined(folder, segments.join('/'));
  return [`${path}.rs`, `${path}/mod.rs`];
};

function longest(
  folder: string,
  segments: readonly string[],
  { files }: Project,
): readonly string[] {
  for (let length = Math.min(segments.length, 12); length > 0; length -= 1) {
    const found = files.first(rustFiles(folder, segments.slice(0, length)));
    if (found.length > 0) return found;
  }
  return [];
}

const JVM_EXTENSIONS = ['java', 'kt', 'scala', 'groovy'];

/** A class by its full name, in whatever source root; a static member's class; all of a package for a star. */
export const resolveJvm: Resolve = (specifier, _from, { files }) => {
  const path = specifier.replaceAll('.', '/');
  if (path.endsWith('/*'))
    return files.foldersEndingWith(path.slice(0, -2)).flatMap((folder) => files.inFolder(folder));
  for (const each of [path, folderOf(path)]) {
    if (each === '') continue;
    const found = JVM_EXTENSIONS.flatMap((extension) => files.endingWith(`${each}.${extension}`));
    if (found.length > 0) return found;
  }
  return [];
};

/** A header beside the file, else under any include folder; all of that name where several are. */
export const resolveC: Resolve = (specifier, from, { files }) => {
  const name = specifier.slice(1);
  if (specifier.startsWith('"')) {
    const beside = joinPath(folderOf(from), name);
    if (beside !== null && files.has(beside)) return [beside];
  }
  const plain = joinPath('', name.replace(/^(?:\.\.?\/)+/, ''));
  return plain === null || plain === '' ? [] : files.endingWith(plain);
};

/** A file beside, or under any folder of a load path. */
export const resolveRuby: Resolve = (specifier, from, { files }) => {
  const name = specifier.endsWith('.rb') ? specifier : `${specifier}.rb`;
  if (specifier.startsWith('.')) return files.first([joinPath(folderOf(from), name) ?? '']);
  return files.endingWith(name);
};
