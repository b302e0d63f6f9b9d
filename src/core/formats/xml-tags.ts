import type { Rejection } from '../model/rejection.ts';
import { captionAbove } from './captions.ts';
import { isFenceClose } from './fences.ts';
import {
  block,
  malformed,
  textOf,
  truncated,
  type Block,
  type Format,
  type Scan,
} from './format.ts';
import { isPathWord } from './path-words.ts';
import { addCall, emptyResult, type CallResult } from './tool-calls.ts';
import { collectCalls, type JsonObject, type ToolCall } from './tool-envelopes.ts';
import { pairedTexts, PAIR_TAGS, taggedArguments, parameters } from './xml-texts.ts';

/*
 * Tool calls written as tags: a tool's tag with a tag per argument, `<invoke name=...>` with parameters, JSON in
 * `<tool_call>`, and `<old_text>`/`<new_text>` pairs. An opening tag begins a line. The end tags of a pair may be swapped,
 * and a call's own end tags may have leaked into the last text.
 */

const TOOLS = new Set([
  'replace_in_file',
  'write_to_file',
  'apply_diff',
  'insert_content',
  'search_and_replace',
  'edit_file',
  'create_file',
  'write_file',
  'delete_file',
  'str_replace',
  'str_replace_editor',
  'str_replace_based_edit_tool',
  'apply_patch',
  'invoke',
  'tool_call',
  'edits',
  'edit',
]);
/** Tags of other tools round a file's content: refused, so that what was meant as an edit is not dropped in silence. */
const FILE_TAGS = new Set(['file', 'file_content', 'artifact', 'boltAction', 'document', 'code']);
/** Tags that only wrap calls. */
const WRAPPERS = /^<\/?(?:[a-z]{1,10}:)?(?:function_calls|tool_calls|tool_uses|tools)>$/;
const OPEN_TAG = /^<(?:[a-z]{1,10}:)?([a-zA-Z_]{2,40})((?:\s+[a-zA-Z_]{1,40}="[^"]{0,1000}")*)\s*>/;
const ATTRIBUTE = /([a-zA-Z_]{1,40})="([^"]{0,1000})"/g;

interface Opened {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly length: number;
}

function opened(text: string): Opened | null {
  const trimmed = text.trimStart().slice(0, 3000);
  const match = trimmed.startsWith('<') ? OPEN_TAG.exec(trimmed) : null;
  if (match === null) return null;
  const attributes = Object.fromEntries(
    [...(match[2] ?? '').matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, value]),
  );
  return { tag: match[1] ?? '', attributes, length: match[0].length };
}

interface Extent {
  readonly end: number;
  readonly inner: string;
}

/** Column of the tag's end tag in a line, with or without a name space; -1 where it is not there. */
function endTagAt(text: string, tag: string): number {
  if (!text.includes('</')) return -1;
  const plain = text.indexOf(`</${tag}>`);
  if (plain >= 0) return plain;
  const spaced = text.indexOf(`:${tag}>`);
  return spaced < 0 ? -1 : text.lastIndexOf('</', spaced);
}

/** The text up to the tool's end tag; null where its fence, the response or another such call comes first. */
function extentOf(scan: Scan, at: number, { tag, length }: Opened): Extent | null {
  const lines: string[] = [];
  for (let line = at; line < scan.to; line += 1) {
    const whole = textOf(scan, line);
    const text = line === at ? whole.trimStart().slice(length) : whole;
    const close = endTagAt(text, tag);
    lines.push(close < 0 ? text : text.slice(0, close));
    if (close >= 0) return { end: line + 1, inner: lines.join('\n') };
    if (line > at && opened(whole)?.tag === tag) return null;
  }
  return null;
}

function jsonCall(inner: string): readonly ToolCall[] | null {
  try {
    return collectCalls(JSON.parse(inner)).calls;
  } catch {
    return null;
  }
}

/** Calls that a tool's tag comes to; null where its text cannot be read. */
function callsOf({ tag, attributes }: Opened, inner: string): readonly ToolCall[] | null {
  if (tag === 'invoke') return [{ name: attributes['name'] ?? '', args: parameters(inner) }];
  if (inner.trimStart().startsWith('{')) return jsonCall(inner);
  if (tag === 'tool_call') return null;
  const named: JsonObject = { ...attributes, ...taggedArguments(inner) };
  if (tag === 'apply_patch')
    return [{ name: tag, args: named['patch'] === undefined ? inner : named }];
  return [{ name: tag, args: named }];
}

/** `<old_text>` pairs, each an edit of the path in the tag, beside them, or above. */
function addPairs(result: CallResult, scan: Scan, pairs: string, found: PairPlace): void {
  const texts = pairedTexts(pairs);
  if (texts === null) {
    result.rejections.push(truncated('unclosed-tag', found.range));
    return;
  }
  const { path, range } = found;
  if (path === null) {
    result.rejections.push(malformed('no-path', range));
    return;
  }
  for (const text of texts) {
    const before = result.drafts.length;
    addCall(
      result,
      scan,
      { name: 'edit', args: { path, old_text: text.old, new_text: text.new } },
      range,
    );
    const draft = result.drafts.at(-1);
    const isLines = text.isWholeLines && draft?.kind === 'replace' && result.drafts.length > before;
    if (isLines) result.drafts[result.drafts.length - 1] = { ...draft, unit: 'line-or-part' };
  }
}

