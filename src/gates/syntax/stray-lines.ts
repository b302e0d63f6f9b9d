import { isElisionComment } from '../../core/formats/elision.ts';
import type { SyntaxProblem } from './checker.ts';
import type { LineMap } from './line-map.ts';
import type { TextLines } from './text-lines.ts';

/**
 * Lines that no language has as code, and that a parser may pass over because they landed in a text, a comment or a
 * here-document: conflict markers, fences of a chat's code block, signs of a diff, placeholders for code that was left
 * out, NUL. Only what the change brought in.
 */
export function strayLines(
  base: TextLines | null,
  after: TextLines,
  map: LineMap,
): readonly SyntaxProblem[] {
  const added = addedLines(after, map);
  const old = new Set(base?.lines);
  const found = [
    ...conflictMarkers(after, added, old),
    ...fences(base, after, added),
    ...diffSigns(base, after, map),
    ...placeholders(after, added, old),
    ...nulBytes(after, added),
  ];
  return found
    .map(([line, message]) => ({ offset: after.startOf(line), message }))
    .sort((a, b) => a.offset - b.offset);
}

/** Something of every stray line: a text without any of it has none, whatever it is compared with. */
const MAY_BE_STRAY = /^(?:[<>|]{7}|\s{0,3}`{3}|\+|-[\t ]|\s*(?:\.{3}|…))|\0/m;

/** Whether a text may hold a stray line at all. */
export const mayBeStray = (text: string): boolean => MAY_BE_STRAY.test(text);

type Stray = readonly [line: number, message: string];

const addedLines = (after: TextLines, { stretches }: LineMap): readonly number[] =>
  stretches.flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, at) => from + at).filter(
      (line) => after.lines[line] !== undefined,
    ),
  );

const CONFLICT = /^(?:<{7}|>{7}|\|{7})(?: .*)?$/;

const conflictMarkers = (
  { lines }: TextLines,
  added: readonly number[],
  old: ReadonlySet<string>,
): readonly Stray[] =>
  added
    .filter((line) => CONFLICT.test(lines[line] ?? '') && !old.has(lines[line] ?? ''))
    .map((line) => [line, 'a marker of a merge conflict']);

const FENCE = /^\s{0,3}`{3,}[\w+#.-]*\s*$/;
/** With whatever words behind it, at any depth: what a fence may be the partner of. */
const ANY_FENCE = /^\s*`{3,}[^`]*$/;

/** Fences inside comments and texts come in pairs; one round the whole file, or one without its partner, is stray. */
function fences(
  base: TextLines | null,
  { lines }: TextLines,
  added: readonly number[],
): readonly Stray[] {
  const isFence = (line: string): boolean => FENCE.test(line);
  const fresh = added.filter((line) => isFence(lines[line] ?? ''));
  if (fresh.length === 0) return [];
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const isOdd = (text: readonly string[]): boolean =>
    text.filter((line) => ANY_FENCE.test(line)).length % 2 === 1;
  const hasLostPartner = isOdd(lines) && !isOdd(base?.lines ?? []);
  return fresh
    .filter((line) => hasLostPartner || line === first || line === last)
    .map((line) => [line, 'a fence of a code block']);
}

/** A minus wants more: one and a blank begin an item of a list. */
const SIGN = /^(?:\+\s|-(?:\t| {2}))/;

/** Lines that are a removed line, indented as it was, with the sign of a diff before it. */
function diffSigns(base: TextLines | null, after: TextLines, map: LineMap): readonly Stray[] {
  if (base === null) return wholeDiff(after);
  const found: Stray[] = [];
  for (const { fromBase, toBase, from, to } of map.stretches) {
    const gone = new Set(base.lines.slice(fromBase, toBase).filter((line) => /^\s+\S/.test(line)));
    for (let line = from; line < to && gone.size > 0; line += 1) {
      const text = after.lines[line] ?? '';
      if (SIGN.test(text) && gone.has(text.slice(1))) found.push([line, 'the sign of a diff']);
    }
  }
  return found;
}

const LEAST_LINES = 3;

/** A new file all of whose lines have the sign of an added one. */
function wholeDiff({ lines }: TextLines): readonly Stray[] {
  const written = lines.filter((line) => line.trim() !== '');
  const isDiff = written.length >= LEAST_LINES && written.every((line) => line.startsWith('+'));
  return isDiff ? [[0, 'the sign of a diff before every line']] : [];
}

/** One that begins alone with dots may go on a sample of a Python session. */
const PLACEHOLDER = /^\s*(?:\.{3}|…).*[a-z].*(?:\.{3}|…)\s*$/i;

/** `... rest of the code ...` outside any comment; inside one it is sound, and for others to refuse. */
const placeholders = (
  { lines }: TextLines,
  added: readonly number[],
  old: ReadonlySet<string>,
): readonly Stray[] =>
  added
    .filter((line) => {
      const text = lines[line] ?? '';
      return PLACEHOLDER.test(text) && !old.has(text) && isElisionComment(text);
    })
    .map((line) => [line, 'a placeholder for code that was left out']);

function nulBytes({ lines }: TextLines, added: readonly number[]): readonly Stray[] {
  const line = added.find((at) => lines[at]?.includes('\0'));
  return line === undefined ? [] : [[line, 'a NUL character']];
}
