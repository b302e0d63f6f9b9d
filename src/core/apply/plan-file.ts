import { SourceText } from '../match/source-text.ts';
import type { Edit, FileMode, InsertEdit, ReplaceEdit } from '../model/edit.ts';
import type { FileChange } from '../model/patch.ts';
import { checkAdded } from './check-added.ts';
import { Draft } from './draft.ts';
import { contentRefusal, modeRefusal, textRefusal } from './file-kind.ts';
import type { Findings } from './findings.ts';
import type { Group } from './group.ts';
import type { Hunk } from './hunk.ts';
import { linesOfContent, type Op } from './hunk-ops.ts';
import { insertionAt } from './locate-replace.ts';
import { overlaps } from './overlaps.ts';
import { planDeletion, type PlannedFile } from './plan-deletion.ts';
import { lineNow } from './window-lines.ts';
import { placeOnCurrent, placeOnOriginal, type Placed } from './place-edit.ts';
import { planWhole, type WholeEdit } from './whole-file.ts';

/** Applies all edits of one file, together: all-or-nothing is the caller's, who looks at the findings. */
export function planFile(group: Group, findings: Findings): PlannedFile {
  const { base } = group;
  const source = new SourceText(base?.bytes ?? new Uint8Array());
  const edits = withoutRepeats(group.edits, findings);
  const refusal = base === null ? null : (modeRefusal(base.mode) ?? contentRefusal(source));
  if (refusal !== null && edits.some((edit) => edit.kind !== 'delete' || edit.old !== undefined)) {
    for (const edit of edits) findings.refuse(edit, refusal.code, { reason: refusal.reason });
    return { change: null };
  }
  const deletion = edits.find((edit) => edit.kind === 'delete');
  if (deletion !== undefined) return planDeletion(group, source, { edits, deletion, findings });
  return planContent(group, source, { edits, findings });
}

/** The same edit said twice is carried out once. */
function withoutRepeats(edits: readonly Edit[], findings: Findings): readonly Edit[] {
  const seen = new Set<string>();
  return edits.filter((edit) => {
    const { origin: _origin, target: _target, ...rest } = edit;
    const key = JSON.stringify(rest);
    if (!seen.has(key)) {
      seen.add(key);
      return true;
    }
    findings.note(
      edit,
      'repeated-edit',
      'The same edit stands in the response more than once; it is applied once.',
    );
    findings.report(edit, 'no-effect');
    return false;
  });
}

interface Content {
  readonly edits: readonly Edit[];
  readonly findings: Findings;
}

function planContent(group: Group, source: SourceText, content: Content): PlannedFile {
  const { edits, findings } = content;
  const draft = new Draft(source.bytes);
  const wholes = edits.filter((edit) => edit.kind === 'create' || edit.kind === 'write');
  const places = edits.filter((edit) => edit.kind === 'replace' || edit.kind === 'insert');
  const writable = places.filter((edit) => isWritable(source, edit, findings));
  const located =
    group.base === null ? [] : locateAll(group, source, { edits: writable, findings });
  const hasWhole = applyWhole(group, source, { wholes, located, draft, findings });
  if (!hasWhole) applyHunks(located, { source, draft, findings });
  const pending = writable.filter(
    (edit) =>
      findings.statusOf(edit.origin.block) === undefined &&
      !located.some(({ hunk }) => hunk.block === edit.origin.block),
  );
  for (const edit of pending)
    placeOnCurrent(edit, { draft, original: source, findings, isMade: group.base === null });
  return {
    change: changeOf(group, { edits, draft, isWhole: hasWhole || group.base === null, findings }),
  };
}

function isWritable(
  source: SourceText,
  edit: ReplaceEdit | InsertEdit,
  findings: Findings,
): boolean {
  const texts = edit.kind === 'insert' ? { old: '', new: edit.text } : edit;
  const refusal = textRefusal(source, texts);
  if (refusal === null) return true;
  findings.refuse(edit, refusal.code, { reason: refusal.reason });
  return false;
}

function locateAll(
  group: Group,
  source: SourceText,
  plan: { readonly edits: readonly (ReplaceEdit | InsertEdit)[]; readonly findings: Findings },
): readonly Placed[] {
  const { findings } = plan;
  const inserts = plan.edits.filter((edit) => edit.kind === 'insert');
  return plan.edits.flatMap((edit) => {
    const placed =
      edit.kind === 'replace'
        ? placeOnOriginal(edit, { ...group, source, findings })
        : placeInsert(edit, { ...group, source, findings, count: inserts.length });
    return placed === null ? [] : [placed];
  });
}

/**
 * A number alone places an insertion: only on a file read fresh, or after a line of a window read fresh, which may have
 * moved since; and only once per file.
 */
