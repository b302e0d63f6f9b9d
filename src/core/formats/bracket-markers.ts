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

const SEARCH = '[[[SEARCH]]]';
const DIVIDER = '[[[DIVIDER]]]';
const REPLACE = '[[[REPLACE]]]';

/** Whether a line opens a block in bracket markers. */
export const opensBracketBlock = (line: string): boolean => line.trim() === SEARCH;

/** Whether a line is a bracket marker out of place. */
export const isBracketMarker = (line: string): boolean =>
  [SEARCH, DIVIDER, REPLACE].includes(line.trim());

const bad = (at: number, end: number, isCut: boolean, reason: string): Block => {
  const make = isCut ? truncated : malformed;
  return block({ from: at, end, reason, rejections: [make(reason, [at, end])] });
};

function read(scan: Scan, at: number): Block | null {
  const opener = textOf(scan, at);
  if (!opensBracketBlock(opener)) return null;
  let divider = -1;
  for (let line = at + 1; line < scan.to; line += 1) {
    const text = textOf(scan, line).trim();
    if (text === SEARCH) return bad(at, captionStart(scan, line, at + 1), true, 'missing-closer');
    if (text === DIVIDER && divider >= 0) return bad(at, line + 1, false, 'two-dividers');
    if (text === DIVIDER) divider = line;
    if (text !== REPLACE) continue;
    if (divider < 0) return bad(at, line + 1, false, 'missing-divider');
    return searchBlock(scan, {
      at,
      end: line + 1,
      indent: opener.slice(0, opener.length - opener.trimStart().length),
      old: scan.lines.slice(at + 1, divider).map(({ text: raw }) => raw),
      new: scan.lines.slice(divider + 1, line).map(({ text: raw }) => raw),
    });
  }
  return bad(at, scan.to, true, 'missing-closer');
}

/** `[[[SEARCH]]]` ... `[[[DIVIDER]]]` ... `[[[REPLACE]]]` under a path: markers that survive being rendered. */
export const bracketMarkers: Format = {
  name: 'bracket-markers',
  mayBegin: (first) => first === '[',
  read,
};
