import { isFenceClose } from './fences.ts';
import { textOf, type Scan } from './format.ts';

/**
 * Where a JSON value that begins a line ends. `whole`: brackets balance at the end of line `end - 1`; `open`: the text, or
 * its fence, ends first; `broken`: a string runs over the end of a line, or something that is not JSON stands there.
 */
export interface JsonExtent {
  readonly kind: 'whole' | 'open' | 'broken';
  /** Line after the last one looked at (0-based). */
  readonly end: number;
  readonly text: string;
}

/** Deeper nesting is no tool call; the bound keeps repeated attempts linear. */
const MAX_DEPTH = 16;
const OUTSIDE = new Set(' \t\r0123456789+-.,:truefalsnE'.split(''));

interface State {
  depth: number;
  isInString: boolean;
  /** The last character outside a string and blanks was `{`: only a key or `}` may follow. */
  isAfterBrace: boolean;
}

/** Takes one character outside a string; false for what cannot stand there. */
function takeOutside(char: string, state: State): boolean {
  if (char === ' ' || char === '\t' || char === '\r') return true;
  if (state.isAfterBrace && char !== '"' && char !== '}') return false;
  state.isAfterBrace = char === '{';
  if (char === '"') state.isInString = true;
  else if (char === '{' || char === '[') state.depth += 1;
  else if (char === '}' || char === ']') state.depth -= 1;
  else return OUTSIDE.has(char);
  return state.depth <= MAX_DEPTH;
}

/** Reads one line; the column after the value where it ended, -1 where it goes on, null for what is not JSON. */
function readLine(text: string, state: State): number | null {
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (!state.isInString) {
      if (!takeOutside(char, state)) return null;
      if (state.depth === 0) return at + 1;
    } else if (char === '\\') at += 1;
    else if (char === '"') state.isInString = false;
  }
  return state.isInString ? null : -1;
}

const OBJECT_START = /^\s*\{\s*(?:"|$|\})/;
const ARRAY_START = /^\s*\[\s*(?:\{|"|$)/;

/** The next line with text after `at`, not looking far. */
function nextText(scan: Scan, at: number): string {
  let line = at + 1;
  while (line < at + 4 && textOf(scan, line).trim() === '') line += 1;
  return textOf(scan, line).trimStart();
}

/** Whether a JSON object, or an array of objects or strings, can begin on this line: a cheap look before the careful one. */
function beginsJson(scan: Scan, at: number): boolean {
  const text = textOf(scan, at).slice(0, 200);
  const isObject = OBJECT_START.test(text);
  if (!isObject && !ARRAY_START.test(text)) return false;
  if (text.trim().length > 1) return true;
  const next = nextText(scan, at);
  return next === '' || next.startsWith('"') || next.startsWith(isObject ? '}' : '{');
}

/** The extent of the JSON value that begins on line `at`; null where none does. */
export function jsonExtent(scan: Scan, at: number): JsonExtent | null {
  if (!beginsJson(scan, at)) return null;
  const state: State = { depth: 0, isInString: false, isAfterBrace: false };
  const lines: string[] = [];
  const extent = (kind: JsonExtent['kind'], end: number): JsonExtent => ({
    kind,
    end,
    text: lines.join('\n'),
  });
  for (let line = at; line < scan.to; line += 1) {
    const text = textOf(scan, line);
    if (scan.fence !== null && isFenceClose(text, scan.fence)) return extent('open', line);
    const source = line === at ? text.trimStart() : text;
    const column = readLine(source, state);
    lines.push(column === null || column < 0 ? source : source.slice(0, column));
    if (column === null) return extent('broken', line + 1);
    if (column < 0) continue;
    const rest = source.slice(column).trim();
    return extent(rest === '' || rest === ',' || rest === ';' ? 'whole' : 'broken', line + 1);
  }
  return extent('open', scan.to);
}
