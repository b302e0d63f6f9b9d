import type { SourceView } from '../../source/source-view.ts';

/** A word, sign or string of the code, and whether a line break stands before it. */
export interface Piece {
  readonly text: string;
  readonly isWord: boolean;
  readonly isString: boolean;
  readonly startsLine: boolean;
}

const NONE: Piece = { text: '', isWord: false, isString: false, startsLine: true };

/** The piece at an index; an empty one outside the list. */
export const pieceAt = (pieces: readonly Piece[], at: number): Piece => pieces[at] ?? NONE;

export function piecesOf({ text, tokens }: SourceView): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const token of tokens) {
    if (token.kind === 'comment') continue;
    pieces.push({
      text: text.slice(token.start, token.end),
      isWord: token.kind === 'word',
      isString: token.kind === 'string',
      startsLine: pieces.length === 0 || text.slice(end, token.start).includes('\n'),
    });
    end = token.end;
  }
  return pieces;
}

/** No import is longer: what hostile text opens and never closes is not looked through again and again. */
const MAX_STATEMENT = 1000;

/** Index past the statement: its line, and the lines that its open brackets take in. */
export function statementEnd(pieces: readonly Piece[], from: number): number {
  let depth = 0;
  let at = from;
  for (; at < pieces.length && at < from + MAX_STATEMENT; at += 1) {
    const { text, startsLine } = pieceAt(pieces, at);
    if (at > from && startsLine && depth <= 0 && text !== 'from') return at;
    if ('({['.includes(text)) depth += 1;
    if (')}]'.includes(text)) depth -= 1;
    if (text === ';') return at;
  }
  return at;
}

/** Index of the first piece with a text among the next `most`; -1 where it is not there. */
export function indexAfter(
  pieces: readonly Piece[],
  from: number,
  { text: wanted, most = MAX_STATEMENT }: { readonly text: string; readonly most?: number },
): number {
  for (let at = from; at < pieces.length && at < from + most; at += 1)
    if (pieceAt(pieces, at).text === wanted) return at;
  return -1;
}

/** Whether a word is part of a longer name: after a dot, or after two colons. */
export const isMember = (pieces: readonly Piece[], at: number): boolean =>
  pieceAt(pieces, at - 1).text === '.' ||
  (pieceAt(pieces, at - 1).text === ':' && pieceAt(pieces, at - 2).text === ':');

/** An import, up to the piece `end`, and the pieces between its keyword and its module that name things. */
export interface ImportStatement {
  readonly start: number;
  readonly end: number;
  readonly names: readonly Piece[];
}

/** The import that begins at a piece; null where one seems to begin and does not, undefined where nothing like one does. */
export type ImportAt = (
  pieces: readonly Piece[],
  at: number,
) => Omit<ImportStatement, 'start'> | null | undefined;

/** No file of a person has more. */
const MAX_IMPORTS = 2000;

/** The imports of a text, in order, none in another. */
export function importStatements(
  pieces: readonly Piece[],
  importAt: ImportAt,
): readonly ImportStatement[] {
  const found: ImportStatement[] = [];
  let left = MAX_IMPORTS;
  for (let at = 0; at < pieces.length && left > 0; at += 1) {
    if (!pieceAt(pieces, at).startsLine) continue;
    const statement = importAt(pieces, at);
    if (statement === undefined) continue;
    left -= 1;
    if (statement === null) continue;
    found.push({ start: at, ...statement });
    at = Math.max(at, statement.end - 1);
  }
  return found;
}
