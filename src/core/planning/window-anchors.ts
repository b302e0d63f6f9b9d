import type { SourceText } from '../match/source-text.ts';
import type { LineWindow } from './read-window.ts';

/** What stands around a window, so that its lines can be told from others like them. */
export interface WindowAnchors {
  /** The line right above and right below; null at an end of the file. */
  readonly before: string | null;
  readonly after: string | null;
  /** Lines above that enclose it, by their indentation, outermost first: `class A`, `method()`. */
  readonly enclosing: readonly string[];
}

/** Lines looked at above a window for what encloses it. */
const LOOK_BACK = 2_000;
const MAX_ENCLOSING = 4;

/** The anchors of a window that lies within the file. */
export function windowAnchors(source: SourceText, [first, last]: LineWindow): WindowAnchors {
  return {
    before: first > 1 ? source.line(first - 2) : null,
    after: last < source.lineCount ? source.line(last) : null,
    enclosing: enclosing(source, first - 1),
  };
}

function enclosing(source: SourceText, line: number): readonly string[] {
  const found: string[] = [];
  let depth = depthAt(source, line);
  for (let at = line - 1; at >= Math.max(0, line - LOOK_BACK) && depth > 0; at -= 1) {
    const text = source.line(at);
    const indent = indentOf(text);
    // A bracket alone is nobody's name.
    if (indent >= depth || !/[\p{L}\p{N}]/u.test(text)) continue;
    depth = indent;
    found.unshift(text);
  }
  return found.slice(-MAX_ENCLOSING);
}

/** Indentation of the first line that is not blank. */
function depthAt(source: SourceText, line: number): number {
  for (let at = line; at < source.lineCount; at += 1) {
    const text = source.line(at);
    if (text.trim() !== '') return indentOf(text);
  }
  return 0;
}

const indentOf = (text: string): number =>
  text.trim() === '' ? Infinity : text.length - text.trimStart().length;
