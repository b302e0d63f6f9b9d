import { solidLength, withoutTrailingBlanks } from '../match/blanks.ts';
import { itemAt } from '../match/item-at.ts';
import { hasLiteralAcrossLines } from '../match/literals.ts';
import { locate, TINY, type Located, type NoPlaceReason } from '../match/locate.ts';
import { locateCharacters } from '../match/locate-characters.ts';
import type { Place, RungName } from '../match/rung.ts';
import { anchorStretches } from '../match/scope.ts';
import type { SourceText } from '../match/source-text.ts';
import type { HunkLine, ReplaceEdit } from '../model/edit.ts';
import { buildChanges } from './build-changes.ts';
import type { Hunk, Site } from './hunk.ts';
import { characterOps, lineOps, linesOfContent, linesOfText, type Op } from './hunk-ops.ts';
import { shiftOps } from './shift-ops.ts';

/** Old and new text of a block in one of its readings. */
export type Reading = Pick<ReplaceEdit, 'old' | 'new' | 'script'>;

/** Why a block has no hunk on a text. */
export type Miss =
  | {
      readonly kind: 'none';
      readonly reason:
        NoPlaceReason | 'empty-search' | 'literal' | 'unmeasured-indent' | 'no-context';
      readonly lines: readonly number[];
      readonly anchor?: string;
    }
  | Extract<Located, { kind: 'many' }>;

export type LocatedEdit =
  { readonly kind: 'hunk'; readonly hunk: Hunk; readonly ops: readonly Op[] } | Miss;

/** What locating needs to know besides the text. `until` is the loosest rung that may decide. */
export interface LocateOptions {
  readonly isFresh: boolean;
  readonly until?: RungName;
}

const miss = (reason: Extract<Miss, { kind: 'none' }>['reason']): Miss => ({
  kind: 'none',
  reason,
  lines: [],
});

/** Looks one reading of a block up in a text and works out what it changes there. */
export function locateReplace(
  source: SourceText,
  edit: ReplaceEdit,
  reading: Reading,
  options: LocateOptions,
): LocatedEdit {
  if (reading.old === '' && !hasOldLines(reading)) return locateInsertion(source, edit, reading);
  if (edit.unit === 'characters') return locateCall(source, edit, reading, options);
  const located = locateLines(source, edit, reading, options);
  const isOneLine = !reading.old.includes('\n') && reading.script === undefined;
  const isFree = edit.scope.anchors.length === 0 && !edit.scope.atEnd && !edit.scope.atStart;
  if (located.kind !== 'none' || located.reason !== 'nowhere') return located;
  if (edit.unit !== 'line-or-part' || !isOneLine || !isFree) return located;
  if (solidLength(reading.old) < TINY) return located;
  return locatePart(source, edit, reading, { ...options, isDeclared: false });
}

const hasOldLines = (reading: Reading): boolean =>
  reading.script?.some(({ tag }) => tag !== 'add') ?? false;

function locateLines(
  source: SourceText,
  edit: ReplaceEdit,
  reading: Reading,
  options: LocateOptions,
): LocatedEdit {
  const old =
    reading.script?.filter(({ tag }) => tag !== 'add').map(({ text }) => text) ??
    linesOfText(reading.old);
  const now = linesOfText(reading.new);
  const query = { lines: old, scope: edit.scope, ...options };
  const located = locate(source, query);
  if (located.kind !== 'one') return located;
  const ops = lineOps(old, now, reading.script);
  const isShifted = located.places.some(
    ({ shift }) => shift !== undefined && shift.kind !== 'none',
  );
  if (isShifted && (hasLiteralAcrossLines(old) || hasLiteralAcrossLines(now)))
    return miss('literal');
  return hunkOf(source, edit, { located, ops, isLines: true });
}

/** A tool call: characters first; then, where they are whole lines, the looser rungs of lines. */
function locateCall(
  source: SourceText,
  edit: ReplaceEdit,
  reading: Reading,
  options: LocateOptions,
): LocatedEdit {
  const found = locatePart(source, edit, reading, { ...options, isDeclared: true });
  if (found.kind !== 'none' || found.reason !== 'nowhere') return found;
  const isOldClosed = reading.old.endsWith('\n');
  const isNewClosed = reading.new.endsWith('\n');
  if (isOldClosed !== isNewClosed && !(isOldClosed && reading.new === '')) return found;
  const old = isOldClosed ? reading.old.slice(0, -1) : reading.old;
  if (old === '') return found;
  if (!isOldClosed) return locateLines(source, edit, { old, new: reading.new }, options);
  // Tagged, since as a text one empty line is no other than no line.
  const tagged = (tag: HunkLine['tag'], text: string): HunkLine[] =>
    linesOfContent(text).map((line) => ({ tag, text: line }));
  const script = [...tagged('remove', reading.old), ...tagged('add', reading.new)];
  return locateLines(source, edit, { old, new: reading.new, script }, options);
}

