import { append } from '../match/append.ts';
import { NO_SCOPE } from '../model/edit.ts';
import { stringAlternates } from './alternates.ts';
import type { Draft } from './format.ts';
import { fullerPath } from './fuller-path.ts';
import { isPathWord } from './path-words.ts';
import { isObject, type JsonObject } from './tool-envelopes.ts';

/** A draft without its place in the response. */
type Unplaced<D = Draft> = D extends Draft ? Omit<D, 'line' | 'end'> : never;
export type ToolDraft = Unplaced;

/** What one call asks for: edits, a text to be read as edits of `path`, nothing, or why it cannot be taken. */
export type Asked =
  | { readonly kind: 'drafts'; readonly drafts: readonly ToolDraft[] }
  | { readonly kind: 'text'; readonly text: string; readonly path: string | null }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'bad'; readonly reason: string; readonly path?: string };

const PATH_KEYS = [
  'path',
  'file_path',
  'filePath',
  'filepath',
  'file',
  'filename',
  'fileName',
  'file_name',
  'target_file',
  'targetFile',
  'absolute_path',
  'relative_path',
  'relative_workspace_path',
];
const OLD_KEYS = [
  'old_str',
  'old_string',
  'oldText',
  'old_text',
  'oldString',
  'oldStr',
  'search',
  'find',
  'old',
  'old_code',
  'old_content',
];
const NEW_KEYS = [
  'new_str',
  'new_string',
  'newText',
  'new_text',
  'newString',
  'newStr',
  'replace',
  'replacement',
  'new',
  'new_code',
  'new_content',
];
const CONTENT_KEYS = [
  'file_text',
  'fileText',
  'content',
  'contents',
  'file_content',
  'fileContent',
  'text',
];
const EDIT_KEYS = ['edits', 'changes', 'replacements', 'operations'];
const PATCH_KEYS = ['diff', 'patch', 'input', 'patchText', 'patch_text'];
const FROM_KEYS = ['source', 'source_path', 'old_path', 'oldPath', 'from'];
const TO_KEYS = ['destination', 'destination_path', 'new_path', 'newPath', 'to', 'target'];

const READS =
  /^(?:view|open|read|ls|list|grep|glob|find|search|think|todo|web|fetch|task|plan|ask|attempt|undo|get|update_plan|finish|submit)/;
const WRITES =
  /(?:write|create|edit|replace|patch|insert|update|modify|delete|remove|rename|move|save|append|diff|overwrite)/;
const SHELLS =
  /^(?:bash|shell|sh|exec|execute_command|execute_bash|run_terminal_cmd|run_command|run_shell_command|terminal|container\.exec|local_shell|powershell|cmd)/;

const bad = (reason: string, path?: string): Asked =>
  path === undefined ? { kind: 'bad', reason } : { kind: 'bad', reason, path };

const keyOf = (args: JsonObject, keys: readonly string[]): string | undefined =>
  keys.find((key) => args[key] !== undefined);

/** A string, or an array of lines; null for anything else. */
function contentOfValue(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const isLines = Array.isArray(value) && value.every((line) => typeof line === 'string');
  return isLines ? value.join('\n') : null;
}

/** The same as a part of a file, whose line endings are the file's: CRLF is read as LF. */
const textOfValue = (value: unknown): string | null =>
  contentOfValue(value)?.replaceAll('\r\n', '\n') ?? null;

/** The one path that the arguments name; two that differ are refused. */
function pathIn(args: JsonObject, fallback: string | null): { readonly path: string } | Asked {
  const named = new Set<unknown>(
    PATH_KEYS.map((key) => args[key]).filter((value) => value !== undefined),
  );
  const [path, ...others] = named;
  if (others.length > 0) return bad('paths-disagree');
  if (path === undefined) return fallback === null ? bad('no-path') : { path: fallback };
  if (typeof path !== 'string' || path.trim() === '') return bad('not-a-string');
  if (fallback === null) return { path: path.trim() };
  const agreed = fullerPath(path.trim(), fallback);
  return agreed === null ? bad('paths-disagree', path) : { path: agreed };
}

