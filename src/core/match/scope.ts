import { dropTrailingBlanks, skipBlanks, withoutBlanks } from './blanks.ts';
import { byteAt } from './item-at.ts';
import { occurrences } from './occurrences.ts';
import type { SourceText } from './source-text.ts';

/** A stretch of the file in bytes, half-open: an anchor line and what belongs to it. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  /** End of the anchor line itself (ending included); equal to `start` where the stretch is the whole file. */
  readonly lineEnd: number;
}

export type Scoped =
  | { readonly kind: 'stretches'; readonly stretches: readonly Stretch[] }
  | { readonly kind: 'missing'; readonly anchor: string }
  | { readonly kind: 'too-many'; readonly anchor: string; readonly lines: readonly number[] };

/** An anchor that so many lines carry narrows nothing; it also bounds the work of measuring them. */
const MAX_STRETCHES = 64;

const WORD = /[\p{L}\p{N}_$]/u;

/** The stretches that stacked anchors name, outermost first: each is looked for inside those of the one before. */
export function anchorStretches(source: SourceText, anchors: readonly string[]): Scoped {
  let stretches: readonly Stretch[] = [
    { start: source.start, end: source.bytes.length, lineEnd: source.start },
  ];
  for (const anchor of anchors) {
    const lines = anchorLines(source, anchor).filter((line) =>
      stretches.some(({ start, end }) => isInside(source, line, [start, end])),
    );
    if (lines.length === 0) return { kind: 'missing', anchor };
    if (lines.length > MAX_STRETCHES)
      return { kind: 'too-many', anchor, lines: lines.map((line) => line + 1) };
    stretches = lines.map((line) => stretchOf(source, line));
  }
  return { kind: 'stretches', stretches };
}

function isInside(
  source: SourceText,
  line: number,
  [start, end]: readonly [number, number],
): boolean {
  const at = source.lineStart(line);
  return at >= start && at < end;
}

/** 0-based lines that are the anchor; where none is, those that begin with it; else those that hold it as words. */
function anchorLines(source: SourceText, anchor: string): readonly number[] {
  const text = withoutBlanks(anchor);
  const hits = occurrences(source.bytes, Buffer.from(text), source.start);
  const ranked: [number[], number[], number[]] = [[], [], []];
  let last = -1;
  for (const hit of hits) {
    const line = source.lineNumberAt(hit) - 1;
    const rank = rankOf(source, { line, hit, text });
    if (rank === null || line === last) continue;
    last = line;
    ranked[rank].push(line);
  }
  return ranked.find((lines) => lines.length > 0) ?? [];
}

function rankOf(
  source: SourceText,
  at: { readonly line: number; readonly hit: number; readonly text: string },
): 0 | 1 | 2 | null {
  const { bytes } = source;
  const lineStart = source.lineStart(at.line);
  const contentEnd = source.lineContentEnd(at.line);
  const from = skipBlanks(bytes, lineStart, contentEnd);
  const end = dropTrailingBlanks(bytes, from, contentEnd);
  const hitEnd = at.hit + Buffer.byteLength(at.text);
  if (at.hit === from && hitEnd === end) return 0;
  const after = bytes.toString('utf8', hitEnd, Math.min(hitEnd + 4, contentEnd));
  if (cutsWord(at.text.slice(-1), after.slice(0, 1))) return null;
  if (at.hit === from) return 1;
  const before = bytes.toString('latin1', Math.max(lineStart, at.hit - 1), at.hit);
  return cutsWord(before, at.text.slice(0, 1)) ? null : 2;
}

const cutsWord = (left: string, right: string): boolean => WORD.test(left) && WORD.test(right);

/** The anchor line and the lines indented deeper below it; to the end of the file where it heads no block. */
function stretchOf(source: SourceText, line: number): Stretch {
  const start = source.lineStart(line);
  const lineEnd = source.lineStart(line + 1);
  const own = depthOf(source, line);
  let end = line + 1;
  let isBlock = false;
  for (let next = line + 1; next < source.lineCount; next += 1) {
    if (isBlank(source, next)) continue;
    const depth = depthOf(source, next);
    if (depth > own) isBlock = true;
    else if (depth < own || !isCloser(source, next)) break;
    end = next + 1;
  }
  if (!isBlock) return { start, end: source.bytes.length, lineEnd };
  return { start, end: source.lineStart(end), lineEnd };
}

/** Offset of the first byte of a line that is no blank. */
const contentStart = (source: SourceText, line: number): number =>
  skipBlanks(source.bytes, source.lineStart(line), source.lineContentEnd(line));

const isBlank = (source: SourceText, line: number): boolean =>
  contentStart(source, line) === source.lineContentEnd(line);

/** Length of a line's indentation. */
const depthOf = (source: SourceText, line: number): number =>
  contentStart(source, line) - source.lineStart(line);

const CLOSERS = new Set(Array.from('})]', (one) => one.charCodeAt(0)));

/** True for a line that begins by closing what an earlier line opened: it belongs to the same block. */
const isCloser = (source: SourceText, line: number): boolean =>
  CLOSERS.has(byteAt(source.bytes, contentStart(source, line)));
