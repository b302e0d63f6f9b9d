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
    literals = literalsOf(glob);
    LITERALS.set(glob, literals);
  }
  if (literals.length === 0) return true;
  if (path !== folded.path) folded = { path, text: path.toLowerCase() };
  const { text } = folded;
  return literals.every((part) => text.includes(part));
}

/**
 * One pattern that finds something in every path, lower case, that any of the globs is for: most paths have none of it.
 * It looks for what each glob spells out up to its first wild card. Null where one spells nothing out. Made by a few
 * passes over all globs at once, for it is made anew by every process that lives for one commit.
 */
export function traceOf(globs: readonly string[]): RegExp | null {
  const starts = globs
    .join('\n')
    .toLowerCase()
    .replace(/^(?:\*\*\/|\/)+/gm, '')
    .replace(/\/+(?:\*\*)?$/gm, '')
    .replace(/\*.*$/gm, '');
  if (!/^[\w./ \n-]*$/.test(starts) || /^$|^\.{0,2}(?:\/|$)|\/\.{1,2}(?:\/|$)/m.test(starts))
    return null;
  return new RegExp(starts.replaceAll('.', '\\.').replaceAll('\n', '|'));
}

const STAR = 42;
const SLASH = 47;

/**
 * The stretches between stars and slashes. None where the glob has other wild cards, or a segment that stands for
 * another place. Character by character: a pattern for it would take longer to compile than a hundred globs to read.
 */
function literalsOf(glob: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at <= glob.length; at += 1) {
    const code = at === glob.length ? SLASH : glob.charCodeAt(at);
    if (code !== STAR && code !== SLASH) {
      if (!isPlain(code)) return [];
      continue;
    }
    const part = glob.slice(start, at);
    if (part === '.' || part === '..') return [];
    if (part !== '') parts.push(part.toLowerCase());
    start = at + 1;
  }
  return parts;
}

/** A letter, a digit, or one of ` -._`. */
const isPlain = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 32 ||
  code === 45 ||
  code === 46 ||
  code === 95;

/** The path that was asked about last: one is mostly compared with many globs. */
let folded = { path: '', text: '' };

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
