import { parse } from 'shell-quote';
import { ok, refused, type Result } from '../core/model/result.ts';

/** Words that stand for something when a gate runs. */
export const PLACEHOLDERS = ['{files}', '{affectedTests}', '{base}', '{candidate}'] as const;

const OPERATORS = /^(?:\|\||&&|>>|<<|[|&;<>()])/;

/**
 * Splits a command into words as a shell would, without running one. Refused, with the reason in words, is everything
 * that only a shell can do: nothing of it may silently become an argument.
 */
export function splitCommand(text: string): Result<readonly string[], string> {
  const needsShell = shellOnly(text);
  if (needsShell !== null) return refused(needsShell);
  const parts = parse(text);
  const words = parts.filter((word) => typeof word === 'string');
  if (words.length < parts.length) return refused('it needs a shell');
  const [program] = words;
  if (program === undefined) return refused('it is empty');
  if (/^[A-Za-z_][A-Za-z0-9_]*=/.test(program)) {
    return refused(`\`${program}\` sets a variable, which only a shell does`);
  }
  return ok(words);
}

/** Says what in the text only a shell can do, or null. */
function shellOnly(text: string): string | null {
  let quote: '"' | "'" | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote === "'") {
      if (character === "'") quote = null;
      continue;
    }
    if (character === '\\') {
      if (at === text.length - 1) return 'it ends with a backslash';
      if (text.charAt(at + 1) === '\n') return 'a second line needs a shell';
      at += 1;
      continue;
    }
    if (character === '$' || character === '`') {
      return `\`${character}\` needs a shell`;
    }
    if (quote === '"') {
      if (character === '"') quote = null;
      continue;
    }
    if (character === '"' || character === "'") {
      quote = character;
      continue;
    }
    const found = unquotedShellSyntax(text, at);
    if (found !== null) return found;
  }
  return quote === null ? null : `the ${quote} quote is not closed`;
}

function unquotedShellSyntax(text: string, at: number): string | null {
  const rest = text.slice(at);
  const character = text.charAt(at);
  const startsWord = at === 0 || /\s/.test(text.charAt(at - 1));
  const operator = OPERATORS.exec(rest);
  if (operator !== null) return `\`${operator[0]}\` needs a shell`;
  if (character === '\n') return 'a second line needs a shell';
  if (character === '*' || character === '?') return `the pattern \`${character}\` needs a shell`;
  if (startsWord && character === '#') return '`#` starts a comment in a shell';
  if (startsWord && character === '~') return '`~` needs a shell';
  if (character === '{' && !PLACEHOLDERS.some((name) => rest.startsWith(name))) {
    return '`{` needs a shell (known are {files}, {affectedTests}, {base} and {candidate})';
  }
  return null;
}
