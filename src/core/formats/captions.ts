import { fenceOf } from './fences.ts';
import {
  hasPosition,
  isPathCaption,
  mayBeBareName,
  pathWords,
  withoutPosition,
} from './path-words.ts';
import type { Line } from './response-text.ts';

/**
 * How a path names the block under it. `line`: a line of its own, or the info string, which may create a file; `comment`:
 * the block's own first line; `sentence`: it stands in prose; `excerpt`: it says that the block is only a part.
 */
export type CaptionKind = 'line' | 'comment' | 'sentence' | 'excerpt';

/** The path that a block is captioned with. */
export interface Caption {
  readonly path: string;
  readonly kind: CaptionKind;
  /** The caption says that the file is new. */
  readonly isNew: boolean;
}

/** A caption and the line it stands on. */
export interface PlacedCaption extends Caption {
  readonly line: number;
}

const KEYWORD =
  /^(?:(?:target|path|file ?name|file ?path|filepath|file)\s*:|(?:please )?(?:create|add|save as|save this as|save it as|new file|new)(?: (?:a |the )?(?:new )?file)?\s*:?(?=[\s`*"'])|new file\s*:)\s*/i;
const NEW_KEYWORD = /^(?:please )?(?:create|add|new)\b/i;
const LIST_MARK = /^(?:#{1,6}\s+|[-*+]\s+|\d{1,3}[.)]\s+|step \d{1,3}\s*[:.)-]\s*)/i;
const NEW_SUFFIX = /^(?:new|new file|a new file|create|created|creating|add|added|to create)$/i;
const WHOLE_SUFFIX =
  /^(?:full|full file|full content|full contents|complete|complete file|entire file|whole file|updated|update|modified|changed|edited|edit|existing|existing file|rewritten|replace|replaced|overwrite|final|final version|updated file|modified file|new version)$/i;
const EXCERPT_SUFFIX =
  /^(?:excerpt|partial|part|snippet|fragment|relevant part|relevant parts|relevant section|only the changes|changes only|changes|example|sample|before|old|current|currently|today|lines? .*)$/i;

const WRAPPERS = ['**', '`', '"', "'", '*', '“', '__'];
const CLOSING: Readonly<Record<string, string>> = { '“': '”' };

interface Unwrapped {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Takes matching decorations and a final colon off, however deep. */
function unwrap(text: string): Unwrapped {
  let inner = text.trim();
  let isMarked = false;
  for (let round = 0; round < 6; round += 1) {
    const before = inner;
    if (inner.endsWith(':') || inner.endsWith('：')) inner = inner.slice(0, -1).trim();
    for (const mark of WRAPPERS) {
      if (!inner.startsWith(mark) || inner.length <= mark.length * 2) continue;
      const closing = CLOSING[mark] ?? mark;
      const body = inner.slice(mark.length, -closing.length);
      if (!inner.endsWith(closing) || body.includes(mark)) continue;
      if (mark === '__' && /\w$/.test(body) && !/[/.]/.test(body)) continue;
      inner = body.trim();
      isMarked = true;
      break;
    }
    if (inner === before) break;
  }
  return { text: inner, isMarked };
}

/** The comment's text where a line is one comment and nothing else. */
function commentText(trimmed: string): string | null {
  const forms: readonly (readonly [open: string, close: string])[] = [
    ['<!--', '-->'],
    ['/*', '*/'],
    ['//', ''],
    ['--', ''],
    ['#', ''],
    [';', ''],
    ['%', ''],
  ];
  for (const [open, close] of forms) {
    if (!trimmed.startsWith(open) || !trimmed.endsWith(close)) continue;
    return trimmed.slice(open.length, trimmed.length - close.length).trim();
  }
  return null;
}

const DASHES = [' — ', ' – ', ' -- ', ' - '];

/** `a.ts (new file)`, `a.ts [new]` and `a.ts - new file`, parted. */
function splitSuffix(text: string): readonly [path: string, suffix: string] {
  const line = text.endsWith(':') ? text.slice(0, -1).trimEnd() : text;
  for (const [open, close] of [
    [' (', ')'],
    [' [', ']'],
  ] as const) {
    const at = line.endsWith(close) ? line.lastIndexOf(open) : -1;
    if (at > 0) return [line.slice(0, at), unwrap(line.slice(at + 2, -1)).text];
  }
  for (const dash of DASHES) {
    const at = line.indexOf(dash);
    if (at > 0) return [line.slice(0, at), unwrap(line.slice(at + dash.length)).text];
  }
  return [text, ''];
}

function withoutListMarks(text: string): string {
  let rest = text.trim().replace(/^\p{Extended_Pictographic}\uFE0F?\s*/u, '');
  for (let round = 0; round < 3; round += 1) {
    const next = rest.replace(LIST_MARK, '').trim();
    if (next === rest) break;
    rest = next;
  }
  return rest;
}

const MAX_CAPTION = 400;

/**
 * A cheap look before the careful one: a path has a dot or separator inside, or is a bare name on a short line. Stars may
 * stand inside either and are taken off.
 */
const mayBeCaption = (line: string): boolean =>
  /[./\\][\w~[-]/.test(line) ||
  (/^.{0,60}$/.test(line) &&
    (/[./\\]\S/.test(line) ||
      mayBeBareName(line.includes('**') ? line.replaceAll('**', '') : line)));

/** The line that a folded part of a document shows. */
const SUMMARY = /^(?:<details[^<>]*>)?\s*<summary>([^\n]*)<\/summary>$/;

/**
 * Reads a line that names a path and nothing else, decorated or not: `### \`src/a.ts\``, `**a.ts**:`, `File: a.ts`,
 * `a.ts (new file)`, `1. a.ts`, `Create src/a.ts`. Null for a sentence.
 */
export function captionOf(line: string): Caption | null {
  if (line.length > MAX_CAPTION || !mayBeCaption(line)) return null;
  const bare = withoutListMarks(line);
  if (bare === '' || fenceOf(bare) !== null) return null;
  const shown = SUMMARY.exec(bare)?.[1]?.replace(/<\/?(?:b|code|strong|em|i)>/g, '') ?? bare;
  const html = shown.startsWith('<!--') ? (commentText(shown) ?? shown) : shown;
  const found = captionText(html);
  return found === null && html.includes('**') ? captionText(html.replaceAll('**', '')) : found;
}

function captionText(line: string): Caption | null {
  const outer = /^\*\*.*\*\*:?$/.test(line) ? unwrap(line).text : line;
  const keyword = KEYWORD.exec(outer)?.[0] ?? '';
  const [head, suffix] = splitSuffix(outer.slice(keyword.length).trim());
  if (suffix !== '' && !isKnownSuffix(suffix)) return null;
  const { text, isMarked } = unwrap(head);
  const path = withoutPosition(text);
  const isNamed = /:\s*$/.test(keyword);
  // `data/seed (new file)`: what is said of it makes it a file.
  const isSaid = path.includes('/') && (NEW_SUFFIX.test(suffix) || WHOLE_SUFFIX.test(suffix));
  const isPath = isPathCaption(path, isMarked || isNamed || isSaid);
  if (!isPath && !(isNamed && path.includes('.') && loneName(path) === path)) return null;
  const isExcerpt = EXCERPT_SUFFIX.test(suffix) || hasPosition(text);
  const isNew = NEW_SUFFIX.test(suffix) || NEW_KEYWORD.test(keyword);
  return { path, kind: isExcerpt ? 'excerpt' : 'line', isNew };
}

const isKnownSuffix = (suffix: string): boolean =>
  NEW_SUFFIX.test(suffix) || WHOLE_SUFFIX.test(suffix) || EXCERPT_SUFFIX.test(suffix);

/** A first line of a block that is a comment naming the path and nothing else. */
export function commentCaption(line: string): Caption | null {
  if (line.length > MAX_CAPTION) return null;
  const text = commentText(line.trim());
  if (text === null) return null;
  const { text: path } = unwrap(text.replace(/^(?:file ?name|file|path)\s*:\s*/i, ''));
  if (hasPosition(path) || !isPathCaption(path, false)) return null;
  const [only] = pathWords(path);
  return only === path ? { path, kind: 'comment', isNew: false } : null;
}

const ATTRIBUTE =
  /(?:^|[\s{,])(?:title|file|filename|path|name)\s*[=:]\s*(?:"([^"]*)"|'([^']*)'|([^\s"'},]+))/i;

/** The path in a fence's info string: `ts src/a.ts`, `ts title="src/a.ts"`, `ts:src/a.ts`, `src/a.ts`. */
export function infoCaption(info: string): Caption | null {
  if (info.length > MAX_CAPTION || !(/[./\\=:]/.test(info) || mayBeBareName(info))) return null;
  const attribute = ATTRIBUTE.exec(info);
  const named = attribute?.[1] ?? attribute?.[2] ?? attribute?.[3];
  if (named !== undefined) return isPathCaption(named, true) ? infoPath(named) : null;
  const cited = /^\d+:\d+:(\S+)$/.exec(info)?.[1];
  if (cited !== undefined) return { path: cited, kind: 'excerpt', isNew: false };
  const [first = '', ...others] = info.split(/\s+/);
  const afterColon = /^[A-Za-z0-9+#-]+:(\S+)$/.exec(first)?.[1];
  const word = [afterColon, first, ...others].find(
    (candidate) => candidate !== undefined && isInfoPath(candidate),
  );
  const [only] = others;
  if (word === undefined && only !== undefined && others.length === 1 && isPathCaption(only, false))
    return infoPath(only);
  return word === undefined ? null : infoPath(word);
}

const isInfoPath = (word: string): boolean =>
  pathWords(word)[0] === withoutPosition(word) ||
  (word.includes('/') && isPathCaption(withoutPosition(word), false));

const infoPath = (word: string): Caption => ({
  path: withoutPosition(word),
  kind: hasPosition(word) ? 'excerpt' : 'line',
  isNew: false,
});

/** What the buttons and labels of a rendered chat leave between a caption and its block when it is copied. */
const RESIDUE =
  /^(?:copy|copy code|copyedit|copy edit|edit|download|wrap|run|typescript|javascript|tsx|jsx|ts|js|python|py|json|yaml|html|css|go|rust|java|kotlin|swift|ruby|php|sql|c|cpp|c\+\+|csharp|c#|diff|markdown|plaintext|text|toml|bash|sh|shell)$/i;

export const isResidue = (line: string): boolean => line.length < 20 && RESIDUE.test(line.trim());

/** A line, or what is left of it without its decorations, that is one word with a dot or a slash in it. */
const LONE_NAME =
  /^[\s#>*_`"'“(-]*(?:\d{1,3}[.)]\s+)?([\w@+./\\-]*\w\.\w[\w@+./\\-]*|[\w@+-]+(?:\/[\w@+-]+)+|[A-Z][A-Za-z]+)[`"'”*_):\s]*$/;

/** The one word of a line that may be a file's name although nothing in it says so; null for anything longer. */
export function loneName(line: string): string | null {
  return line.length > MAX_CAPTION ? null : (LONE_NAME.exec(line)?.[1] ?? null);
}

/** Whether a lone word looks like more than a word: it may be a path. */
export const mayBePath = (name: string | null): name is string =>
  name !== null && (name.includes('.') || name.includes('/'));

const MAX_GAP = 4;
const MAX_PARAGRAPH = 8;

/** Index of the nearest line with text above `at`, over at most four blank or residue lines; -1 where there is none. */
export function lineAbove(lines: readonly Line[], at: number, floor: number): number {
  for (let index = at - 1; index >= floor && index >= at - 1 - MAX_GAP; index -= 1) {
    const text = lines[index]?.text ?? '';
    if (text.trim() !== '' && !isResidue(text)) return index;
  }
  return -1;
}

/** First line of the paragraph whose last line is `last`. */
export function paragraphStart(lines: readonly Line[], last: number, floor: number): number {
  let first = last;
  while (
    first - 1 >= floor &&
    last - first < MAX_PARAGRAPH &&
    (lines[first - 1]?.text ?? '').trim() !== '' &&
    fenceOf(lines[first - 1]?.text ?? '') === null
  ) {
    first -= 1;
  }
  return first;
}

/** The caption directly above a block: a line of its own, else the one path that the paragraph above speaks of. */
export function captionAbove(
  lines: readonly Line[],
  at: number,
  floor: number,
): PlacedCaption | null {
  const line = lineAbove(lines, at, floor);
  if (line < 0) return null;
  const own = captionOf(lines[line]?.text ?? '');
  if (own !== null) return { ...own, line };
  const paths = new Set<string>();
  for (let index = paragraphStart(lines, line, floor); index <= line; index += 1) {
    for (const path of pathWords(lines[index]?.text ?? '')) paths.add(path);
  }
  const [path] = paths;
  return paths.size === 1 && path !== undefined
    ? { path, kind: 'sentence', isNew: false, line }
    : null;
}
