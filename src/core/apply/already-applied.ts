import { solidLength } from '../match/blanks.ts';
import { linesOf, locate, TINY } from '../match/locate.ts';
import type { SourceText } from '../match/source-text.ts';
import { NO_SCOPE, type ReplaceEdit } from '../model/edit.ts';
import { standsAsLine } from './check-added.ts';
import type { Hunk } from './hunk.ts';
import { linesOfText, type Op } from './hunk-ops.ts';

/**
 * True where a block that only adds stands at its site with its addition made: carried out again, it would double it.
 * Compares the lines (or characters) round the site with the whole of the new text.
 */
export function standsAtSite(source: SourceText, hunk: Hunk, ops: readonly Op[]): boolean {
  if (ops.some(({ tag }) => tag === 'remove')) return standsAsCharacters(source, hunk, ops);
  if (!ops.some(({ tag }) => tag === 'add') || !ops.some(({ tag }) => tag === 'keep')) return false;
  return hunk.sites.some((site) => {
    const changes = site.changes;
    return changes.length > 0 && standsAround(source, site, ops);
  });
}

/** The added lines stand already where they would be put: before the kept lines that follow, after those that precede. */
function standsAround(
  source: SourceText,
  site: { readonly start: number; readonly end: number },
  ops: readonly Op[],
): boolean {
  const wanted = ops.map(({ text }) => text);
  const firstKept = ops.findIndex(({ tag }) => tag === 'keep');
  const lastKept = ops.findLastIndex(({ tag }) => tag === 'keep');
  const line = source.lineNumberAt(site.start) - 1;
  const isHere = (from: number): boolean =>
    from >= 0 &&
    from + wanted.length <= source.lineCount &&
    wanted.every((text, at) => isLine(source, from + at, text));
  if (isHere(line - firstKept)) return true;
  // Only where additions are at one end is the kept part in one piece, so that it may also be reached from the other side.
  const endLine = line + ops.filter(({ tag }) => tag === 'keep').length - 1;
  return isHere(endLine - lastKept);
}

function isLine(source: SourceText, line: number, text: string): boolean {
  return source.line(line).trimEnd() === text.trimEnd();
}

/** Characters that grow in place (`f(a` to `f(a, b`): the grown text stands round the site. */
function standsAsCharacters(source: SourceText, hunk: Hunk, ops: readonly Op[]): boolean {
  if (hunk.anchor.isLines) return false;
  const old = textOf(ops, 'remove');
  const now = textOf(ops, 'add');
  return hunk.sites.some((site) => {
    for (let at = now.indexOf(old); at !== -1; at = now.indexOf(old, at + 1)) {
      const start = site.start - Buffer.byteLength(now.slice(0, at));
      const wanted = Buffer.from(now);
      const end = start + wanted.length;
      if (start < source.start || end > source.bytes.length) continue;
      if (source.bytes.compare(wanted, 0, wanted.length, start, end) === 0) return true;
    }
    return false;
  });
}

function textOf(ops: readonly Op[], tag: 'remove' | 'add'): string {
  return ops
    .filter((op) => op.tag === tag || op.tag === 'keep')
    .map(({ text, hasBreak }) => (hasBreak ? `${text}\n` : text))
    .join('');
}

/**
 * Where the old text is gone and the new text stands exactly once, as whole lines and long enough to be no accident. With
 * a line that the block keeps among them, the place is proven too.
 */
export function alreadyStands(
  source: SourceText,
  edit: ReplaceEdit,
): { readonly reason: string; readonly lines: readonly number[] } | null {
  const old =
    edit.script?.filter(({ tag }) => tag !== 'add').map(({ text }) => text) ??
    linesOfText(edit.old);
  const lines =
    edit.script?.filter(({ tag }) => tag !== 'remove').map(({ text }) => text) ??
    linesOfText(edit.new);
  if (solidLength(lines.join('')) < TINY) return null;
  // Where a line that the block takes away is still there, it was not carried out, whatever else stands.
  const stays = new Set(lines);
  const isLeft = (line: string): boolean =>
    !stays.has(line) && solidLength(line) >= TINY && standsAsLine(source, line);
  if (old.some(isLeft)) return null;
  const located = locate(source, {
    lines,
    scope: { ...NO_SCOPE, anchors: edit.scope.anchors },
    isFresh: false,
    until: 'line-endings',
  });
  if (located.kind !== 'one') return null;
  const gone = new Set(old);
  const hasContext = lines.some((line) => gone.has(line) && solidLength(line) >= TINY);
  const isAddition = lines.some((line) => !gone.has(line));
  return {
    reason: hasContext && isAddition ? 'stands-in-context' : 'stands',
    lines: linesOf(source, located.places),
  };
}
