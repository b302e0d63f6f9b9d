import { diffArrays } from 'diff';
import type { HunkLine } from '../../src/core/model/edit.ts';

/** A place of a file as an author would quote it: lines kept, removed and added. Indexes are 0-based. */
export interface Block {
  /** Line of the file before at which the old text starts. */
  readonly at: number;
  /** Line of the file after at which the new text starts. */
  readonly afterAt: number;
  readonly script: readonly HunkLine[];
}

export const oldLines = ({ script }: Pick<Block, 'script'>): readonly string[] =>
  script.filter(({ tag }) => tag !== 'add').map(({ text }) => text);

export const newLines = ({ script }: Pick<Block, 'script'>): readonly string[] =>
  script.filter(({ tag }) => tag !== 'remove').map(({ text }) => text);

/** The whole change as one list of tagged lines. */
function fullScript(before: readonly string[], after: readonly string[]): readonly HunkLine[] {
  return diffArrays([...before], [...after]).flatMap(({ value, added, removed }) => {
    const tag = added ? 'add' : removed ? 'remove' : 'keep';
    return value.map((text) => ({ tag, text }) as const);
  });
}

/** How many lines each run of changed lines removes and adds. */
export function changedRuns(
  before: readonly string[],
  after: readonly string[],
): readonly { readonly removed: number; readonly added: number }[] {
  const runs: { removed: number; added: number }[] = [];
  let isOpen = false;
  for (const { tag } of fullScript(before, after)) {
    if (tag === 'keep') {
      isOpen = false;
      continue;
    }
    if (!isOpen) runs.push({ removed: 0, added: 0 });
    isOpen = true;
    const run = runs.at(-1);
    if (run !== undefined) run[tag === 'add' ? 'added' : 'removed'] += 1;
  }
  return runs;
}

/** How often a text stands in another; overlapping ones count. */
export function countText(whole: string, part: string): number {
  if (part === '') return 0;
  let count = 0;
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) count += 1;
  return count;
}

/** How often lines stand in a file, whatever the blanks round each. */
export function countTrimmed(file: readonly string[], part: readonly string[]): number {
  const joined = (lines: readonly string[]): string =>
    `\n${lines.map((line) => line.trim()).join('\n')}\n`;
  return part.length === 0 ? 0 : countText(joined(file), joined(part));
}

const solidLength = (lines: readonly string[]): number =>
  lines.join('').replaceAll(/\s/g, '').length;

/** Fewer characters than this are never matched loosely, so no harmless variant is built on them. */
const LEAST_SOLID = 10;

const isAnchor = (before: readonly string[], block: Block): boolean => {
  const old = oldLines(block);
  return (
    old.length > 0 &&
    countTrimmed(before, old) === 1 &&
    countText(before.join('\n'), old.join('\n')) === 1 &&
    solidLength(old) >= LEAST_SOLID &&
    newLines(block).join('\n').trim() !== ''
  );
};

/** A stretch of the script, `end` excluded. */
interface Range {
  start: number;
  end: number;
}

/** Runs of changed lines in the script, each widened by `context` kept lines and further until it can be found. */
function rangesOf(
  script: readonly HunkLine[],
  before: readonly string[],
  context: number,
): readonly Range[] {
  const runs: Range[] = [];
  for (const [at, { tag }] of script.entries()) {
    if (tag === 'keep') continue;
    const last = runs.at(-1);
    if (last !== undefined && last.end === at) last.end = at + 1;
    else runs.push({ start: at, end: at + 1 });
  }
  const merged: Range[] = [];
  for (const run of runs) {
    const range = widened(script, before, {
      start: Math.max(0, run.start - context),
      end: Math.min(script.length, run.end + context),
    });
    while ((merged.at(-1)?.end ?? -1) >= range.start) {
      const earlier = merged.pop();
      range.start = Math.min(range.start, earlier?.start ?? range.start);
      range.end = Math.max(range.end, earlier?.end ?? range.end);
    }
    merged.push(range);
  }
  return merged;
}

function widened(script: readonly HunkLine[], before: readonly string[], range: Range): Range {
  const { start, end } = range;
  if (isAnchor(before, blockAt(script, range))) return { start, end };
  if (start === 0 && end === script.length) return { start, end };
  return widened(script, before, {
    start: Math.max(0, start - 1),
    end: Math.min(script.length, end + 1),
  });
}

function blockAt(script: readonly HunkLine[], { start, end }: Range): Block {
  const ahead = script.slice(0, start);
  return {
    at: ahead.filter(({ tag }) => tag !== 'add').length,
    afterAt: ahead.filter(({ tag }) => tag !== 'remove').length,
    script: script.slice(start, end),
  };
}

/**
 * The blocks that turn one text into the other, none touching the next, each with old text that stands once in the file
 * by any reading of blanks. Null where a block cannot be told apart even with the whole file round it.
 */
export function writeBlocks(
  before: readonly string[],
  after: readonly string[],
  context: number,
): readonly Block[] | null {
  const script = fullScript(before, after);
  const blocks = rangesOf(script, before, context).map((range) => blockAt(script, range));
  return blocks.every((block) => isAnchor(before, block)) ? blocks : null;
}
