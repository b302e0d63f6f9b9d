import { applyEdits, modify, parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { isDeepStrictEqual } from 'node:util';
import { SERVER_NAME, type RegistrationProblem } from './mcp-client.ts';

/**
 * Puts an entry under `key` into JSON with comments. Comments, other entries and the file's own style stay as they are.
 */
export function registerJson(
  text: string | null,
  key: string,
  entry: Readonly<Record<string, unknown>>,
  isForced: boolean,
): { readonly text: string } | RegistrationProblem {
  const before = text === null || text.trim() === '' ? '{}\n' : text;
  const errors: ParseError[] = [];
  const value: unknown = parse(before, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined || !isObject(value)) {
    const place = error === undefined ? '' : ` at character ${error.offset}`;
    const what = error === undefined ? 'it is no object' : printParseErrorCode(error.error);
    return { message: `it is not valid JSON${place} (${what})`, hint: 'mend the file first' };
  }
  const servers = value[key];
  if (servers !== undefined && !isObject(servers)) {
    return { message: `"${key}" in it is no object`, hint: 'mend the file first' };
  }
  const standing = servers?.[SERVER_NAME];
  if (isDeepStrictEqual(standing, entry)) return { text: before };
  if (standing !== undefined && !isForced) {
    return {
      message: `it registers another "${SERVER_NAME}" already`,
      hint: '`--force` replaces that entry; `--print` shows this one',
    };
  }
  const formattingOptions = { ...indentOf(before), eol: before.includes('\r\n') ? '\r\n' : '\n' };
  const edits = modify(before, [key, SERVER_NAME], entry, {
    formattingOptions,
    getInsertionIndex: () => 0,
  });
  return { text: applyEdits(before, edits) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The indentation of the first indented line; two blanks where none is. */
function indentOf(text: string): { readonly insertSpaces: boolean; readonly tabSize: number } {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return indent.startsWith('\t')
    ? { insertSpaces: false, tabSize: 1 }
    : { insertSpaces: true, tabSize: indent.length };
}
