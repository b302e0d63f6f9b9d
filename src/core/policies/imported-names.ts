import type { SourceView } from '../source/source-view.ts';

/** A word or sign of the code, and whether a line break stands before it. */
interface Piece {
  readonly text: string;
  readonly isWord: boolean;
  readonly isString: boolean;
  readonly startsLine: boolean;
}

/** Words after which the next one is bound by this file itself. */
const BINDERS = new Set(
  'const let var function class def type interface enum as for with'.split(' '),
);
const NOT_BOUND = new Set('import from as type typeof default'.split(' '));

function piecesOf({ text, tokens }: SourceView): readonly Piece[] {
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

const isDot = (piece: Piece | undefined): boolean => piece?.text === '.';

/** Index past the statement: its line, and the lines that its open brackets take in. */
function statementEnd(pieces: readonly Piece[], from: number): number {
  let depth = 0;
  let at = from;
  for (; at < pieces.length; at += 1) {
    const { text, startsLine } = pieces[at] ?? { text: '', startsLine: true };
    if (at > from && startsLine && depth <= 0 && text !== 'from') return at;
    if ('({['.includes(text)) depth += 1;
    if (')}]'.includes(text)) depth -= 1;
    if (text === ';') return at;
  }
  return at;
}

/** The words that a clause binds: of `a as b` and `a: b` the second, of `a.b` the first. */
function boundIn(clause: readonly Piece[]): readonly string[] {
  return clause.flatMap((piece, at) => {
    const next = clause[at + 1]?.text;
    const isOther = NOT_BOUND.has(piece.text) || next === 'as' || next === ':';
    return piece.isWord && !isOther && !isDot(clause[at - 1]) ? [piece.text] : [];
  });
}

/** The clause of the import that begins at a piece: what stands between its keyword and its module; null for no import. */
function importClause(pieces: readonly Piece[], at: number): readonly Piece[] | null {
  const statement = pieces.slice(at, statementEnd(pieces, at));
  const [first, second] = statement;
  if (first?.startsLine !== true) return null;
  if (first.text === 'from') {
    const keyword = statement.findIndex(({ text }) => text === 'import');
    return keyword < 0 ? null : statement.slice(keyword + 1);
  }
  if (first.text === 'import' && second?.text !== '(' && !isDot(second)) {
    const module = statement.findIndex(({ isString }) => isString);
    return statement.slice(1, module < 0 ? undefined : module);
  }
  const equals = statement.findIndex(({ text }) => text === '=');
  const isRequired =
    statement[equals + 1]?.text === 'require' && /^(?:const|let|var)$/.test(first.text);
  return isRequired ? statement.slice(1, equals) : null;
}

function importsIn(pieces: readonly Piece[]): ReadonlySet<string> {
  const names = new Set<string>();
  pieces.forEach(({ startsLine }, at) => {
    if (!startsLine) return;
    for (const name of boundIn(importClause(pieces, at) ?? [])) names.add(name);
  });
  return names;
}

/**
 * Names that the old content imported and the new one still uses, without importing or defining them: in JavaScript and
 * Python, where nothing notices before the code runs. A heuristic, for a question to a person.
 */
export function lostImports(old: SourceView, now: SourceView): readonly string[] {
  const { family } = old.language;
  if (family !== 'javascript' && family !== 'python') return [];
  const pieces = piecesOf(now);
  const bound = new Set(importsIn(pieces));
  const used = new Set<string>();
  pieces.forEach(({ text, isWord }, at) => {
    if (!isWord || isDot(pieces[at - 1])) return;
    used.add(text);
    const isAssigned = pieces[at + 1]?.text === '=' && pieces[at + 2]?.text !== '=';
    if (isAssigned || BINDERS.has(pieces[at - 1]?.text ?? '')) bound.add(text);
  });
  return [...importsIn(piecesOf(old))].filter((name) => used.has(name) && !bound.has(name));
}