function placeInsert(
  edit: InsertEdit,
  on: {
    readonly source: SourceText;
    readonly isFresh: boolean;
    readonly windows: Group['windows'];
    readonly findings: Findings;
    readonly count: number;
  },
): Placed | null {
  const { source, findings } = on;
  const asked = edit.afterLine;
  const afterLine = on.isFresh ? asked : lineNow(on.windows, [asked, asked]);
  if (afterLine === null) {
    findings.refuse(edit, 'read-required', { reason: 'number-only', lines: [asked] });
    return null;
  }
  if (afterLine !== asked)
    findings.note(edit, 'line-moved', `Line ${asked} of what was read is line ${afterLine} now.`);
  if (on.count > 1) {
    findings.refuse(edit, 'malformed-edit', { reason: 'several-numbers', lines: [afterLine] });
    return null;
  }
  if (!Number.isInteger(afterLine) || afterLine < 0 || afterLine > source.lineCount) {
    findings.refuse(edit, 'stale-anchor', {
      reason: 'line-out-of-range',
      facts: { line: afterLine, count: source.lineCount },
    });
    return null;
  }
  const at = source.lineStart(afterLine);
  const ops = linesOfContent(edit.text).map((line): Op => ({
    tag: 'add',
    text: line,
    hasBreak: true,
  }));
  const { hunk } = insertionAt(source, edit, { at, ops, by: 'line' });
  checkAdded(edit, { ops, hunk, source, original: source, findings });
  return { edit, hunk };
}

function applyHunks(
  located: readonly Placed[],
  on: { readonly source: SourceText; readonly draft: Draft; readonly findings: Findings },
): void {
  const { source, draft, findings } = on;
  const clashes = overlaps(located.map(({ hunk }) => hunk));
  for (const { blocks, at } of clashes)
    for (const [block, other] of [blocks, [blocks[1], blocks[0]] as const])
      refuseOverlap(located, { block, other, line: source.lineNumberAt(at), findings });
  const sound = located.filter(({ hunk }) => findings.statusOf(hunk.block) !== 'failed');
  draft.applyToOriginal(sound.map(({ hunk }) => hunk));
  for (const { edit, hunk } of sound) {
    const isIdle = hunk.sites.every((site) => site.changes.length === 0);
    if (isIdle)
      findings.note(edit, 'no-effect', 'The old and the new text of this edit are the same.');
    findings.report(edit, isIdle ? 'no-effect' : 'would-apply', lineRange(source, hunk));
  }
}

function refuseOverlap(
  located: readonly Placed[],
  clash: {
    readonly block: number;
    readonly other: number;
    readonly line: number;
    readonly findings: Findings;
  },
): void {
  for (const { edit } of located.filter(({ hunk }) => hunk.block === clash.block))
    clash.findings.refuse(edit, 'overlapping-edits', {
      reason: 'same-lines',
      lines: [clash.line],
      facts: { other: clash.other },
    });
}

/** 1-based first and last line of what a hunk matched. */
function lineRange(source: SourceText, hunk: Hunk): readonly [number, number] {
  const start = hunk.sites.reduce((least, site) => Math.min(least, site.start), Infinity);
  const end = hunk.sites.reduce((most, site) => Math.max(most, site.end), 0);
  const first = source.lineNumberAt(start);
  return [first, Math.max(first, end > start ? source.lineNumberAt(end - 1) : first)];
}

interface Whole {
  readonly wholes: readonly WholeEdit[];
  readonly located: readonly Placed[];
  readonly draft: Draft;
  readonly findings: Findings;
}

/** Puts the whole content in, where the response gives one; a block of the original then contradicts it. */
function applyWhole(group: Group, source: SourceText, plan: Whole): boolean {
  const { wholes, findings } = plan;
  const [first, ...others] = wholes;
  if (first === undefined) return false;
  for (const edit of others)
    findings.refuse(edit, 'overlapping-edits', {
      reason: 'two-contents',
      facts: { other: first.origin.block },
    });
  for (const { edit } of plan.located)
    findings.refuse(edit, 'overlapping-edits', {
      reason: 'whole-file',
      facts: { other: first.origin.block },
    });
  planWhole(first, { source, isNew: group.base === null, draft: plan.draft, findings });
  return true;
}

interface Outcome extends Content {
  readonly draft: Draft;
  readonly isWhole: boolean;
}

function changeOf(group: Group, { edits, draft, isWhole, findings }: Outcome): FileChange | null {
  const { base } = group;
  const mode = modeOf(group, edits, findings);
  const after = draft.current;
  const isSame = base !== null && after.equals(draft.original) && mode === base.mode;
  if (isSame && group.from === undefined) return null;
  const blocks = edits
    .map((edit) => edit.origin.block)
    .filter((block) => findings.statusOf(block) === 'would-apply');
  const regions = isWhole ? [] : draft.regions;
  return {
    path: group.path,
    ...(group.from === undefined ? {} : { from: group.from }),
    before: base === null ? null : { bytes: base.bytes, mode: base.mode },
    after: { bytes: after, mode },
    regions,
    blocks,
    isWhole,
    isDeclaredDeletion: false,
  };
}

/** The mode that the edits state, else the file's own; a new file is not executable. */
function modeOf(group: Group, edits: readonly Edit[], findings: Findings): FileMode {
  let mode = group.base?.mode ?? '100644';
  for (const edit of edits) {
    const stated = edit.kind === 'mode' || edit.kind === 'create' ? edit.mode : undefined;
    if (stated === undefined) continue;
    const refusal = modeRefusal(stated);
    if (refusal !== null) findings.refuse(edit, refusal.code, { reason: refusal.reason });
    else if (edit.kind === 'mode')
      findings.report(edit, stated === mode ? 'no-effect' : 'would-apply');
    mode = stated;
  }
  for (const edit of edits) if (edit.kind === 'rename') findings.report(edit, 'would-apply');
  return mode;
}
