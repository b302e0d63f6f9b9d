import { baseName } from '../../apply/tree-index.ts';
import type { GraphLanguage } from '../import-readers/import-reader.ts';
import type { Project } from './project.ts';
import { resolveJavascript } from './resolve-javascript.ts';
import {
  resolveC,
  resolveGo,
  resolveJvm,
  resolvePython,
  resolveRuby,
  resolveRust,
  type Resolve,
} from './resolve-others.ts';
import { folderOf } from './tree-files.ts';

const RESOLVERS: Readonly<Record<GraphLanguage, Resolve>> = {
  javascript: resolveJavascript,
  python: resolvePython,
  go: resolveGo,
  rust: resolveRust,
  jvm: resolveJvm,
  c: resolveC,
  ruby: resolveRuby,
};

/** Files of the tree that a file depends on: by its imports, and by what its language joins without one. */
export function dependenciesOf(
  file: { readonly path: string; readonly language: GraphLanguage },
  specifiers: readonly string[],
  project: Project,
): ReadonlySet<string> {
  const { path, language } = file;
  const resolve = RESOLVERS[language];
  const found = new Set(specifiers.flatMap((specifier) => resolve(specifier, path, project)));
  for (const each of joinedWith(path, language, project)) found.add(each);
  found.delete(path);
  return found;
}

const C_SOURCES = ['c', 'cc', 'cpp', 'cxx', 'm', 'mm', 'inl'];

/** Go files of one folder see each other; a C header stands for the source file of its name. */
function joinedWith(path: string, language: GraphLanguage, { files }: Project): readonly string[] {
  if (language === 'go')
    return files
      .inFolder(folderOf(path))
      .filter((each) => each.endsWith('.go') && !each.endsWith('_test.go'));
  if (language !== 'c' || !/\.h(?:h|pp|xx)?$/.test(path)) return [];
  const stem = path.slice(0, path.lastIndexOf('.'));
  return baseName(stem) === ''
    ? []
    : C_SOURCES.map((each) => `${stem}.${each}`).filter((each) => files.has(each));
}
