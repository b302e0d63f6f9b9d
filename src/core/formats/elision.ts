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

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that claim something was left as it is. */
const CLAIM = set(
  'rest remaining remainder existing unchanged original previous omitted same other others snip snipped elided brevity unmodified untouched truncated unaltered abbreviated',
);
/** Claims that are enough beside a noun, with no ellipsis. */
const STRONG = set('rest remaining remainder existing');
/** Claims that are enough with no noun and no ellipsis. */
const ALONE = set(
  'unchanged omitted snip snipped elided unmodified untouched truncated unaltered abbreviated',
);
const NOUN = set(
  'code codes file files function functions method methods class classes content contents implementation implementations logic import imports body lines line props fields component components test tests case cases route routes handler handlers style styles section sections definition definitions statement statements declaration declarations properties variables module modules markup elements entries jsx html css text constructor setup script everything stuff part parts block blocks document page template',
);
const FILLER = set(
  'the of all your my a an this that these those in is are be was were will here below above goes go remain remains stay stays and or as it its to before after earlier exactly with for keep keeps kept leave left no not any change changes changed needed already from up until end there like just only more etc see insert add put place includes include same_ still',
);
const TAIL = set('here before remain remains unchanged same stay stays above below');

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

const isEdgePunctuation = (char: string): boolean =>
  '/#*;%-<>!{}()[]\'"@~|=\\`,:_'.includes(char) || char === ' ' || char === '\t';

interface Phrase {
  readonly words: readonly string[];
  readonly leads: boolean;
  readonly trails: boolean;
}

/** The line without its comment marks and other punctuation round it, as words, and where an ellipsis stood. */
function phraseOf(text: string): Phrase {
  let start = 0;
  let end = text.length;
  const isEdge = (at: number): boolean =>
    isEdgePunctuation(text[at] ?? '') || text[at] === '.' || text[at] === '…';
  let leads = false;
  let trails = false;
  while (start < end && isEdge(start)) {
    if (text[start] === '…' || text.startsWith('...', start)) leads = true;
    start += 1;
  }
  while (end > start && isEdge(end - 1)) {
    if (text[end - 1] === '…' || text.startsWith('...', end - 3)) trails = true;
    end -= 1;
  }
  const words = text
    .slice(start, end)
    .toLowerCase()
    .split(/[^a-z0-9_'-]+/)
    .filter((word) => word.length > 0);
  return { words, leads, trails };
}

const isKnown = (word: string): boolean => CLAIM.has(word) || NOUN.has(word) || FILLER.has(word);
const says = (words: readonly string[], ...phrase: string[]): boolean =>
  words.some((_, at) => phrase.every((word, offset) => words[at + offset] === word));

/** A phrase that claims by its words alone, with no ellipsis. */
function claims(words: readonly string[]): boolean {
  if (!words.every(isKnown)) return false;
  if (says(words, 'no', 'changes') || says(words, 'not', 'changed')) return true;
  if (says(words, 'same', 'as', 'before') || says(words, 'as', 'before')) return true;
  const claim = words.some((word) => CLAIM.has(word));
  if (!claim) return false;
  if (words.some((word) => ALONE.has(word))) return true;
  const hasNoun = words.some((word) => NOUN.has(word));
  if (hasNoun && words.some((word) => STRONG.has(word))) return true;
  if (words.length > 1 && (words[0] === 'keep' || words[0] === 'leave')) return true;
  return hasNoun && words.some((word) => TAIL.has(word));
}

/** A phrase with an ellipsis before or after it. */
function claimsWithEllipsis({ words, leads }: Phrase): boolean {
  if (words.length > 14) return false;
  if (says(words, 'as', 'before') || says(words, 'no', 'changes')) return true;
  const claimAt = words.findIndex((word) => CLAIM.has(word));
  const unknown = words.filter((word) => !isKnown(word)).length;
  if (claimAt < 0) return unknown === 0 && words.some((word) => NOUN.has(word));
  if (leads) return unknown <= 4;
  return isKnown(words[0] ?? '') && unknown <= 3;
}

function judge(trimmed: string, isComment: boolean, isBracketed: boolean): boolean {
  const phrase = phraseOf(trimmed);
  const hasEllipsis = phrase.leads || phrase.trails;
  if (phrase.words.length === 0) return hasEllipsis && (isComment || isBracketed);
  if (isComment)
    return hasEllipsis ? claimsWithEllipsis(phrase) || claims(phrase.words) : claims(phrase.words);
  if (phrase.words.length < 2) return false;
  if (isBracketed) return hasEllipsis ? claimsWithEllipsis(phrase) : claims(phrase.words);
  if (hasEllipsis) return isSpacedEllipsis(trimmed) && claimsWithEllipsis(phrase);
  return (
    phrase.words.length >= 3 && claims(phrase.words) && phrase.words.some((word) => TAIL.has(word))
  );
}

/** False for a spread (`...rest`): an ellipsis that stands for text has a blank beside it, or ends the line. */
const isSpacedEllipsis = (trimmed: string): boolean =>
  ['... ', '… ', ' ...', ' …'].some((form) => trimmed.includes(form)) ||
  trimmed.startsWith('…') ||
  (trimmed.endsWith('...') && !trimmed.startsWith('...'));

const isBareEllipsis = (trimmed: string): boolean =>
  trimmed.length > 0 &&
  (trimmed.length >= 3 || trimmed.includes('…')) &&
  trimmed.length <= 12 &&
  trimmed.split('').every((char) => char === '.' || char === '…');

/** The comment that ends a line of code, with its opener; null where there is none. */
function trailingComment(trimmed: string): string | null {
  for (const token of ['//', '/*', '<!--', '# ']) {
    const at = trimmed.indexOf(token, 1);
    if (
      at > 0 &&
      (trimmed[at - 1] === ' ' || trimmed[at - 1] === '{' || trimmed[at - 1] === '\t')
    ) {
      return trimmed.slice(at);
    }
  }
  return null;
}

function isInlineElision(trimmed: string): boolean {
  if (trimmed.endsWith('{ ... }') || trimmed.endsWith('{ … }')) return true;
  const comment = trailingComment(trimmed);
  if (comment === null) return false;
  const phrase = phraseOf(comment);
  if (phrase.words.length === 0) return phrase.leads && trimmed.endsWith('}');
  return (
    (phrase.leads || phrase.trails) && phrase.words.every(isKnown) && claimsWithEllipsis(phrase)
  );
}

/**
 * Whether a line is a placeholder for code that was left out, in any comment syntax or none: `// ... existing code ...`,
 * `# rest of the file unchanged`, `[original content here]`, a bare `...`. `path` tells languages apart.
 */
export function isElisionComment(line: string, path = ''): boolean {
  const trimmed = line.trim();
  if (trimmed.length === 0 || trimmed.length > 200) return false;
  if (isBareEllipsis(trimmed)) return true;
  const isMarkdown = MARKDOWN.test(path);
  const tokens = isMarkdown ? MARKDOWN_COMMENT_TOKENS : COMMENT_TOKENS;
  const lower = trimmed.toLowerCase();
  const isComment = tokens.some((token) => lower.startsWith(token));
  const closer = PAIRS[trimmed[0] ?? ''];
  const isBracketed = closer !== undefined && trimmed.endsWith(closer);
  if (judge(trimmed, isComment, isBracketed)) return true;
  return !isComment && !isMarkdown && isInlineElision(trimmed);
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
