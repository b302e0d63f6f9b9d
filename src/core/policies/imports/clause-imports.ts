import { asSpelt, type ImportNames } from './import-names.ts';
import {
  importStatements,
  indexAfter,
  pieceAt,
  statementEnd,
  type ImportAt,
  type Piece,
} from './pieces.ts';

/** Words after which the next one is bound by this file itself. */
const BINDERS = new Set(
  'const let var function class def type interface enum as for with'.split(' '),
);
const NOT_BOUND = new Set('import from as type typeof default'.split(' '));

const isDot = (piece: Piece | undefined): boolean => piece?.text === '.';

/** The words that a clause binds: of `a as b` and `a: b` the second, of `a.b` the first. */
function boundIn(clause: readonly Piece[]): readonly string[] {
  return clause.flatMap((piece, at) => {
    const next = clause[at + 1]?.text;
    const isOther = NOT_BOUND.has(piece.text) || next === 'as' || next === ':';
    return piece.isWord && !isOther && !isDot(clause[at - 1]) ? [piece.text] : [];
  });
}

/** The import that begins at a piece, or the `export ... from`, which brings nothing in. */
const importAt: ImportAt = (pieces, at) => {
  const { text } = pieceAt(pieces, at);
  if (text === 'from') return fromImport(pieces, at);
  if (text === 'export') return passedOn(pieces, at);
  if (/^(?:const|let|var)$/.test(text)) return required(pieces, at);
  const second = pieceAt(pieces, at + 1).text;
  if (text !== 'import' || second === '(' || second === '.') return undefined;
  const end = statementEnd(pieces, at);
  const statement = pieces.slice(at, end);
  const module = statement.findIndex(({ isString }) => isString);
  return { end, names: statement.slice(1, module < 0 ? undefined : module) };
};

const fromImport: ImportAt = (pieces, at) => {
  const end = statementEnd(pieces, at);
  const keyword = indexAfter(pieces, at, { text: 'import', most: end - at });
  return keyword < 0 ? null : { end, names: pieces.slice(keyword + 1, end) };
};

const passedOn: ImportAt = (pieces, at) => {
  const opens = [at + 1, at + 2].some((index) => /^[{*]$/.test(pieceAt(pieces, index).text));
  if (!opens) return undefined;
  const end = statementEnd(pieces, at);
  return pieceAt(pieces, end - 2).text === 'from' ? { end, names: [] } : null;
};

/** The names before `= require` are not many. */
const MAX_REQUIRED = 100;

const required: ImportAt = (pieces, at) => {
  const equals = indexAfter(pieces, at, { text: '=', most: MAX_REQUIRED });
  if (equals < 0 || pieceAt(pieces, equals + 1).text !== 'require') return undefined;
  return { end: statementEnd(pieces, equals), names: pieces.slice(at + 1, equals) };
};

/** A key of an object: `{ a: 1, b: 2 }`. */
const isKey = (pieces: readonly Piece[], at: number): boolean =>
  pieceAt(pieces, at + 1).text === ':' && /^[{,]$/.test(pieceAt(pieces, at - 1).text);

function usesOf(pieces: readonly Piece[]): (name: string) => boolean {
  const bound = new Set<string>();
  const used = new Set<string>();
  const look = (at: number): void => {
    const { text, isWord } = pieceAt(pieces, at);
    if (!isWord || isDot(pieces[at - 1]) || isKey(pieces, at)) return;
    used.add(text);
    const isAssigned = pieces[at + 1]?.text === '=' && pieces[at + 2]?.text !== '=';
    if (isAssigned || BINDERS.has(pieceAt(pieces, at - 1).text)) bound.add(text);
  };
  let at = 0;
  for (const { start, end } of importStatements(pieces, importAt)) {
    for (; at < start; at += 1) look(at);
    at = end;
  }
  for (; at < pieces.length; at += 1) look(at);
  return (name) => used.has(name) && !bound.has(name);
}

/** JavaScript and Python: a clause between `import` and the module, or `import` after `from`. */
export const clauseImports: ImportNames = {
  imported: ({ pieces }) =>
    asSpelt(importStatements(pieces, importAt).flatMap(({ names }) => boundIn(names))),
  uses: ({ pieces }) => usesOf(pieces),
};
