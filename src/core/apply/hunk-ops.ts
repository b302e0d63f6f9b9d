import { append } from '../match/append.ts';
import { itemAt } from '../match/item-at.ts';
import { lineDiff } from '../match/line-diff.ts';
import type { HunkLine } from '../model/edit.ts';

/** One line of a hunk as it will be carried out. `hasBreak` is false for the unfinished last piece of a text. */
export interface Op {
  readonly tag: HunkLine['tag'];
  readonly text: string;
  readonly hasBreak: boolean;
}

/** Lines of a text whose final line feed is implied; no lines at all for the empty text. */
export const linesOfText = (text: string): string[] => (text === '' ? [] : text.split('\n'));

/** Lines of a content, whose final line feed closes its last line: `\n` alone is one empty line. */
export const linesOfContent = (text: string): string[] =>
  text === '' ? [] : (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');

/**
 * What whole-line old and new text, or the format's own tags, ask for. A line that both remove and add is kept: what is
 * not changed is not rewritten.
 */
export function lineOps(
  old: readonly string[],
  now: readonly string[],
  script?: readonly HunkLine[],
): Op[] {
  if (script === undefined) return diffOps(old, now, true);
  const ops: Op[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = (): void => {
    append(ops, diffOps(removed, added, true));
    removed = [];
    added = [];
  };
  for (const { tag, text } of script) {
    if (tag === 'remove') removed.push(text);
    else if (tag === 'add') added.push(text);
    else {
      flush();
      ops.push({ tag, text, hasBreak: true });
    }
  }
  flush();
  return ops;
}

/** The same for texts that may begin and end inside a line. */
export function characterOps(old: string, now: string): Op[] {
  const before = pieces(old);
  const after = pieces(now);
  return diffOps(before, after, false).map((op) =>
    op.text.endsWith('\n') ? { ...op, text: op.text.slice(0, -1), hasBreak: true } : op,
  );
}

function pieces(text: string): string[] {
  const cut = text
    .split('\n')
    .map((piece, at, all) => (at + 1 < all.length ? `${piece}\n` : piece));
  return cut.filter((piece) => piece !== '');
}

function diffOps(old: readonly string[], now: readonly string[], hasBreak: boolean): Op[] {
  const pairs = lineDiff(old, now);
  const ops: Op[] = [];
  let next = 0;
  const addUpTo = (end: number): void => {
    for (const text of now.slice(next, end)) ops.push({ tag: 'add', text, hasBreak });
  };
  pairs.forEach((pair, at) => {
    const text = itemAt(old, at);
    if (pair === -1) ops.push({ tag: 'remove', text, hasBreak });
    else {
      addUpTo(pair);
      ops.push({ tag: 'keep', text, hasBreak });
      next = pair + 1;
    }
  });
  addUpTo(now.length);
  return ops;
}
