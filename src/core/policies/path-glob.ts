import { Minimatch } from 'minimatch';
import { foldersOf } from '../apply/tree-index.ts';

/** Whether the glob matches the path or, as in `.gitignore`, a folder that it lies in: `/src`, `src/` and `/src/**`. */
export function isMeantBy(path: string, glob: string): boolean {
  const isFolder = glob.endsWith('/');
  const bare = isFolder ? glob.replace(/\/+$/, '') : glob;
  if (bare === '') return isFolder;
  return [...foldersOf(path), ...(isFolder ? [] : [path])].some((part) => matches(part, bare));
}

/** Compiled globs: rules are few and the same ones judge every patch. */
const COMPILED = new Map<string, Minimatch>();

/** Globs as `.gitignore` reads them: without a slash they match a name in any folder. Case does not count. */
function matches(path: string, glob: string): boolean {
  let compiled = COMPILED.get(glob);
  if (compiled === undefined) {
    compiled = new Minimatch(glob.startsWith('/') ? glob.slice(1) : glob, {
      dot: true,
      matchBase: !glob.includes('/'),
      nocase: true,
      nocomment: true,
      nonegate: true,
      braceExpandMax: 100,
    });
    COMPILED.set(glob, compiled);
  }
  return compiled.match(path);
}
