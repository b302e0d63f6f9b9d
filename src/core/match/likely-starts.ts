import { dropTrailingBlanks, skipBlanks, withoutBlanks } from './blanks.ts';
import { hashOf } from './line-search.ts';
import type { SourceText } from './source-text.ts';

/** How many candidates are worth an exact comparison. */
const BEST = 5;

/** A line that stands this often in the file says nothing about where. */
const MAX_STANDING = 40;

/** Fewer votes than a line of so many characters has that stands once: brackets, and what stands in many places. */
const FEW_VOTES = 12;

/**
 * 0-based lines at which text that does not stand in the file may have been meant to start: those that most of its lines
 * vote for; where these say little, those too round which most of its words stand. Linear.
 */
export function likelyStarts(source: SourceText, wanted: readonly string[]): readonly number[] {
  const byLine = votesByLine(source, wanted);
  const starts = best(byLine);
  const isClear = [...byLine.values()].some((votes) => votes >= FEW_VOTES);
  return isClear ? starts : [...new Set([...starts, ...best(votesByWord(source, wanted))])];
}

function best(votes: ReadonlyMap<number, number>): readonly number[] {
  return [...votes]
    .sort(([lineA, a], [lineB, b]) => b - a || lineA - lineB)
    .slice(0, BEST)
    .map(([line]) => line);
}

function votesByLine(source: SourceText, wanted: readonly string[]): Map<number, number> {
  const offsets = new Map<number, { readonly at: number[]; readonly weight: number }>();
  wanted.forEach((line, at) => {
    const content = Buffer.from(withoutBlanks(line));
    if (content.length === 0) return;
    const hash = hashOf(content, 0, content.length);
    const known = offsets.get(hash);
    if (known === undefined) offsets.set(hash, { at: [at], weight: Math.min(content.length, 80) });
    else if (known.at.length < MAX_STANDING) known.at.push(at);
  });
  const standing = new Map<number, number[]>();
  const { bytes, lineCount } = source;
  for (let line = 0; line < lineCount; line += 1) {
    const contentEnd = source.lineContentEnd(line);
    const from = skipBlanks(bytes, source.lineStart(line), contentEnd);
    const hash = hashOf(bytes, from, dropTrailingBlanks(bytes, from, contentEnd));
    if (offsets.has(hash)) push(standing, hash, line);
  }
  return tally(standing, offsets);
}

/** Votes of lines or words: each place votes for where the text would start, the rarer the louder. */
function tally(
  standing: ReadonlyMap<number, readonly number[]>,
  offsets: ReadonlyMap<number, { readonly at: readonly number[]; readonly weight: number }>,
): Map<number, number> {
  const votes = new Map<number, number>();
  for (const [hash, lines] of standing) {
    const wanted = offsets.get(hash);
    if (wanted === undefined || lines.length > MAX_STANDING) continue;
    const weight = wanted.weight / lines.length;
    for (const at of wanted.at)
      for (const line of lines) votes.set(line - at, (votes.get(line - at) ?? 0) + weight);
  }
  return votes;
}

function push(standing: Map<number, number[]>, hash: number, line: number): void {
  const lines = standing.get(hash);
  if (lines === undefined) standing.set(hash, [line]);
  // One more than counts is enough to know that it does not.
  else if (lines.length <= MAX_STANDING) lines.push(line);
}

/** 1 for bytes of words: ASCII letters and digits, `_`, `$`, and all bytes beyond ASCII. */
const IS_WORD = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 128 || /[\w$]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

const LF = 10;

/** Words of the wanted lines, where they stand in the file; words that stand all over it say nothing. */
function votesByWord(source: SourceText, wanted: readonly string[]): Map<number, number> {
  const offsets = new Map<number, { readonly at: number[]; readonly weight: number }>();
  wanted.forEach((line, at) => {
    const bytes = Buffer.from(line);
    eachWord(bytes, 0, (hash, length) => {
      const known = offsets.get(hash);
      if (known === undefined) offsets.set(hash, { at: [at], weight: Math.min(length, 20) });
      else if (known.at.length < 4 && known.at.at(-1) !== at) known.at.push(at);
    });
  });
  const standing = new Map<number, number[]>();
  eachWord(source.bytes, source.start, (hash, _length, line) => {
    if (offsets.has(hash)) push(standing, hash, line);
  });
  return tally(standing, offsets);
}

/** Visits the words of a text: hash, length in bytes, and 0-based line. */
function eachWord(
  bytes: Uint8Array,
  start: number,
  visit: (hash: number, length: number, line: number) => void,
): void {
  let line = 0;
  let from = -1;
  for (let at = start; at <= bytes.length; at += 1) {
    const byte = bytes[at] ?? LF;
    if (IS_WORD[byte] === 1) {
      if (from === -1) from = at;
      continue;
    }
    if (from !== -1) visit(hashOf(bytes, from, at), at - from, line);
    from = -1;
    if (byte === LF) line += 1;
  }
}