function locatePart(
  source: SourceText,
  edit: ReplaceEdit,
  reading: Reading,
  options: LocateOptions & { readonly isDeclared: boolean },
): LocatedEdit {
  const located = locateCharacters(source, {
    old: reading.old,
    new: reading.new,
    scope: edit.scope,
    isFresh: options.isFresh,
    isDeclared: options.isDeclared,
  });
  if (located.kind !== 'one') return located;
  const isFinalOpen = located.places.some(({ end }) => isUnfinished(source, reading.old, end));
  const now = isFinalOpen && reading.new.endsWith('\n') ? reading.new.slice(0, -1) : reading.new;
  const old = isFinalOpen ? reading.old.slice(0, -1) : reading.old;
  return hunkOf(source, edit, { located, ops: characterOps(old, now), isLines: false });
}

/** The old text ends with a line feed and the file, where it matched, with none. */
const isUnfinished = (source: SourceText, old: string, end: number): boolean =>
  old.endsWith('\n') && end === source.bytes.length && !source.isTerminated;

interface Found {
  readonly located: Extract<Located, { kind: 'one' }>;
  readonly ops: readonly Op[];
  readonly isLines: boolean;
}

function hunkOf(source: SourceText, edit: ReplaceEdit, found: Found): LocatedEdit {
  const { located, ops, isLines } = found;
  // A last line that the format shows as kept is the same on both sides, its ending too.
  const isLastKept = edit.script?.at(-1)?.tag === 'keep';
  const options = {
    isLines,
    ...(edit.finalNewline === undefined || isLastKept ? {} : { finalNewline: edit.finalNewline }),
  };
  const sites: Site[] = [];
  for (const place of located.places) {
    const shifted = shiftOps(ops, place.shift);
    if (shifted === null) return miss('unmeasured-indent');
    const changes = buildChanges(source, place, shifted, options);
    sites.push({ start: place.start, end: place.end, changes });
  }
  const anchor = {
    by: located.by,
    count: sites.length,
    scope: located.stretches.map(({ start, end }) => [start, end] as const),
    isLines,
  };
  return {
    kind: 'hunk',
    ops,
    hunk: { block: edit.origin.block, sites, rung: located.rung, anchor },
  };
}

/** A block without old text: right after its anchor line, or at an explicit edge of the file; nowhere else. */
function locateInsertion(source: SourceText, edit: ReplaceEdit, reading: Reading): LocatedEdit {
  const { anchors, atStart, atEnd } = edit.scope;
  const texts = reading.script?.map((line) => line.text) ?? linesOfContent(reading.new);
  const adds = texts.map((text): Op => ({ tag: 'add', text, hasBreak: true }));
  if (anchors.length > 0) return afterAnchor(source, edit, adds);
  const isEmpty = source.bytes.length === source.start;
  if (!atStart && !atEnd && !isEmpty)
    return miss(edit.unit === 'lines' ? 'no-context' : 'empty-search');
  const at = atEnd ? source.bytes.length : source.start;
  return insertionAt(source, edit, { at, ops: adds, by: 'edge' });
}

/** Line ends after which something is still open: lines put in there would land inside an expression. */
const OPEN_ENDS = ['(', '[', ',', '\\'];

function afterAnchor(source: SourceText, edit: ReplaceEdit, adds: readonly Op[]): LocatedEdit {
  const { anchors } = edit.scope;
  const scoped = anchorStretches(source, anchors);
  if (scoped.kind === 'missing')
    return { kind: 'none', reason: 'anchor-missing', lines: [], anchor: scoped.anchor };
  if (scoped.kind === 'too-many') return anchorTwins(scoped.anchor, scoped.lines);
  const { stretches } = scoped;
  if (stretches.length > 1)
    return anchorTwins(
      itemAt(anchors, anchors.length - 1),
      stretches.map(({ start }) => source.lineNumberAt(start)),
    );
  const only = itemAt(stretches, 0);
  const contentEnd = source.contentEnd(only.start, only.lineEnd);
  const text = source.bytes.toString('utf8', only.start, contentEnd);
  if (OPEN_ENDS.some((end) => withoutTrailingBlanks(text).endsWith(end))) return miss('no-context');
  const ops: Op[] = [{ tag: 'keep', text, hasBreak: true }, ...adds];
  const place = { start: only.start, end: only.lineEnd };
  return hunkOf(source, edit, {
    located: { kind: 'one', places: [place], rung: 'exact', by: 'text', stretches },
    ops,
    isLines: true,
  });
}

const anchorTwins = (anchor: string, lines: readonly number[]): Miss => ({
  kind: 'many',
  reason: 'anchor-twins',
  lines,
  found: lines.length,
  rung: 'exact',
  anchor,
});

/** Lines put in at an offset between lines: at an edge of the file, or at a number of a fresh read. */
export function insertionAt(
  source: SourceText,
  edit: { readonly origin: { readonly block: number }; readonly finalNewline?: boolean },
  insertion: { readonly at: number; readonly ops: readonly Op[]; readonly by: 'edge' | 'line' },
): Extract<LocatedEdit, { kind: 'hunk' }> {
  const { at, ops, by } = insertion;
  const options = {
    isLines: true,
    ...(edit.finalNewline === undefined ? {} : { finalNewline: edit.finalNewline }),
  };
  const place: Place = { start: at, end: at };
  const site = { ...place, changes: buildChanges(source, place, ops, options) };
  const anchor = { by, count: 1, scope: [], isLines: true } as const;
  const { block } = edit.origin;
  return { kind: 'hunk', ops, hunk: { block, sites: [site], rung: 'exact', anchor } };
}
