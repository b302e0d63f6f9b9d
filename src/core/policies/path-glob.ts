import { Minimatch } from 'minimatch';
import { foldersOf } from '../apply/tree-index.ts';

/** Whether the glob matches the path or, as in `.gitignore`, a folder that it lies in: `/src`, `src/` and `/src/**`. */
export function isMeantBy(path: string, glob: string): boolean {
  if (!mayMatch(path, glob)) return false;
  const isFolder = glob.endsWith('/');
  const bare = isFolder ? glob.replace(/\/+$/, '') : glob;
  if (bare === '') return isFolder;
  return [...foldersOf(path), ...(isFolder ? [] : [path])].some((part) => matches(part, bare));
}

/** What stands between the wild cards of a glob, lower case; empty where that cannot be told in short. */
const LITERALS = new Map<string, readonly string[]>();

/** Whether a path holds all that a glob spells out: most do not, and then the glob need not be compiled. */
function mayMatch(path: string, glob: string): boolean {
  let literals = LITERALS.get(glob);
  if (literals === undefined) {
    literals = isPlain(glob)
      ? glob
          .toLowerCase()
          .split(/[*/]+/)
          .filter((part) => part !== '')
      : [];
    LITERALS.set(glob, literals);
  }
  if (literals.length === 0) return true;
  if (path !== folded.path) folded = { path, text: path.toLowerCase() };
  const { text } = folded;
  return literals.every((part) => text.includes(part));
}

/** The path that was asked about last: one is mostly compared with many globs. */
let folded = { path: '', text: '' };

/** No wild cards but stars, and no segment that stands for another place. */
const isPlain = (glob: string): boolean =>
  /^[\w./* -]+$/.test(glob) && !glob.split('/').some((part) => part === '.' || part === '..');

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