/** How many matches the call declares; null for a value that says nothing certain. */
function countIn(args: JsonObject): { readonly count?: number | 'every' } | null {
  const all =
    args['replace_all'] ??
    args['replaceAll'] ??
    args['replace_all_occurrences'] ??
    args['allow_multiple'];
  if (all !== undefined && typeof all !== 'boolean') return null;
  const expected = args['expected_replacements'] ?? args['expectedReplacements'] ?? args['count'];
  if (expected === undefined) return all === true ? { count: 'every' } : {};
  const isCount = typeof expected === 'number' && Number.isInteger(expected) && expected >= 1;
  return isCount ? { count: expected } : null;
}

const isEscaped = (content: string): boolean => !content.includes('\n') && content.includes('\\n');

function create(path: string, content: string, kind: 'create' | 'write'): Asked {
  if (isEscaped(content)) return bad('escaped-newlines', path);
  return { kind: 'drafts', drafts: [{ kind, path, content }] };
}

function replace(args: JsonObject, path: string): Asked {
  const old = textOfValue(args[keyOf(args, OLD_KEYS) ?? '']);
  const newKey = keyOf(args, NEW_KEYS);
  if (newKey === undefined) return bad('missing-new', path);
  const fresh = textOfValue(args[newKey]);
  if (old === null || fresh === null) return bad('not-a-string', path);
  if (args['use_regex'] === true || args['is_regex'] === true || args['regex'] === true)
    return bad('regex', path);
  const count = countIn(args);
  if (count === null) return bad('bad-count', path);
  if (old === '') {
    const content = contentOfValue(args[newKey]) ?? fresh;
    return content === '' ? bad('empty-block', path) : create(path, content, 'create');
  }
  const alternates = stringAlternates(old, fresh);
  const draft: ToolDraft = {
    kind: 'replace',
    path,
    unit: 'characters',
    old,
    new: fresh,
    scope: { ...NO_SCOPE, ...count },
    ...(alternates.length > 0 ? { alternates } : {}),
  };
  return { kind: 'drafts', drafts: [draft] };
}

/** `insert_line` is the line to insert after, 0 for the start; Roo's `line` is the line to insert before, from 1. */
function insert(args: JsonObject, path: string): Asked {
  const isBefore = args['insert_line'] === undefined && args['insertLine'] === undefined;
  const line = args['insert_line'] ?? args['insertLine'] ?? args['line'];
  const text = textOfValue(args[keyOf(args, ['insert_text', ...NEW_KEYS, ...CONTENT_KEYS]) ?? '']);
  if (text === null) return bad('not-a-string', path);
  const after = typeof line === 'number' ? line - (isBefore ? 1 : 0) : -1;
  if (!Number.isInteger(after) || after < 0) return bad('bad-line', path);
  if (isEscaped(text)) return bad('escaped-newlines', path);
  return { kind: 'drafts', drafts: [{ kind: 'insert', path, afterLine: after, text }] };
}

/** A list of edits of one file, each with the keys of a single one. */
function manyEdits(list: readonly unknown[], path: string | null): Asked {
  const drafts: ToolDraft[] = [];
  for (const item of list) {
    if (!isObject(item)) return bad('bad-arguments');
    const asked = editArguments(item, path);
    if (asked === null) return bad('bad-arguments');
    if (asked.kind !== 'drafts') return asked;
    append(drafts, asked.drafts);
  }
  return drafts.length === 0 ? bad('no-changes') : { kind: 'drafts', drafts };
}

/** Arguments that say by their keys alone which edit they are; null: they do not. */
function editArguments(args: JsonObject, fallback: string | null): Asked | null {
  const found = pathIn(args, fallback);
  const list = args[keyOf(args, EDIT_KEYS) ?? ''];
  if (Array.isArray(list) && list.some(isObject)) {
    if (!('kind' in found)) return manyEdits(list, found.path);
    return found.kind === 'bad' && found.reason !== 'no-path' ? found : manyEdits(list, null);
  }
  const isReplace = keyOf(args, OLD_KEYS) !== undefined;
  const isInsert = args['insert_line'] !== undefined || args['insertLine'] !== undefined;
  if (!isReplace && !isInsert) return null;
  if ('kind' in found) return found;
  return isReplace ? replace(args, found.path) : insert(args, found.path);
}

