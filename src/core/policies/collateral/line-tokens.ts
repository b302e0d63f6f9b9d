import type { Token } from '../../source/lex.ts';
import type { SourceView } from '../../source/source-view.ts';

/** One line as the sequence of what it says, however it is set: quotes, blanks and optional separators left out. */
export interface LineTokens {
  /** Tokens, comments included; empty for a blank line. */
  readonly tokens: readonly string[];
  readonly hasCode: boolean;
  readonly hasComment: boolean;
  /** White space at its head. */
  readonly indent: string;
}

/** Every line of a file by its tokens. What spans lines (a template, a block comment) is cut at the line breaks. */
export function lineTokens(view: SourceView): readonly LineTokens[] {
  const { text, tokens, lines, language } = view;
  const found = lines.map((line) => ({
    tokens: [] as string[],
    hasCode: false,
    hasComment: false,
    indent: /^[ \t]*/.exec(line)?.[0] ?? '',
  }));
  let line = 0;
  let nextLine = text.indexOf('\n');
  for (const token of tokens) {
    while (nextLine !== -1 && token.start > nextLine) {
      line += 1;
      nextLine = text.indexOf('\n', nextLine + 1);
    }
    const parts = text.slice(token.start, token.end).split('\n');
    parts.forEach((part, at) => {
      const entry = found[line + at];
      const key = keyOf(token, part, parts.length > 1);
      if (entry === undefined || key === '') return;
      if (language.isIndented && entry.tokens.length === 0) entry.tokens.push(entry.indent);
      entry.tokens.push(key);
      if (token.kind === 'comment') entry.hasComment = true;
      else entry.hasCode = true;
    });
  }
  return found;
}

function keyOf({ kind }: Token, part: string, isCut: boolean): string {
  if (kind === 'comment') return part.split(/\s+/).filter(Boolean).join(' ');
  if (kind !== 'string' || isCut) return part;
  const quote = part[0] ?? '';
  if ((quote !== '"' && quote !== "'") || part.length < 2 || part.at(-1) !== quote) return part;
  return `s:${part.slice(1, -1).replace(/\\(['"])/g, '$1')}`;
}

const CLOSERS: ReadonlySet<string> = new Set([')', ']', '}']);

/** The tokens of several lines in one sequence, without the separators that formatters put in and leave out. */
export function joinedTokens(lines: readonly LineTokens[], { language }: SourceView): string {
  const all = lines.flatMap(({ tokens }) => tokens);
  const isFree = language.family === 'javascript';
  const kept = all.filter((token, at) => {
    if (token === ';') return !isFree;
    return token !== ',' || !CLOSERS.has(all[at + 1] ?? '');
  });
  return kept.join('\0');
}
