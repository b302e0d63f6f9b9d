import { solidLength, withoutBlanks } from '../match/blanks.ts';
import { itemAt } from '../match/item-at.ts';
import { linesOf, locate, TINY } from '../match/locate.ts';
import type { SourceText } from '../match/source-text.ts';
import { NO_SCOPE, type ReplaceEdit } from '../model/edit.ts';
import { standsAsLine } from './check-added.ts';
import type { Hunk } from './hunk.ts';
import { linesOfText, type Op } from './hunk-ops.ts';
import { standsRound } from './stands-round.ts';

/**
 * True where a block stands at its site carried out already: again, it would double what it adds. Compares the lines (or
 * characters) round the site with the whole of the new text.
 */
export function standsAtSite(source: SourceText, hunk: Hunk, ops: readonly Op[]): boolean {
  if (isLoose(hunk) && standsRoundSite(source, hunk, ops)) return true;
  if (ops.some(({ tag }) => tag === 'remove')) return standsAsCharacters(source, hunk, ops);
  if (!ops.some(({ tag }) => tag === 'add') || !ops.some(({ tag }) => tag === 'keep')) return false;
  return hunk.sites.some((site) => {
    const changes = site.changes;
    return changes.length > 0 && standsAround(source, site, ops);
  });
}

/** Whether the old text stands in the file only by a looser reading than its bytes. */
export const isLoose = ({ rung }: Hunk): boolean => rung !== 'exact' && rung !== 'line-endings';

const textsOf = (ops: readonly Op[], without: 'remove' | 'add'): readonly string[] =>
  ops.filter(({ tag }) => tag !== without).map(({ text }) => text);

/** A loose match may be a part of the block's own new text. */
function standsRoundSite(source: SourceText, hunk: Hunk, ops: readonly Op[]): boolean {
  const count = textsOf(ops, 'add').length;
  const now = textsOf(ops, 'remove');
  return hunk.sites.some(({ start, changes }) => {
    const line = source.lineNumberAt(start) - 1;
    return changes.length > 0 && standsRound(source, { line, count, now, rung: hunk.rung });
  });
}

/**
 * 1-based lines at which the new text of a block stands as it is spelt, whose old text does not: what is like the old text
 * elsewhere may be another place. Empty where it stands nowhere, adds nothing, or is too short to tell.
 */
export function standsElsewhere(source: SourceText, ops: readonly Op[]): readonly number[] {
  if (!ops.some(({ tag }) => tag === 'add')) return [];
  const lines = textsOf(ops, 'remove');
  if (solidLength(lines.join('')) < TINY) return [];
  const located = locate(source, {
    lines,
    scope: NO_SCOPE,
    isFresh: false,
    until: 'line-endings',
  });
  if (located.kind === 'one') return linesOf(source, located.places);
  return located.kind === 'many' ? located.lines : [];
}

/** Whether the new text has the lines of the old one, none of them kept, and sets their indentation anew. */
export function setsOnlyIndentation(ops: readonly Op[]): boolean {
  if (ops.some(({ tag, text }) => tag === 'keep' && withoutBlanks(text) !== '')) return false;
  const [old, now] = [textsOf(ops, 'add'), textsOf(ops, 'remove')];
  const isSame = (line: string, at: number): boolean =>
    withoutBlanks(line) === withoutBlanks(itemAt(now, at));
  return old.length === now.length && old.every(isSame);
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
