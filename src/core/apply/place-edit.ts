import { solidLength } from '../match/blanks.ts';
import { itemAt } from '../match/item-at.ts';
import { TINY } from '../match/locate.ts';
import { SourceText } from '../match/source-text.ts';
import type { Edit, InsertEdit, ReplaceEdit } from '../model/edit.ts';
import type { FreshWindow } from '../model/patch.ts';
import {
  alreadyStands,
  isLoose,
  setsOnlyIndentation,
  standsAtSite,
  standsElsewhere,
} from './already-applied.ts';
import { checkAdded } from './check-added.ts';
import type { Draft } from './draft.ts';
import type { Findings } from './findings.ts';
import type { Hunk, Site } from './hunk.ts';
import { locateReplace, type LocatedEdit, type Miss, type Reading } from './locate-replace.ts';
import { linesOfText, type Op } from './hunk-ops.ts';
import { refuseMiss } from './refuse-miss.ts';
import { lineNow } from './window-lines.ts';

/** An edit and where it goes on the original. */
export interface Placed {
  readonly edit: Edit;
  readonly hunk: Hunk;
}

interface OnOriginal {
  readonly source: SourceText;
  readonly isFresh: boolean;
  readonly windows: readonly FreshWindow[];
  readonly findings: Findings;
}

/**
 * Locates a block on the original. Null where it is refused, has no effect, or does not stand there at all: then nothing
 * is reported yet, for an earlier block may make its old text.
 */
export function placeOnOriginal(edit: ReplaceEdit, on: OnOriginal): Placed | null {
  const { source, findings } = on;
  const located = locateOnOriginal(edit, on);
  if (located.kind !== 'hunk') {
    if (!isNowhere(located)) refuseMiss(edit, located, source, findings);
    return null;
  }
  const { hunk, ops } = located;
  if (standsAtSite(source, hunk, ops)) {
    refuseApplied(edit, source, { hunk, ops, findings });
    return null;
  }
  if (isLoose(hunk) && refuseDoubtful(edit, source, { hunk, ops, findings })) return null;
  noteLooseness(edit, hunk, findings);
  checkAdded(edit, { ops, hunk, source, original: source, findings });
  return { edit, hunk };
}

/**
 * A line number chooses between exact twins only on a fresh read: of the whole file, or of a window that holds all the
 * lines which it begins; those may have moved since.
 */
function locateOnOriginal(
  edit: ReplaceEdit,
  { source, isFresh, windows }: OnOriginal,
): LocatedEdit {
  const { lineHint } = edit.scope;
  if (isFresh || lineHint === undefined) return locateReplace(source, edit, edit, { isFresh });
  const last = lineHint + Math.max(1, linesOfText(edit.old).length) - 1;
  const now = lineNow(windows, [lineHint, last]);
  if (now === null) return locateReplace(source, edit, edit, { isFresh: false });
  const moved = { ...edit, scope: { ...edit.scope, lineHint: now } };
  return locateReplace(source, moved, moved, { isFresh: true });
}

const isNowhere = (miss: Miss): boolean => miss.reason === 'nowhere';

function refuseApplied(edit: ReplaceEdit, source: SourceText, on: Doubt): void {
  const line = source.lineNumberAt(itemAt(on.hunk.sites, 0).start);
  const added = on.ops.filter(({ tag }) => tag === 'add').map(({ text }) => text);
  // A brace that stands there already may be another one.
  const reason = solidLength(added.join('')) < TINY ? 'at-site-short' : 'at-site';
  on.findings.refuse(edit, 'already-applied', { reason, lines: [line] });
}

/**
 * A loose match is no place where the block may have been carried out already: its new text stands elsewhere as it is
 * spelt, or it would only set anew the indentation that the match does not look at.
 */
function refuseDoubtful(
  edit: ReplaceEdit,
  source: SourceText,
  { hunk, ops, findings }: Doubt,
): boolean {
  const isIdle = hunk.sites.every(({ changes }) => changes.length === 0);
  if (isIdle) return false;
  const lines = standsElsewhere(source, ops);
  if (lines.length > 0) {
    findings.refuse(edit, 'already-applied', { reason: 'stands', lines });
    return true;
  }
  if (hunk.rung !== 'indentation' || !setsOnlyIndentation(ops)) return false;
  refuseMiss(edit, { kind: 'none', reason: 'unmeasured-indent', lines: [] }, source, findings);
  return true;
}

interface Doubt {
  readonly hunk: Hunk;
  readonly ops: readonly Op[];
  readonly findings: Findings;
}

function noteLooseness(edit: ReplaceEdit, hunk: Hunk, findings: Findings): void {
  if (hunk.rung === 'trailing-blanks' || hunk.rung === 'indentation' || hunk.rung === 'look-alikes')
    findings.note(edit, `matched-${hunk.rung}`, LOOSENESS[hunk.rung]);
  if (hunk.anchor.by === 'count')
    findings.note(
      edit,
      'matched-count',
      `Applied at ${hunk.anchor.count} places, as the edit declared.`,
    );
  if (hunk.anchor.by === 'line')
    findings.note(edit, 'matched-line', 'Its line number chose between places that are the same.');
}

const LOOSENESS = {
  'trailing-blanks': 'Matched without regard to blanks at the ends of lines.',
  indentation: 'Matched with its indentation shifted to that of the file.',
  'look-alikes': 'Matched without regard to typographic or differently composed characters.',
} as const;

