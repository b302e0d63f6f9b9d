import type { Hold, Note, Rejection } from '../model/rejection.ts';
import { languageOf } from './fence-language.ts';
import { isFenceClose } from './fences.ts';
import { fullerPath } from './fuller-path.ts';
import {
  block,
  malformed,
  responseLines,
  textOf,
  truncated,
  type Block,
  type Draft,
  type Format,
  type Scan,
} from './format.ts';
import { jsonExtent, type JsonExtent } from './json-extent.ts';
import { askedBy } from './tool-arguments.ts';
import { collectCalls, holdsEdits, isObject, type ToolCall } from './tool-envelopes.ts';

/** What a run of calls comes to, in the order of the calls. */
export interface CallResult {
  readonly drafts: Draft[];
  readonly rejections: Rejection[];
  readonly holds: Hold[];
  readonly notes: Note[];
}

type Range = readonly [line: number, end: number];

/** No findings yet. */
export const emptyResult = (): CallResult => ({ drafts: [], rejections: [], holds: [], notes: [] });

interface CarriedText {
  readonly text: string;
  /** Path that the call names beside the text. */
  readonly path: string | null;
  readonly range: Range;
}

/** Reads a text that a call carries as a response of its own; its findings take the call's place. */
function addText(result: CallResult, scan: Scan, { text, path, range }: CarriedText): void {
  const nested = scan.readText(text, path);
  const [line, end] = range;
  for (const draft of nested.drafts) {
    const agreed = path === null ? draft.path : fullerPath(path, draft.path);
    const isEdit = draft.kind === 'replace' || draft.kind === 'insert';
    const isSpeltAlike = path === null || agreed === fullerPath(draft.path, draft.path);
    if (agreed === null || (!isEdit && !isSpeltAlike))
      result.rejections.push(malformed('paths-disagree', range, { path: draft.path }));
    else result.drafts.push({ ...draft, path: path === null ? draft.path : agreed, line, end });
  }
  const place = { responseLines: responseLines(line, end) };
  for (const rejection of nested.rejections) result.rejections.push({ ...rejection, ...place });
  for (const hold of nested.holds) result.holds.push({ ...hold, ...place });
  for (const note of nested.notes) result.notes.push(note);
}

/** Arguments, read where they came as a string of JSON; null where that cannot be read. */
function parsedArguments(args: ToolCall['args']): ToolCall['args'] | null {
  if (typeof args !== 'string' || !args.trimStart().startsWith('{')) return args;
  try {
    const value: unknown = JSON.parse(args);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Turns one call into drafts. */
export function addCall(result: CallResult, scan: Scan, call: ToolCall, range: Range): void {
  const args = parsedArguments(call.args);
  if (args === null) {
    result.rejections.push(truncated('unclosed-json', range));
    return;
  }
  const caption = scan.fence?.caption?.kind === 'line' ? scan.fence.caption.path : null;
  const asked = askedBy(call.name, args, caption);
  if (asked.kind === 'bad') {
    const path = asked.path === undefined ? {} : { path: asked.path };
    const rejection = malformed(asked.reason, range, path);
    const isUnnamed = asked.reason === 'tool-without-name' || asked.reason === 'unsupported-tool';
    result.rejections.push(isUnnamed ? { ...rejection, code: 'unclassified-edit' } : rejection);
  }
  if (asked.kind === 'drafts') {
    for (const draft of asked.drafts)
      result.drafts.push({ ...draft, line: range[0], end: range[1] });
  }
  if (asked.kind === 'nothing' && call.name === null && holdsEdits(args))
    result.rejections.push(malformed('unread-answer', range));
  if (asked.kind !== 'text') return;
  const before = result.drafts.length + result.rejections.length;
  addText(result, scan, { text: asked.text, path: asked.path, range });
  if (result.drafts.length + result.rejections.length === before) {
    result.rejections.push(
      malformed('empty-diff', range, asked.path === null ? {} : { path: asked.path }),
    );
  }
}

const HINTS =
  /"(?:old_string|old_str|oldText|old_text|oldString|new_string|new_str|newText|newString|file_text|tool_calls|tool_use|functionCall|function_call|edits|insert_line|apply_patch|str_replace\w*|write_file|write_to_file|create_file|edit_file|replace_in_file|multi_?edit|MultiEdit|arguments)"|\*\*\* Begin Patch/i;

/** Whether the text, or its fence, ends before `line`. */
const isLast = (scan: Scan, line: number): boolean =>
  line >= scan.to || (scan.fence !== null && isFenceClose(textOf(scan, line), scan.fence));

/** Whether the response ends in the middle of the value, so early that nothing in it says what it was to be. */
const endsInsideJson = (scan: Scan, { kind, end, text }: JsonExtent): boolean =>
  scan.fence === null &&
  kind !== 'whole' &&
  end >= scan.to &&
  text.length < 4000 &&
  !/[}\]]\s*$/.test(text);

/** JSON that cannot be read but was meant as a call: truncated at the end of its text, malformed in the middle. */
function unreadable(scan: Scan, at: number, extent: JsonExtent): Block | null {
  if (!HINTS.test(extent.text) && !endsInsideJson(scan, extent)) return null;
  let end = extent.end;
  while (!isLast(scan, end) && (scan.fence !== null || textOf(scan, end).trim() !== '')) end += 1;
  const isCut = extent.kind === 'open' || (extent.kind === 'broken' && isLast(scan, extent.end));
  const range = [at, end] as const;
  const rejection = isCut ? truncated('unclosed-json', range) : malformed('bad-json', range);
  return block({ from: at, end, reason: 'unreadable JSON', rejections: [rejection] });
}

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

const isData = (path: string): boolean => /\.json[5cl]?$|\.ipynb$/i.test(path);

/** Under a path, JSON in a fence that names a document is what the document says. */
const isDocument = ({ fence }: Scan): boolean =>
  fence !== null && /^(?:md|markdown|mdx|te?xt|plaintext)$/.test(languageOf(fence));

function read(scan: Scan, at: number): Block | null {
  const caption = scan.fence?.caption;
  const path = caption?.kind === 'line' ? caption.path : null;
  if (path !== null && (isData(path) || isDocument(scan))) return null;
  const extent = jsonExtent(scan, at);
  if (extent === null) return null;
  const json = extent.kind === 'whole' ? parsed(extent.text) : null;
  if (json === null) return unreadable(scan, at, extent);
  const { calls, texts, isCut } = collectCalls(json.value);
  const range = [at, extent.end] as const;
  const result = emptyResult();
  for (const call of calls) addCall(result, scan, call, range);
  for (const text of texts) addText(result, scan, { text, path, range });
  if (isCut) result.rejections.push(truncated('length-limit', range));
  const isEdit = result.drafts.length + result.rejections.length > 0;
  if (!isEdit && texts.length === 0) return null;
  return block({
    from: at,
    end: extent.end,
    reason: isEdit ? 'tool call' : 'no edit in it',
    isEdit,
    ...result,
  });
}

/** JSON tool calls: fenced, bare, one a line, or inside a provider's answer. */
export const toolCalls: Format = {
  name: 'tool-calls',
  mayBegin: (first) => first === '{' || first === '[',
  read,
};
