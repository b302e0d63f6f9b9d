import { findElision } from '../formats/elision.ts';
import { solidLength, withoutBlanks } from '../match/blanks.ts';
import { itemAt } from '../match/item-at.ts';
import { TINY } from '../match/locate.ts';
import { occurrences } from '../match/occurrences.ts';
import type { SourceText } from '../match/source-text.ts';
import type { Edit } from '../model/edit.ts';
import type { Findings } from './findings.ts';
import type { Hunk, Site } from './hunk.ts';
import type { Op } from './hunk-ops.ts';

/** A block about to be applied: `source` is the text that it was located on. */
export interface AddedLines {
  readonly ops: readonly Op[];
  readonly hunk: Hunk;
  readonly source: SourceText;
  readonly original: SourceText;
  readonly findings: Findings;
}

/** Refuses placeholders for left-out code in added lines, and a block whose last added line repeats the next kept one. */
export function checkAdded(edit: Edit, added: AddedLines): void {
  refuseElision(edit, added);
  checkBoundary(edit, added);
}

function refuseElision(edit: Edit, { ops, original, findings }: AddedLines): void {
  const now = ops.filter(({ tag }) => tag !== 'remove');
  const stays = new Set(ops.filter(({ tag }) => tag !== 'add').map(({ text }) => text));
  const elision = findElision(
    now.map(({ text }) => text),
    {
      path: edit.target.path,
      stands: (line) => stays.has(line) || standsAsLine(original, line),
    },
  );
  if (elision === null) return;
  findings.refuse(edit, 'elided-content', { facts: { line: elision.line } });
}

/** How often a line with this content, whatever the blanks round it, stands in the text. */
export function countLines(source: SourceText, line: string): number {
  const content = withoutBlanks(line);
  const needle = Buffer.from(content);
  return occurrences(source.bytes, needle, source.start).filter((hit) => {
    const number = source.lineNumberAt(hit) - 1;
    return withoutBlanks(source.line(number)) === content;
  }).length;
}

export const standsAsLine = (source: SourceText, line: string): boolean =>
  countLines(source, line) > 0;

/** The last added line and the line that follows it are the same: most often the block went one line too far. */
function checkBoundary(edit: Edit, { ops, hunk, source, original, findings }: AddedLines): void {
  const last = ops.findLastIndex(({ tag }) => tag === 'add');
  const line = ops[last]?.text;
  if (line === undefined) return;
  const site = itemAt(hunk.sites, 0);
  const after = endOfAdded(ops, last, { source, site });
  if (after === null) return;
  const kept = ops.slice(last + 1).find(({ tag }) => tag === 'keep');
  const next = kept?.text ?? lineFrom(source, after);
  if (next === null || withoutBlanks(next) !== withoutBlanks(line)) return;
  if (solidLength(line) < TINY || countLines(original, line) !== 1) {
    if (solidLength(line) > 0)
      findings.note(
        edit,
        'repeated-boundary',
        'The last added line is the same as the line after it.',
      );
    return;
  }
  findings.refuse(edit, 'malformed-edit', {
    reason: 'repeated-boundary',
    lines: [source.lineNumberAt(after)],
    facts: { line, next },
  });
}

/**
 * Where the line after the block's text starts; null where its last addition is no line of its own. Text that ends
 * without a line break is a line where the file's own break follows it.
 */
function endOfAdded(
  ops: readonly Op[],
  last: number,
  { source, site }: { readonly source: SourceText; readonly site: Site },
): number | null {
  if (ops[last]?.hasBreak === true) return site.end;
  const startsLine =
    source.isLineStart(site.start) ||
    ops.some(({ tag, hasBreak }, at) => at < last && tag !== 'remove' && hasBreak);
  const lineEnd = source.lineEnd(site.end);
  return startsLine && source.contentEnd(site.end, lineEnd) === site.end ? lineEnd : null;
}

function lineFrom(source: SourceText, start: number): string | null {
  if (start >= source.bytes.length) return null;
  const end = source.contentEnd(start, source.lineEnd(start));
  return source.bytes.toString('utf8', start, end);
}
