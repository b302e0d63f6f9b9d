import type { SourceLanguage, StringRule } from './source-language.ts';

/** A stretch `[start, end)` of a text (UTF-16 offsets). A string's or comment's stretch holds its delimiters. */
export interface Token {
  readonly kind: 'word' | 'sign' | 'string' | 'comment';
  readonly start: number;
  readonly end: number;
}

/** Tokens after which a slash divides; after anything else it begins a regular expression. */
const ENDS_VALUE = /[\w$)\]}'"`]/;

/** Words after which a slash begins a regular expression all the same. */
const BEFORE_REGEX: ReadonlySet<string> = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'void',
  'delete',
  'await',
  'yield',
]);

/**
 * Cuts a text into words, signs, strings and comments. A reading for heuristics: one pass, never throws, and what it
 * does not understand (a string that does not end) ends with its line.
 */
export function lex(text: string, language: SourceLanguage): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    if (isBlank(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const token = tokenAt(text, at, language, tokens.at(-1));
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

const isBlank = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;

function tokenAt(
  text: string,
  start: number,
  language: SourceLanguage,
  previous: Token | undefined,
): Token {
  const code = text.charCodeAt(start);
  if (isWordCode(code)) return { kind: 'word', start, end: wordEnd(text, start) };
  for (const open of language.lineComments)
    if (text.startsWith(open, start) && isCommentStart(text, start, language))
      return { kind: 'comment', start, end: lineEnd(text, start) };
  for (const [open, close] of language.blockComments) {
    if (!text.startsWith(open, start)) continue;
    const end = text.indexOf(close, start + open.length);
    return { kind: 'comment', start, end: end === -1 ? text.length : end + close.length };
  }
  for (const rule of language.strings)
    if (text.startsWith(rule.open, start))
      return { kind: 'string', start, end: stringEnd(text, start, rule) };
  if (language.family === 'javascript' && code === 47 && isRegexPlace(text, previous)) {
    const end = regexEnd(text, start);
    if (end !== null) return { kind: 'string', start, end };
  }
  return { kind: 'sign', start, end: start + 1 };
}

const isWordCode = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 95 ||
  code === 36 ||
  code > 127;

function wordEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isWordCode(text.charCodeAt(end)) && !isBlank(text.charCodeAt(end)))
    end += 1;
  return end;
}

/** In shells and their like, a hash inside a word (`$#`, `a#b`) begins no comment. */
function isCommentStart(text: string, start: number, { family }: SourceLanguage): boolean {
  if (family !== 'hash' || start === 0) return true;
  const before = text.charCodeAt(start - 1);
  return isBlank(before) || before === 59 || before === 40;
}

function lineEnd(text: string, start: number): number {
  const feed = text.indexOf('\n', start);
  return feed === -1 ? text.length : feed;
}

function stringEnd(text: string, start: number, rule: StringRule): number {
  let at = start + rule.open.length;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (rule.hasEscapes && code === 92) at += 2;
    else if (text.startsWith(rule.close, at)) return at + rule.close.length;
    else if (code === 10 && !rule.isMultiline) return at;
    else at += 1;
  }
  return text.length;
}

function isRegexPlace(text: string, previous: Token | undefined): boolean {
  if (previous === undefined) return true;
  if (previous.kind === 'comment') return false;
  const last = text[previous.end - 1] ?? '';
  if (!ENDS_VALUE.test(last)) return previous.kind === 'sign';
  return previous.kind === 'word' && BEFORE_REGEX.has(text.slice(previous.start, previous.end));
}

/** The end of a regular expression's body on this line; null where there is none. */
function regexEnd(text: string, start: number): number | null {
  let isInClass = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '\n') return null;
    if (sign === '\\') at += 1;
    else if (sign === '[') isInClass = true;
    else if (sign === ']') isInClass = false;
    else if (sign === '/' && !isInClass) return at + 1;
  }
  return null;
}