interface OnCurrent {
  readonly draft: Draft;
  readonly original: SourceText;
  readonly findings: Findings;
  /** True where the response makes the file, so that there is no original to look at. */
  readonly isMade: boolean;
}

/**
 * Locates a block that does not stand in the original on the text that the other blocks made: there it must touch what
 * earlier blocks made and nothing that later ones did. Then other readings of the block, on the same text.
 */
export function placeOnCurrent(edit: ReplaceEdit | InsertEdit, on: OnCurrent): void {
  const { draft, findings, original } = on;
  if (edit.kind === 'insert') {
    findings.refuse(edit, 'read-required', { reason: 'number-only', lines: [edit.afterLine] });
    return;
  }
  const current = new SourceText(draft.current);
  const located = locateReplace(current, edit, edit, {
    isFresh: false,
    until: 'trailing-blanks',
  });
  if (located.kind === 'hunk' && madeByEarlier(draft, located.hunk, edit)) {
    take(edit, located, { ...on, current });
    return;
  }
  if (located.kind !== 'hunk' && isNowhere(located)) {
    if (placeAlternate(edit, current, on) || placePieces(edit, current, on)) return;
    const standing = alreadyStands(original, edit);
    if (standing !== null) {
      findings.refuse(edit, 'already-applied', standing);
      return;
    }
  }
  const miss: Miss =
    located.kind === 'hunk' ? { kind: 'none', reason: 'nowhere', lines: [] } : located;
  refuseMiss(edit, miss, original, findings);
}

function madeByEarlier(draft: Draft, hunk: Hunk, edit: ReplaceEdit): boolean {
  return hunk.sites.every((site) => {
    const makers = draft.makers(site.start, site.end);
    return makers.length > 0 && makers.every((block) => block < edit.origin.block);
  });
}

function take(
  edit: ReplaceEdit,
  located: Extract<LocatedEdit, { kind: 'hunk' }>,
  on: OnCurrent & { readonly current: SourceText },
): void {
  const { draft, findings, current, original } = on;
  const { hunk, ops } = located;
  checkAdded(edit, { ops, hunk, source: current, original, findings });
  const isIdle = hunk.sites.every((site) => site.changes.length === 0);
  if (findings.statusOf(edit.origin.block) === 'failed') return;
  const isOnMade = madeByEarlier(draft, hunk, edit);
  draft.applyToCurrent(hunk);
  findings.report(edit, isIdle ? 'no-effect' : 'would-apply');
  if (!isIdle && !on.isMade && isOnMade)
    findings.note(
      edit,
      'on-earlier-block',
      'Applied to text that an earlier edit of the response made.',
    );
}

/** Another reading of the block, where it stands exactly once and touches no other block's text. */
function placeAlternate(edit: ReplaceEdit, current: SourceText, on: OnCurrent): boolean {
  for (const alternate of edit.alternates ?? []) {
    const located = locateReplace(current, edit, alternate, {
      isFresh: false,
      until: 'trailing-blanks',
    });
    if (located.kind !== 'hunk' && isNowhere(located)) continue;
    if (located.kind !== 'hunk' || isTouched(on.draft, located.hunk.sites, edit)) {
      const miss: Miss =
        located.kind === 'hunk' ? { kind: 'none', reason: 'nowhere', lines: [] } : located;
      refuseMiss(edit, miss, on.original, on.findings);
      return true;
    }
    on.findings.note(edit, `read-as-${alternate.why}`, ALTERNATE_NOTE);
    take(edit, located, { ...on, current });
    return true;
  }
  return false;
}

const ALTERNATE_NOTE =
  'The old text as it is spelt stands nowhere; another reading of it stands exactly once.';

const isTouched = (draft: Draft, sites: readonly Site[], edit: ReplaceEdit): boolean =>
  sites.some((site) =>
    draft.makers(site.start, site.end).some((block) => block >= edit.origin.block),
  );

/** A block cut at paired `...` lines: every piece exactly once, in order, none over another. */
function placePieces(edit: ReplaceEdit, current: SourceText, on: OnCurrent): boolean {
  const pieces: readonly Reading[] = edit.pieces ?? [];
  if (pieces.length === 0) return false;
  const found: Extract<LocatedEdit, { kind: 'hunk' }>[] = [];
  let reached = -1;
  for (const piece of pieces) {
    const located = locateReplace(current, { ...edit, unit: 'lines' }, piece, {
      isFresh: false,
      until: 'trailing-blanks',
    });
    if (located.kind !== 'hunk') {
      const miss: Miss = located.kind === 'none' ? { ...located, reason: 'nowhere' } : located;
      refuseMiss(edit, miss, on.original, on.findings);
      return true;
    }
    const site = itemAt(located.hunk.sites, 0);
    if (site.start < reached || isTouched(on.draft, [site], edit)) {
      on.findings.refuse(edit, 'stale-anchor', { reason: 'pieces-out-of-order' });
      return true;
    }
    reached = site.end;
    found.push(located);
  }
  const first = itemAt(found, 0);
  const hunk = { ...first.hunk, sites: found.flatMap((each) => each.hunk.sites) };
  take(edit, { ...first, ops: found.flatMap((each) => each.ops), hunk }, { ...on, current });
  return true;
}