interface PairPlace {
  readonly path: string | null;
  readonly range: readonly [number, number];
}

const hasPairs = (inner: string): boolean => PAIR_TAGS.some((tag) => inner.includes(`<${tag}>`));

function pathOf(scan: Scan, at: number, { attributes }: Opened, inner: string): string | null {
  const given = attributes['path'] ?? attributes['file'] ?? taggedArguments(inner)['path'];
  if (typeof given === 'string') return given;
  const caption = scan.fence?.caption ?? captionAbove(scan.lines, at, scan.floor);
  return caption?.path ?? scan.stickyPath;
}

const refuse = (range: readonly [number, number], rejection: Rejection): Block =>
  block({ from: range[0], end: range[1], reason: 'unreadable tags', rejections: [rejection] });

/** A fence captioned as a file of markup holds that file, whatever its tags are called. */
const isMarkupFile = ({ fence }: Scan): boolean =>
  fence?.caption?.kind === 'line' &&
  /\.(?:xml|html?|xhtml|svg|vue|svelte|[jt]sx|xaml|plist)$/i.test(fence.caption.path);

/** The lines of a call that never ends: up to its fence's end, or all. */
function restOf(scan: Scan, at: number): number {
  const { fence } = scan;
  if (fence === null) return scan.to;
  let end = at + 1;
  while (end < scan.to && !isFenceClose(textOf(scan, end), fence)) end += 1;
  return end;
}

/** The path that a foreign tag names; null for other tags. */
function foreignPath({ tag, attributes }: Opened): string | null {
  if (!FILE_TAGS.has(tag)) return null;
  const named = ['path', 'filePath', 'file', 'filename', 'name'].map((key) => attributes[key]);
  return named.find((path) => path !== undefined && isPathWord(path)) ?? null;
}

function foreignFile(scan: Scan, at: number, found: Opened, path: string): Block {
  const end = extentOf(scan, at, found)?.end ?? at + 1;
  const rejection = {
    ...malformed('unsupported-tag', [at, end], { path }),
    code: 'unclassified-edit',
  } as const;
  return refuse([at, end], rejection);
}

function read(scan: Scan, at: number): Block | null {
  const trimmed = textOf(scan, at).trim();
  if (WRAPPERS.test(trimmed.slice(0, 60))) {
    return block({ from: at, end: at + 1, reason: 'tags round calls', isEdit: false });
  }
  const found = opened(trimmed);
  if (found === null) return null;
  const foreign = foreignPath(found);
  if (foreign !== null && !isMarkupFile(scan)) return foreignFile(scan, at, found, foreign);
  const isPair = PAIR_TAGS.includes(found.tag);
  if (!isPair && (!TOOLS.has(found.tag) || isMarkupFile(scan))) return null;
  const extent = isPair ? pairExtent(scan, at) : extentOf(scan, at, found);
  if (extent === null) {
    const range = [at, restOf(scan, at)] as const;
    return refuse(range, truncated('unclosed-tag', range));
  }
  if (!hasPairs(extent.inner) && found.tag.startsWith('edit') && found.tag !== 'edit_file')
    return null;
  const range = [at, extent.end] as const;
  const result = emptyResult();
  const path = pathOf(scan, at, found, extent.inner);
  if (hasPairs(extent.inner)) addPairs(result, scan, extent.inner, { path, range });
  else {
    const calls = callsOf(found, extent.inner);
    if (calls === null) return refuse(range, malformed('bad-json', range));
    for (const call of calls) addCall(result, scan, call, range);
  }
  const isEdit = result.drafts.length + result.rejections.length > 0;
  const sticky = path === null || !hasPairs(extent.inner) ? {} : { stickyPath: path };
  return block({ from: at, end: extent.end, reason: 'tagged call', isEdit, ...result, ...sticky });
}

/** A run of pairs with no tag round it: up to the end tag of a new text that no other old text follows. */
function pairExtent(scan: Scan, at: number): Extent | null {
  const lines: string[] = [];
  let seenNew = false;
  for (let line = at; line < scan.to; line += 1) {
    const text = textOf(scan, line);
    lines.push(text);
    if (text.includes('<new_text>')) seenNew = true;
    const isEnd =
      seenNew &&
      /<\/(?:new_text|old_text|parameter|invoke)>\s*(?:<\/[a-z_:]{1,40}>\s*)*$/.test(
        text.slice(-300),
      );
    if (isEnd && !text.includes('<new_text>')) return { end: line + 1, inner: lines.join('\n') };
    if (isEnd && text.lastIndexOf('</') > text.indexOf('<new_text>')) {
      return { end: line + 1, inner: lines.join('\n') };
    }
  }
  return null;
}

/** Tool calls as XML-like tags. */
export const xmlTags: Format = { name: 'xml-tags', mayBegin: (first) => first === '<', read };
