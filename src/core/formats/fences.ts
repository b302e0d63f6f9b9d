import type { Line } from './response-text.ts';

/** The line that opens a fenced block. `indent` is its leading blanks as they stand, `info` is trimmed. */
export interface Fence {
  readonly char: '`' | '~';
  readonly length: number;
  readonly indent: string;
  readonly info: string;
}

/** What a fence line begins with: its sign or a blank. A cheap look. */
const mayBeFence = (code: number): boolean =>
  code === 96 || code === 126 || code <= 32 || code > 126;

/** Reads a fence line: three or more backticks or tildes. An info string of a backtick fence holds no backtick. */
export function fenceOf(text: string): Fence | null {
  if (!mayBeFence(text.charCodeAt(0))) return null;
  const body = text.trimStart();
  const char = body[0];
  if (char !== '`' && char !== '~') return null;
  let length = 0;
  while (body[length] === char) length += 1;
  if (length < 3) return null;
  const info = body.slice(length).trim();
  if (char === '`' && info.includes('`')) return null;
  return { char, length, indent: text.slice(0, text.length - body.length), info };
}

const isWithin = (inner: Fence, outer: Fence): boolean =>
  inner.char === outer.char &&
  inner.length >= outer.length &&
  inner.indent.length <= outer.indent.length + 3;

/** Whether a line may close a fence: the same character, as long or longer, no info, not indented much deeper. */
export function isFenceClose(text: string, fence: Fence): boolean {
  const line = fenceOf(text);
  return line !== null && line.info === '' && isWithin(line, fence);
}

/**
 * Whether a line closes the fence round a diff or a patch. Lines of theirs begin with a tag, a blank for what is kept: a
 * fence that stands deeper than the opening one is such a line of the file, not the end.
 */
export const closesTagged = (text: string, fence: Fence): boolean =>
  isFenceClose(text, fence) && (fenceOf(text)?.indent.length ?? 0) <= fence.indent.length;

/**
 * The line that closes the fence opened at `at`, balancing fences with an info string inside it. Null where none does
 * before `to`.
 */
export function fenceEnd(lines: readonly Line[], at: number, to: number): number | null {
  const fence = fenceOf(lines[at]?.text ?? '');
  if (fence === null) return null;
  let depth = 0;
  for (let index = at + 1; index < to; index += 1) {
    const inner = fenceOf(lines[index]?.text ?? '');
    if (inner === null || !isWithin(inner, fence)) continue;
    if (inner.info !== '') depth += 1;
    else if (depth > 0) depth -= 1;
    else return index;
  }
  return null;
}

/**
 * Lines of a block without the indentation of the marker round it, where every line with text has it; else as they
 * stand.
 */
export function dedented(lines: readonly string[], indent: string): readonly string[] {
  if (indent === '') return lines;
  const isShared = lines.every((line) => line.startsWith(indent) || line.trim() === '');
  return isShared ? lines.map((line) => line.slice(indent.length)) : lines;
}
