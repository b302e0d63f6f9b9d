import { withoutBlanks } from './blanks.ts';
import type { SourceText } from './source-text.ts';

/** How many candidates are worth an exact comparison. */
const BEST = 6;

/** A line that stands this often in the file says nothing about where. */
const MAX_STANDING = 40;

/**
 * 0-based lines at which text that does not stand in the file may have been meant to start: those that most of its lines
 * vote for; where none of its lines stands anywhere, those round which most of its words stand. Linear.
 */
export function likelyStarts(source: SourceText, wanted: readonly string[]): readonly number[] {
  const byLine = votesByLine(source, wanted);
  return byLine.size > 0 ? best(byLine) : best(votesByWord(source, wanted));
}

function best(votes: ReadonlyMap<number, number>): readonly number[] {
  return [...votes]
    .sort(([lineA, a], [lineB, b]) => b - a || lineA - lineB)
    .slice(0, BEST)
    .map(([line]) => line);
}

function votesByLine(source: SourceText, wanted: readonly string[]): Map<number, number> {
  const offsets = new Map<string, number[]>();
  wanted.forEach((line, at) => {
    const content = asLatin1(withoutBlanks(line));
    if (content === '') return;
    const known = offsets.get(content);
    if (known === undefined) offsets.set(content, [at]);
    else if (known.length < MAX_STANDING) known.push(at);
  });
  const standing = new Map<string, number[]>();
  for (let line = 0; line < source.lineCount; line += 1) {
    const content = withoutBlanks(source.latin1Line(line));
    if (!offsets.has(content)) continue;
    const known = standing.get(content);
    if (known === undefined) standing.set(content, [line]);
    else known.push(line);
  }
  const votes = new Map<number, number>();
  for (const [content, lines] of standing) {
    if (lines.length > MAX_STANDING) continue;
    const weight = Math.min(content.length, 80) / lines.length;
    for (const at of offsets.get(content) ?? [])
      for (const line of lines) votes.set(line - at, (votes.get(line - at) ?? 0) + weight);
  }
  return votes;
}

const asLatin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const WORD = /[\w$\u0080-\u00ff]+/g;

/** Lines that share words with the first, and the longest, of the lines that are looked for. */
function votesByWord(source: SourceText, wanted: readonly string[]): Map<number, number> {
  const words = new Map<string, { readonly at: number; readonly weight: number }[]>();
  wanted.slice(0, 40).forEach((line, at) => {
    for (const word of new Set(asLatin1(line).match(WORD))) {
      const known = words.get(word) ?? [];
      if (known.length < 4) known.push({ at, weight: Math.min(word.length, 20) });
      words.set(word, known);
    }
  });
  const standing = new Map<string, number>();
  const hits: { readonly line: number; readonly word: string }[] = [];
  for (let line = 0; line < source.lineCount; line += 1) {
    for (const word of source.latin1Line(line).slice(0, 400).match(WORD) ?? []) {
      if (!words.has(word)) continue;
      standing.set(word, (standing.get(word) ?? 0) + 1);
      hits.push({ line, word });
    }
  }
  const votes = new Map<number, number>();
  for (const { line, word } of hits) {
    const rarity = 1 / (standing.get(word) ?? 1);
    for (const { at, weight } of words.get(word) ?? [])
      votes.set(line - at, (votes.get(line - at) ?? 0) + weight * rarity);
  }
  return votes;
}
