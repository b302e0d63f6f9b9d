import { lex, type Token } from './lex.ts';
import { sourceLanguage, type SourceLanguage } from './source-language.ts';

/** A text seen line by line: as it stands, its code alone and its comments alone. The three have the same length. */
export interface SourceView {
  readonly language: SourceLanguage;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly lines: readonly string[];
  /** Lines with comments and the insides of strings blanked: columns are those of `lines`. Cut at `MAX_LINE`. */
  readonly code: readonly string[];
  /** The comments of each line, delimiters included; empty where it has none. */
  readonly comments: readonly string[];
}

/** A longer line was not written by a person: what stands beyond is not looked at, so that no pattern runs for long. */
export const MAX_LINE = 2000;

const cut = (line: string): string => (line.length > MAX_LINE ? line.slice(0, MAX_LINE) : line);

const VIEWS = new WeakMap<Uint8Array, Map<string, SourceView>>();

/** The view of a file's bytes, made once per content and path. Bytes that are not UTF-8 show as U+FFFD. */
export function sourceView(path: string, bytes: Uint8Array): SourceView {
  let views = VIEWS.get(bytes);
  if (views === undefined) {
    views = new Map();
    VIEWS.set(bytes, views);
  }
  const known = views.get(path);
  if (known !== undefined) return known;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const view = viewOf(text, sourceLanguage(path));
  views.set(path, view);
  return view;
}

/** The view of a text in a language. */
export function viewOf(text: string, language: SourceLanguage): SourceView {
  const tokens = lex(text, language);
  const lines = text.split('\n');
  const code: string[] = [];
  const comments = Array.from(lines, () => '');
  const lineAt = lineCounter(text);
  let at = 0;
  for (const { kind, start, end } of tokens) {
    if (kind !== 'string' && kind !== 'comment') continue;
    const inside = text.slice(start, end);
    code.push(text.slice(at, start), kind === 'string' ? emptied(inside) : blanked(inside));
    at = end;
    if (kind !== 'comment') continue;
    const first = lineAt(start);
    inside.split('\n').forEach((part, index) => {
      const known = comments[first + index] ?? '';
      comments[first + index] = cut(`${known} ${part.trim()}`.trim());
    });
  }
  code.push(text.slice(at));
  return { language, text, tokens, lines, code: code.join('').split('\n').map(cut), comments };
}

/** The 0-based line of an offset, for offsets that only grow. */
function lineCounter(text: string): (offset: number) => number {
  let line = 0;
  let next = text.indexOf('\n');
  return (offset) => {
    while (next !== -1 && next < offset) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}

const blanked = (text: string): string =>
  text.includes('\n') ? text.replace(/[^\n]/g, ' ') : ' '.repeat(text.length);

/** A string without what it holds; its first and last character stay. */
const emptied = (text: string): string =>
  text.length < 2 ? text : `${text[0] ?? ''}${blanked(text.slice(1, -1))}${text.at(-1) ?? ''}`;
