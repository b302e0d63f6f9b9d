import {
  block,
  malformed,
  textOf,
  truncated,
  type Block,
  type Format,
  type Scan,
} from './format.ts';
import { captionStart, searchBlock } from './search-block.ts';

/*
 * Grammar, each marker a whole line: opener, hint lines, old text, divider, new text, closer. Either dialect's closer ends
 * a block (`>>>>>>> REPLACE`, `+++++++ REPLACE`). Git's own conflict markers may stand inside as content while they are
 * balanced; a second divider is resolved by its length alone, else the block is refused.
 */

const OPENER =
  /^(?:<{3,9}|-{5,9})\s?SEARCH(?:>|\s*[:(\s]?\s*(?:start_)?line\s*[:=]?\s*(\d+)\)?)?>?$/;
const CLOSER = /^(?:>{3,9}|\+{5,9})\s?REPLACE[<>]?$/;
const DIVIDER = /^={3,}$/;
const HINT = /^:(?:start_line|end_line|line)\s*[:=]\s*(\d+)$/;
const HINT_END = /^-{5,9}$/;
const GIT_OPEN = /^<{7} \S/;
const GIT_CLOSE = /^>{7} \S/;
/** Anything in prose that was meant as a marker. */
const STRAY = /^(?:<{5,9}|>{5,9}|\+{7})(?:\s|$)|^-{5,9}\s?SEARCH/;

/** Whether a line opens a block in conflict markers. */
export const opensConflictBlock = (line: string): boolean =>
  line.length < 200 && OPENER.test(line.trim());

/** Whether a line of prose looks like a conflict marker out of place. */
export const isConflictMarker = (line: string): boolean =>
  line.length < 200 && (STRAY.test(line.trim()) || CLOSER.test(line.trim()));

interface Body {
  readonly start: number;
  readonly lineHint?: number;
}

/** Skips `:start_line: N` and its like, and the rule under them. */
function afterHints(scan: Scan, at: number, hint: string | undefined): Body {
  let start = at + 1;
  let lineHint = hint === undefined ? undefined : Number(hint);
  while (start < scan.to) {
    const match = HINT.exec(textOf(scan, start).trim());
    if (match === null) break;
    if (!textOf(scan, start).includes('end_line')) lineHint ??= Number(match[1]);
    start += 1;
  }
  if (start > at + 1 && HINT_END.test(textOf(scan, start).trim())) start += 1;
  return lineHint === undefined ? { start } : { start, lineHint };
}

interface Cut {
  readonly end: number;
  readonly dividers: readonly number[];
}

/** Finds the closer and the dividers that belong to the block itself; a word says what is wrong. */
function cutBlock(scan: Scan, body: Body): Cut | { readonly wrong: string; readonly end: number } {
  const dividers: number[] = [];
  let depth = 0;
  for (let line = body.start; line < scan.to; line += 1) {
    const raw = textOf(scan, line);
    if (raw.length > 200) continue;
    const text = raw.trim();
    if (OPENER.test(text))
      return { wrong: 'missing-closer', end: captionStart(scan, line, body.start) };
    if (CLOSER.test(text)) {
      const end = line + 1;
      return depth > 0 ? { wrong: 'unbalanced-markers', end } : { end, dividers };
    }
    if (GIT_OPEN.test(text)) depth += 1;
    else if (GIT_CLOSE.test(text)) {
      if (depth === 0) return { wrong: 'unbalanced-markers', end: line + 1 };
      depth -= 1;
    } else if (depth === 0 && DIVIDER.test(text)) dividers.push(line);
  }
  return { wrong: 'missing-closer', end: scan.to };
}

/** The one divider: the only candidate, or the only one as long as the opener. */
function chooseDivider(scan: Scan, dividers: readonly number[], length: number): number | string {
  const marks = dividers.map((line) => ({ line, length: textOf(scan, line).trim().length }));
  const equal = marks.filter((mark) => mark.length === length);
  const [only] = equal.length > 0 ? equal : marks.filter((mark) => mark.length <= 9);
  if (only === undefined) return 'missing-divider';
  const rivals = equal.length > 0 ? equal.length : marks.length;
  return rivals === 1 ? only.line : 'two-dividers';
}

const refusal = (at: number, end: number, reason: string): Block => {
  const make = reason === 'missing-closer' ? truncated : malformed;
  return block({ from: at, end, reason, rejections: [make(reason, [at, end])] });
};

function read(scan: Scan, at: number): Block | null {
  const raw = textOf(scan, at);
  if (raw.length > 200) return null;
  const opener = raw.trim();
  const match = OPENER.exec(opener);
  if (match === null) return null;
  const body = afterHints(scan, at, match[1]);
  const cut = cutBlock(scan, body);
  if ('wrong' in cut) return refusal(at, cut.end, cut.wrong);
  const length = opener.length - opener.replace(/^[<-]+/, '').length;
  const divider = chooseDivider(scan, cut.dividers, length);
  if (typeof divider === 'string') return refusal(at, cut.end, divider);
  return searchBlock(scan, {
    at,
    end: cut.end,
    indent: raw.slice(0, raw.length - raw.trimStart().length),
    old: scan.lines.slice(body.start, divider).map(({ text }) => text),
    new: scan.lines.slice(divider + 1, cut.end - 1).map(({ text }) => text),
    ...(body.lineHint === undefined ? {} : { lineHint: body.lineHint }),
  });
}

/** `<<<<<<< SEARCH` ... `=======` ... `>>>>>>> REPLACE` under a path, in all its dialects. */
export const conflictMarkers: Format = {
  name: 'conflict-markers',
  mayBegin: (first) => first === '<' || first === '-',
  read,
};