function rename(args: JsonObject): Asked {
  const from = args[keyOf(args, FROM_KEYS) ?? ''];
  const to = args[keyOf(args, TO_KEYS) ?? ''];
  if (typeof from !== 'string' || typeof to !== 'string') return bad('bad-arguments');
  return { kind: 'drafts', drafts: [{ kind: 'rename', path: from, to }] };
}

/** A tool that is named for what it does to a whole file. */
function namedEdit(verb: string, args: JsonObject, fallback: string | null): Asked {
  if (/rename|move/.test(verb)) return rename(args);
  const found = pathIn(args, fallback);
  if ('kind' in found) return found;
  const { path } = found;
  if (/^(?:delete|remove)/.test(verb))
    return { kind: 'drafts', drafts: [{ kind: 'delete', path }] };
  if (/insert/.test(verb) && args['line'] !== undefined) return insert(args, path);
  // A string of JSON says which line endings are meant: a new file gets them.
  const content = contentOfValue(args[keyOf(args, CONTENT_KEYS) ?? '']);
  const isWhole = /write|create|save|overwrite/.test(verb) || args['file_text'] !== undefined;
  if (isWhole && content !== null)
    return create(path, content, /create/.test(verb) ? 'create' : 'write');
  return bad(isWhole ? 'not-a-string' : 'unsupported-tool', path);
}

/** The tool's own name, without the name spaces that servers and providers put before it. */
function verbOf(name: string | null, args: JsonObject): string {
  const command = args['command'];
  if (
    typeof command === 'string' &&
    /^(?:str_replace|create|insert|view|undo_edit|delete|rename|write|edit)$/.test(command)
  ) {
    return command;
  }
  const parts = (name ?? '').split(/\.|__|\//);
  return (parts.at(-1) ?? '').replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
}

function patchText(args: JsonObject): string | null {
  const key = keyOf(args, PATCH_KEYS);
  const value = key === undefined ? args['command'] : args[key];
  const text = textOfValue(value);
  if (text === null) return null;
  return key !== undefined || text.includes('*** Begin Patch') ? text : null;
}

/** Arguments with no tool's name: only those that name a file and text for it may have been an edit. */
function unnamed(args: JsonObject): Asked {
  const path = args[keyOf(args, PATH_KEYS) ?? ''];
  const hasContent = ['content', 'contents', 'file_text', 'code_edit'].some(
    (key) => args[key] !== undefined,
  );
  const isEdit = hasContent && typeof path === 'string' && isPathWord(path);
  return isEdit ? bad('tool-without-name', path) : { kind: 'nothing' };
}

/** What a call asks for. `caption` is the path that stands over the block, where there is one. */
export function askedBy(
  name: string | null,
  args: JsonObject | string,
  caption: string | null,
): Asked {
  if (typeof args === 'string') {
    const isPatch = args.includes('*** Begin Patch') || /patch|diff/.test(name ?? '');
    return isPatch ? { kind: 'text', text: args, path: null } : { kind: 'nothing' };
  }
  const verb = verbOf(name, args);
  const isRead = READS.test(verb) && !WRITES.test(verb);
  if (isRead) return { kind: 'nothing' };
  const patch = patchText(args);
  const isShell = SHELLS.test(verb);
  if (isShell && patch?.includes('*** Begin Patch') !== true) return { kind: 'nothing' };
  const edit = isShell ? null : editArguments(args, caption);
  if (edit !== null) return edit;
  if (patch !== null) {
    const found = pathIn(args, null);
    return { kind: 'text', text: patch, path: 'kind' in found ? null : found.path };
  }
  if (verb === '') return unnamed(args);
  return WRITES.test(verb) ? namedEdit(verb, args, caption) : { kind: 'nothing' };
}
