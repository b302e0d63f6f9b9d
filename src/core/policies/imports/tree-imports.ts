import { asSpelt, type ImportNames } from './import-names.ts';
import {
  importStatements,
  indexAfter,
  isMember,
  pieceAt,
  statementEnd,
  type ImportAt,
  type Piece,
} from './pieces.ts';

const VISIBLE = new Set(['pub', 'extern']);
/** Words after which the next one is defined by this file itself. */
const DEFINERS = new Set(
  'class interface enum record struct trait union object type typealias fn fun def mod val var let const static'.split(
    ' ',
  ),
);

/** `use a::b;`, `mod a;`, `extern crate a;`, all of them perhaps public. */
const rustImport: ImportAt = (pieces, from) => {
  let at = from;
  while (VISIBLE.has(pieceAt(pieces, at).text)) {
    // `pub(crate)`
    at += pieceAt(pieces, at + 1).text === '(' ? 4 : 1;
  }
  const { text } = pieceAt(pieces, at);
  if (text === 'mod' && pieceAt(pieces, at + 2).text === ';')
    return { end: at + 2, names: pieces.slice(at + 1, at + 2) };
  if (text !== 'use' && text !== 'crate') return undefined;
  const end = indexAfter(pieces, at, { text: ';' });
  return end < 0 ? null : { end, names: pieces.slice(at + 1, end) };
};

const jvmImport: ImportAt = (pieces, at) => {
  if (pieceAt(pieces, at).text !== 'import') return undefined;
  const end = statementEnd(pieces, at);
  return { end, names: pieces.slice(at + 1, end) };
};

const NO_NAMES = new Set(['', '_', 'given']);

/** The name that each leaf of `a.b.{C, D as E}` or `a::{self, b::C}` binds: its last word. */
function leaves(tree: readonly Piece[]): readonly string[] {
  const names: string[] = [];
  const folders: string[] = [];
  let word = '';
  const close = (): void => {
    const name = word === 'self' ? (folders.at(-1) ?? '') : word;
    if (!NO_NAMES.has(name)) names.push(name);
    word = '';
  };
  for (const { text, isWord } of tree) {
    if (isWord) word = text;
    else if (text === '*') word = '';
    else if (text === '{') {
      folders.push(word);
      word = '';
    } else if (text === ',' || text === '}') {
      close();
      if (text === '}') folders.pop();
    }
  }
  close();
  return names;
}

function usesOf(pieces: readonly Piece[]): (name: string) => boolean {
  const used = new Set<string>();
  const defined = new Set<string>();
  pieces.forEach(({ text, isWord }, at) => {
    if (!isWord || isMember(pieces, at)) return;
    used.add(text);
    if (DEFINERS.has(pieceAt(pieces, at - 1).text)) defined.add(text);
  });
  return (name) => used.has(name) && !defined.has(name);
}

const importsOfTrees = (importAt: ImportAt): ImportNames => ({
  imported: ({ pieces }) =>
    asSpelt(importStatements(pieces, importAt).flatMap(({ names }) => leaves(names))),
  uses: ({ pieces }) => usesOf(pieces),
});

export const rustImports = importsOfTrees(rustImport);

/** Java, Kotlin, Scala and Groovy. */
export const jvmImports = importsOfTrees(jvmImport);
