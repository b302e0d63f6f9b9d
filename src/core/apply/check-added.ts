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

/**
 * Refuses placeholders for left-out code in added lines, a block whose last added line repeats the next kept one, and
 * one that would run its last line into the next.
 */
export function checkAdded(edit: Edit, added: AddedLines): void {
  refuseElision(edit, added);
  refuseLostBreak(edit, added);
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

/**
 * Old text that takes in the break at the end or the start of whole lines, and new text without it: as it is spelt it
 * would put the line after it behind its last one or its first one behind the line before, or end the file in a line
 * that is not closed.
 */
function refuseLostBreak(edit: Edit, { hunk, source, findings }: AddedLines): void {
  if (edit.kind !== 'replace' || hunk.anchor.isLines || edit.new === '') return;
  const opens = edit.old.startsWith('\n');
  const losesLast = edit.old.endsWith('\n') && !edit.new.endsWith('\n');
  const losesFirst = opens && !edit.new.startsWith('\n');
  if (!losesLast && !losesFirst) return;
  const site = hunk.sites.find(({ start, end }) => {
    const lead = source.bytes.toString('utf8', source.lineStart(lineOf(source, start)), start);
    const isWhole = opens || withoutBlanks(lead) === '';
    const isFollowed = end < source.bytes.length || source.isTerminated;
    return (losesLast && isWhole && isFollowed) || (losesFirst && lead !== '');
  });
  if (site === undefined) return;
  const at = losesLast ? site.end - 1 : site.start;
  findings.refuse(edit, 'malformed-edit', {
    reason: 'lost-line-break',
    lines: [source.lineNumberAt(at)],
  });
}

const lineOf = (source: SourceText, offset: number): number => source.lineNumberAt(offset) - 1;

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
