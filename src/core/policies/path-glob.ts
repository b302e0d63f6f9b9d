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

/** How the globs of a set begin, lower case and cut short; null where one may begin with anything. */
export type GlobStarts = ReadonlySet<string> | null;

const START = 4;

/** What each glob spells out at its beginning: a path that it is for has a segment that begins so. */
export function startsOf(globs: readonly string[]): GlobStarts {
  const starts = new Set<string>();
  for (const glob of globs) {
    const from = glob.startsWith('**/') ? 3 : glob.startsWith('/') ? 1 : 0;
    let to = from;
    while (to < from + START && isPlain(glob.charCodeAt(to))) to += 1;
    const start = glob.slice(from, to);
    if (start === '' || start === '.' || start === '..') return null;
    starts.add(start.toLowerCase());
  }
  return starts;
}

/** False where no glob of the set can be for the path: most paths are so, and need not be compared with each. */
export function mayBeMeant(path: string, starts: GlobStarts): boolean {
  if (starts === null) return true;
  return path
    .toLowerCase()
    .split('/')
    .some((segment) => {
      for (let length = 1; length <= START; length += 1)
        if (starts.has(segment.slice(0, length))) return true;
      return false;
    });
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
