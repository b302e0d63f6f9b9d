import { isInlineElision } from './elision-inline.ts';
import { judge } from './elision-phrase.ts';
import { isSpread } from './spread.ts';

/**
 * Placeholders that stand for code which the author left out ("... rest of code unchanged ..."). A line is judged by its
 * words: all of them must be words of such a placeholder, so that an ordinary comment which happens to say "existing" or
 * "rest" passes.
 */

/** Where a placeholder stands: 0-based index into the lines that were given. */
export interface Elision {
  readonly index: number;
  readonly line: string;
}

/** What tells added lines from kept ones, and the language. */
export interface ElisionContext {
  /** Whether this very line stands in the old text: kept placeholders are the file's own. */
  readonly stands: (line: string) => boolean;
  /** Path of the file: decides what `#` and `...` mean there. */
  readonly path: string;
}

const MARKDOWN = /\.(?:md|mdx|markdown|rst|txt|adoc)$/i;
const PYTHON = /\.pyi?$/i;
const COMMENT_TOKENS = [
  '//',
  '/*',
  '<!--',
  '{/*',
  '{{!',
  '{#',
  '{-',
  '(*',
  '@*',
  '<%',
  '::',
  '--',
  '#',
  ';',
  '%',
  '*',
  '"""',
  "'''",
  "'",
  'rem ',
  '.. ',
];
const MARKDOWN_COMMENT_TOKENS = ['<!--', '{/*', '[//]:', '.. '];
const PAIRS: Readonly<Record<string, string>> = { '[': ']', '(': ')', '<': '>', '{': '}' };

/** Emphasis and marks of a quotation round what a line of a document says. */
const withoutEmphasis = (text: string): string =>
  text.replace(/^[*_~> ]{1,8}/, '').replace(/[*_~ ]{1,8}$/, '');

const isBareEllipsis = (trimmed: string): boolean =>
  trimmed.length > 0 &&
  (trimmed.length >= 3 || /[…⋮⋯︙]/.test(trimmed)) &&
  trimmed.length <= 12 &&
  trimmed.split('').every((char) => '.…⋮⋯︙'.includes(char));

/**
 * Whether a line is a placeholder for code that was left out, in any comment syntax or none: `// ... existing code ...`,
 * `# rest of the file unchanged`, `[original content here]`, a bare `...`. `path` tells languages apart.
 */
export function isElisionComment(line: string, path = ''): boolean {
  const isMarkdown = MARKDOWN.test(path);
  const text = line.trim();
  if (text.length === 0 || text.length > 200) return false;
  const trimmed = isMarkdown ? withoutEmphasis(text) : text;
  if (isBareEllipsis(trimmed)) return true;
  const tokens = isMarkdown ? MARKDOWN_COMMENT_TOKENS : COMMENT_TOKENS;
  const lower = trimmed.toLowerCase();
  const isComment = tokens.some((token) => lower.startsWith(token));
  const closer = PAIRS[trimmed[0] ?? ''];
  const isBracketed = closer !== undefined && trimmed.endsWith(closer);
  const isCode = !isComment && isSpread(trimmed, path);
  if (!isCode && judge(trimmed, isComment, isBracketed)) return true;
  return !isComment && !isMarkdown && isInlineElision(trimmed, path);
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** The nearest line with text above or below; gives up after 50 blank lines, so that no input makes this slow. */
function nearestText(lines: readonly string[], from: number, step: 1 | -1): string | undefined {
  for (let at = from + step, tries = 0; tries < 50; at += step, tries += 1) {
    const line = lines[at];
    if (line === undefined || line.trim().length > 0) return line;
  }
  return undefined;
}

/** Python's `...` as the whole body of a block is code, not a placeholder. */
function isEllipsisBody(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (line.trim() !== '...') return false;
  const before = nearestText(lines, index, -1);
  const after = nearestText(lines, index, 1);
  if (after !== undefined && indentOf(after) >= indentOf(line)) return false;
  if (before === undefined) return indentOf(line) > 0;
  const end = before.trimEnd();
  return end.endsWith(':') || end.endsWith('"""') || end.endsWith("'''") || end.startsWith('@');
}

/** The first line of new text that is a placeholder and does not stand in the old text; null where there is none. */
export function findElision(lines: readonly string[], context: ElisionContext): Elision | null {
  for (const [index, line] of lines.entries()) {
    if (!isElisionComment(line, context.path) || context.stands(line)) continue;
    if (PYTHON.test(context.path) && isEllipsisBody(lines, index)) continue;
    return { index, line };
  }
  return null;
}
