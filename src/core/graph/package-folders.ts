import { baseName } from '../apply/tree-index.ts';
import { folderOf } from './resolve/tree-files.ts';

const MANIFESTS: ReadonlySet<string> = new Set([
  'package.json',
  'pyproject.toml',
  'setup.py',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'CMakeLists.txt',
  'Gemfile',
]);

/** Folders of a tree that hold the manifest of a package; the root is the empty string. */
export const packageFolders = (paths: Iterable<string>): ReadonlySet<string> =>
  new Set([...paths].filter((path) => MANIFESTS.has(baseName(path))).map(folderOf));
