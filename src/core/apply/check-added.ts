import { findElision } from '../formats/elision.ts';
import { solidLength, withoutBlanks } from '../match/blanks.ts';
import { TINY } from '../match/locate.ts';
import { occurrences } from '../match/occurrences.ts';
import type { SourceText } from '../match/source-text.ts';
import type { Edit } from '../model/edit.ts';
import type { Findings } from './findings.ts';
import type { Hunk } from './hunk.ts';
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
  if (content === '') return 0;
  const needle = Buffer.from(content, 'utf8');
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
  const site = hunk.sites[0];
  if (line === undefined || site === undefined) return;
  const kept = ops.slice(last + 1).find(({ tag }) => tag === 'keep');
  const next = kept?.text ?? lineFrom(source, nextLine(source, site.end));
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
    lines: [source.lineNumberAt(site.end)],
    facts: { line, next },
  });
}

/** Where the line after a site starts: at its end, or past the line break that it leaves in place. */
function nextLine(source: SourceText, end: number): number {
  if (source.isLineStart(end)) return end;
  const lineEnd = source.lineEnd(end);
  return source.contentEnd(end, lineEnd) === end ? lineEnd : source.bytes.length;
}

function lineFrom(source: SourceText, start: number): string | null {
  if (start >= source.bytes.length) return null;
  const end = source.contentEnd(start, source.lineEnd(start));
  return source.bytes.toString('utf8', start, end);
}
