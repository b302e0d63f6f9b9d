import { gutterHint } from './alternates.ts';
import { opensMarkers } from './edit-markers.ts';
import { isForeignNew, opensForeignBlock } from './foreign-markers.ts';
import { fenceOf, isFenceClose, type Fence } from './fences.ts';

/** Contents that were given as a whole file and are something else: written as they stand they would wreck the file. */

const PLAIN = /\.(?:md|mdx|markdown|rst|txt|adoc|ya?ml|csv|tsv)$/i;
const DIFF = /\.(?:diff|patch|rej)$/i;

/** A diff without its fence's name: hunk headers, or every line tagged and both signs among them. */
function isDiff(lines: readonly string[], path: string): boolean {
  if (DIFF.test(path)) return false;
  if (lines.some((line) => /^@@ (?:-\d|.*@@\s*$)/.test(line.slice(0, 300)))) return true;
  const texts = lines.filter((line) => line.trim() !== '');
  if (!texts.every((line) => ' \t+-\\'.includes(line[0] ?? ''))) return false;
  const added = texts.filter((line) => line.startsWith('+')).length;
  const removed = texts.filter((line) => line.startsWith('-')).length;
  if (added > 0 && removed > 0) return true;
  return added + removed > 0 && !PLAIN.test(path);
}

/** A listing with line numbers: each line carries the number after the one before. */
function isNumbered(lines: readonly string[], path: string): boolean {
  if (PLAIN.test(path) || lines.length < 3) return false;
  const first = gutterHint(lines);
  const last = gutterHint(lines.slice(-1));
  return first !== undefined && last === first + lines.length - 1;
}

/** Edit markers that stand in the content itself, not in a fenced example inside it, known ones or others. */
function markersIn(lines: readonly string[]): 'markers-in-code' | 'foreign-markers' | null {
  let inner: Fence | null = null;
  let isOpen = false;
  for (const line of lines) {
    if (inner !== null) {
      if (isFenceClose(line, inner)) inner = null;
      continue;
    }
    inner = fenceOf(line);
    if (opensMarkers(line)) return 'markers-in-code';
    isOpen ||= opensForeignBlock(line);
    if (isOpen && isForeignNew(line)) return 'foreign-markers';
  }
  return null;
}

/** Why the content cannot be the file's; null where nothing speaks against it. */
export function suspicion(lines: readonly string[], path: string): string | null {
  if (isDiff(lines, path)) return 'looks-like-diff';
  if (isNumbered(lines, path)) return 'line-numbers';
  return markersIn(lines);
}
