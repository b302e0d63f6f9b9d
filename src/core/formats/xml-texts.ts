import type { JsonObject } from './tool-envelopes.ts';

/** The texts inside a tagged call. Nothing is unescaped: entities are another reading, for the file to decide. */

/** Tags whose text is the old half of a pair. */
export const PAIR_TAGS: readonly string[] = ['old_text'];

const ARGUMENTS = [
  'path',
  'file_path',
  'diff',
  'content',
  'file_text',
  'search',
  'replace',
  'line',
  'command',
  'old_str',
  'new_str',
  'old_string',
  'new_string',
  'insert_line',
  'patch',
  'input',
  'replace_all',
  'use_regex',
];

/** Tags that hold a file: its last line ends like the others, where the end tag stands on a line of its own. */
const FILE_CONTENT = new Set(['content', 'file_text']);

const trimNewlines = (text: string): string => text.replace(/^\n/, '').replace(/\n[ \t]*$/, '');

/** The text of a tag: up to its last end tag, for it may hold such a tag itself; null where the tag is not there. */
function tagText(inner: string, tag: string): string | null {
  const start = inner.indexOf(`<${tag}>`);
  if (start < 0) return null;
  const from = start + tag.length + 2;
  const close = inner.lastIndexOf(`</${tag}>`);
  if (close < from) return null;
  const raw = inner.slice(from, close);
  const text = trimNewlines(raw);
  const isClosed = FILE_CONTENT.has(tag) && text !== '' && /\n[ \t]*$/.test(raw.slice(-200));
  return isClosed ? `${text}\n` : text;
}

/** Numbers and truth values by the name of their argument; all else is text. */
function valueOf(text: string, key: string): unknown {
  const trimmed = text.trim();
  if (/^(?:line|insert_line|count|expected_replacements)$/.test(key)) {
    return /^-?\d{1,9}$/.test(trimmed) ? Number(trimmed) : text;
  }
  if (/^(?:replace_all|use_regex|allow_multiple)$/.test(key)) return trimmed === 'true';
  return key.endsWith('path') || key === 'command' ? trimmed : text;
}

/** The arguments that a tool's tag gives as tags of their own, each outside the others' texts. */
export function taggedArguments(inner: string): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  let rest = inner;
  const order = ARGUMENTS.map((tag) => ({ tag, at: inner.indexOf(`<${tag}>`) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  for (const { tag } of order) {
    const text = tagText(rest, tag);
    if (text === null) continue;
    args[tag] = valueOf(text, tag);
    rest = rest.slice(rest.lastIndexOf(`</${tag}>`) + tag.length + 3);
  }
  return args;
}

const PARAMETER = /<(?:[a-z]{1,10}:)?parameter name="([^"]{1,100})"[^>]{0,100}>/g;
const PARAMETER_END = /<\/(?:[a-z]{1,10}:)?parameter>/g;

/** `<parameter name="k">v</...>`, in order: each runs to the last end tag before the next begins. */
export function parameters(inner: string): JsonObject {
  const args: Record<string, unknown> = {};
  const starts = [...inner.matchAll(PARAMETER)];
  for (const [index, match] of starts.entries()) {
    const from = match.index + match[0].length;
    const text = inner.slice(from, starts[index + 1]?.index ?? inner.length);
    const close = [...text.matchAll(PARAMETER_END)].at(-1)?.index ?? text.length;
    const key = match[1] ?? '';
    args[key] = valueOf(text.slice(0, close), key);
  }
  return args;
}

/** The two texts of a pair. `isWholeLines`: the old one stood on lines of its own. */
export interface TextPair {
  readonly old: string;
  readonly new: string;
  readonly isWholeLines: boolean;
}

const LEAK =
  /(?:\s*<\/(?:[a-z]{1,10}:)?(?:parameter|invoke|function_calls|tool_call|tool_use|edits|edit)>)+\s*$/;
const TEXT_ENDS = ['</old_text>', '</new_text>'];

interface Cut {
  readonly raw: string;
  readonly end: number;
}

/** The text from `from` to the first end tag of either half, or to a leaked end tag where none follows. */
function cutText(inner: string, from: number): Cut | null {
  const ends = TEXT_ENDS.map((tag) => inner.indexOf(tag, from)).filter((at) => at >= 0);
  const next = inner.indexOf('<new_text>', from);
  const end = Math.min(...ends, Number.POSITIVE_INFINITY);
  if (ends.length > 0 && (next < 0 || end < next))
    return { raw: inner.slice(from, end), end: end + 11 };
  const tail = inner.slice(from);
  const leak = LEAK.exec(tail.slice(-400));
  if (leak === null || next >= 0) return null;
  const cut = tail.length - leak[0].length;
  return { raw: tail.slice(0, cut), end: inner.length };
}

const withoutLeak = (text: string): string =>
  text.slice(0, -400) + text.slice(-400).replace(LEAK, '');

/** All pairs of a text, in order; null where one is not closed or lacks its other half. */
export function pairedTexts(inner: string): readonly TextPair[] | null {
  const pairs: TextPair[] = [];
  let at = inner.indexOf('<old_text>');
  while (at >= 0) {
    const old = cutText(inner, at + '<old_text>'.length);
    const start = old === null ? -1 : inner.indexOf('<new_text>', old.end);
    const following = old === null ? -1 : inner.indexOf('<old_text>', old.end);
    if (old === null || start < 0 || (following >= 0 && following < start)) return null;
    const fresh = cutText(inner, start + '<new_text>'.length);
    if (fresh === null) return null;
    const isWholeLines = old.raw.startsWith('\n') && /\n[ \t]*$/.test(old.raw.slice(-200));
    pairs.push({
      old: trimNewlines(old.raw),
      new: withoutLeak(trimNewlines(fresh.raw)),
      isWholeLines,
    });
    at = inner.indexOf('<old_text>', fresh.end);
  }
  return pairs;
}
