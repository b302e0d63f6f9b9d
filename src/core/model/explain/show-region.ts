import type { Excerpt, Hold, LineDifference, Rejection } from '../rejection.ts';
import { code, codeBlock, plainText } from './plain-text.ts';

const MAX_WIDTH = 160;

/** The closest region with its line numbers, and the first line that differs with the place where it parts marked. */
export function showRegion({
  code: of,
  excerpt,
  difference,
}: Pick<Rejection | Hold, 'code' | 'excerpt' | 'difference'>): string {
  const parts: string[] = [];
  // What no longer parses is shown as the edits would make it; everything else as the file has it.
  const when = of === 'ast-broken' ? 'as they would be' : 'as they stand now';
  if (excerpt !== undefined) parts.push(showExcerpt(excerpt, when));
  if (difference !== undefined) parts.push(showDifference(difference));
  return parts.join('\n\n');
}

/** Lines of a file, numbered. */
function showExcerpt({ path, firstLine, lines }: Excerpt, when: string): string {
  const last = firstLine + lines.length - 1;
  const width = String(last).length;
  const numbered = lines.map(
    (line, at) => `${String(firstLine + at).padStart(width)} | ${line.slice(0, MAX_WIDTH)}`,
  );
  return `${code(path)}, lines ${firstLine} to ${last}, ${when}:\n\n${codeBlock(numbered)}`;
}

function showDifference({ line, wanted, found, column }: LineDifference): string {
  // A long line is shown from shortly before the place where the two part.
  const from = Math.max(0, column - 60);
  const cut = (text: string): string => {
    const part = text.slice(from, from + MAX_WIDTH);
    return `${from > 0 ? '…' : ''}${part}${text.length > from + MAX_WIDTH ? '…' : ''}`;
  };
  const lead = (from > 0 ? 1 : 0) + plainText(wanted.slice(from, column)).length;
  const shown = wanted.slice(from, column).includes('\t')
    ? wanted.slice(from, column).replaceAll(/[^\t]/g, ' ')
    : ' '.repeat(lead);
  return [
    `First difference, at line ${line} of the file:`,
    '',
    codeBlock([`edit: ${cut(wanted)}`, `file: ${cut(found)}`, `      ${shown}^`]),
  ].join('\n');
}
