import { shortLines } from '../../graph/import-readers/import-reader.ts';
import type { ImportNames } from './import-names.ts';
import { isMember, pieceAt, type Piece } from './pieces.ts';

const SPEC = /^(?:import\s+)?(?:([\w.]+)\s+)?["`]([^"`]+)["`]/;

/** The name of the package that a path ends in: versions and the usual marks of the language are no part of it. */
function packageName(path: string): string {
  const segments = path.split('/').filter((segment) => !/^v\d+$/.test(segment));
  const last = segments.at(-1) ?? '';
  return last
    .replace(/\.v\d+$/, '')
    .replace(/^go-|[-.]go$/g, '')
    .replaceAll('-', '');
}

function importsIn(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  let isInside = false;
  for (const line of shortLines(text)) {
    const code = line.trim();
    // Imports come before everything else.
    if (/^(?:func|type|var|const)\b/.test(code)) break;
    if (/^import\s*\(/.test(code)) isInside = true;
    if (isInside && code.startsWith(')')) isInside = false;
    const spec = isInside || code.startsWith('import') ? SPEC.exec(code) : null;
    const path = spec?.[2];
    if (path === undefined) continue;
    const name = spec?.[1] ?? packageName(path);
    if (name !== '_' && name !== '.') names.set(name, path);
  }
  return names;
}

/** Whether the word is a name that the file gives itself: `x := `, `x, err := `, `var x`, or a parameter `x T`. */
function isOwn(pieces: readonly Piece[], at: number): boolean {
  const before = pieceAt(pieces, at - 1).text;
  const after = pieceAt(pieces, at + 1);
  if (before === 'var' || before === 'const' || before === 'range') return true;
  if (after.text === ':' && pieceAt(pieces, at + 2).text === '=') return true;
  const isListed = before === '(' || before === ',';
  const isTyped = after.isWord || after.text === '*' || after.text === '[';
  return isListed && !after.startsLine && isTyped;
}

function usesOf(pieces: readonly Piece[]): (name: string) => boolean {
  const used = new Set<string>();
  const own = new Set<string>();
  pieces.forEach(({ text, isWord }, at) => {
    if (!isWord || isMember(pieces, at)) return;
    const isPackage =
      pieceAt(pieces, at + 1).text === '.' && /^\p{Lu}/u.test(pieceAt(pieces, at + 2).text);
    if (isPackage) used.add(text);
    if (isOwn(pieces, at)) own.add(text);
  });
  return (name) => used.has(name) && !own.has(name);
}

/** Go: a package is used as `name.Member`, under its own name or the one given beside its path. */
export const goImports: ImportNames = {
  imported: ({ text }) => importsIn(text),
  uses: ({ pieces }) => usesOf(pieces),
};
