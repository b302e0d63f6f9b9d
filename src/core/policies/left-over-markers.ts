import { changedLines } from '../apply/changed-lines.ts';
import { SourceText } from '../match/source-text.ts';
import type { FileChange } from '../model/patch.ts';
import type { Rejection } from '../model/rejection.ts';
import { findings } from './findings.ts';
import type { Policy } from './policy.ts';

const LINES: ReadonlySet<string> = new Set([
  '[[[SEARCH]]]',
  '[[[DIVIDER]]]',
  '[[[REPLACE]]]',
  '*** Begin Patch',
  '*** End Patch',
]);

/** A marker of a merge conflict, or of an edit format, as a line of its own. */
function isMarker(line: string): boolean {
  const text = line.trimEnd();
  if (LINES.has(text)) return true;
  const sign = text[0] ?? '';
  if (!'<>|-+'.includes(sign) || sign === '') return false;
  let length = 0;
  while (text[length] === sign) length += 1;
  if (length < 5 || length > 9) return false;
  const word = text.slice(length);
  if (sign === '<' || sign === '|') return length === 7 && (word === '' || word.startsWith(' '));
  if (word === ' SEARCH' || word === ' REPLACE') return true;
  return sign === '>' && length === 7 && (word === '' || word.startsWith(' '));
}

/** Added lines hold no markers of a merge or of an edit format, save those that the file had before. */
export const leftOverMarkers: Policy = {
  name: 'left-over-markers',
  judge: ({ patch }) => findings({ rejections: patch.changes.flatMap(judgeChange) }),
};

function judgeChange(change: FileChange): Rejection[] {
  const { path, before, after } = change;
  if (after === null || !mayHoldMarkers(after.bytes)) return [];
  const added = new Set(
    changedLines(change)
      .added.map((line) => lineText(line))
      .filter((line) => isMarker(line)),
  );
  if (added.size === 0) return [];
  const old = new Set(before === null ? [] : linesOf(before.bytes));
  const fresh = [...added].filter((line) => !old.has(line));
  const [line] = fresh;
  if (line === undefined) return [];
  const lines = linesOf(after.bytes).flatMap((each, at) => (fresh.includes(each) ? [at + 1] : []));
  return [{ code: 'left-over-markers', path, lines: lines.slice(0, 50), facts: { line } }];
}

/** How every marker begins, at the head of a line. */
const HEAD = /^(?:<{5}|>{5}|\|{5}|-{5}|\+{5}|\[\[\[|\*\*\* )/m;

/** Whether some line begins as a marker does: most files have none, and need not be compared. */
const mayHoldMarkers = (bytes: Uint8Array): boolean =>
  HEAD.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));

const lineText = (line: Buffer): string => {
  const text = line.toString('utf8');
  if (text.endsWith('\r\n')) return text.slice(0, -2);
  return text.endsWith('\n') ? text.slice(0, -1) : text;
};

function linesOf(bytes: Uint8Array): string[] {
  const source = new SourceText(bytes);
  return Array.from({ length: source.lineCount }, (_, line) => source.line(line));
}
