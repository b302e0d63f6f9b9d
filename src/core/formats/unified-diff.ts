import type { FileMode } from '../model/edit.ts';
import type { Rejection } from '../model/rejection.ts';
import { opensBracketBlock } from './bracket-markers.ts';
import { captionOf, type Caption } from './captions.ts';
import { opensConflictBlock } from './conflict-markers.ts';
import { readDiffHeader, startsDiff, type DiffHeader } from './diff-header.ts';
import { readHunks, type DiffHunk } from './diff-hunks.ts';
import { languageOf } from './fence-language.ts';
import { closesTagged } from './fences.ts';
import { fullerPath } from './fuller-path.ts';
import {
  block,
  malformed,
  MAX_REJECTIONS,
  responseLines,
  textOf,
  truncated,
  type Block,
  type Draft,
  type Format,
  type Scan,
} from './format.ts';
import {
  bodyOf,
  hunkDraft,
  isTagged,
  tagOf,
  withoutTrailingBlanks,
  type ReplaceDraft,
} from './hunk-script.ts';

const DIFF_LANGUAGES = new Set(['diff', 'patch', 'udiff']);

/** One file's diff and the lines it stands on. */
interface FileDiff {
  readonly header: DiffHeader;
  readonly hunks: readonly DiffHunk[];
  readonly path: string;
  readonly range: readonly [line: number, end: number];
}

type Made = { readonly drafts: readonly Draft[]; readonly rejections: readonly Rejection[] };

const refuse = (rejection: Rejection): Made => ({ drafts: [], rejections: [rejection] });

const text = (lines: readonly string[], isOpen: boolean): string =>
  lines.length === 0 ? '' : lines.map(bodyOf).join('\n') + (isOpen ? '' : '\n');

/** All lines of a file that is made or deleted: every one must carry that side's tag. */
function onlySide({ hunks, path, range }: FileDiff, tag: 'add' | 'remove'): string | Rejection {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  if (lines.some((raw) => tagOf(raw) !== tag)) return malformed('mixed-lines', range, { path });
  const isOpen = hunks.some((hunk) => (tag === 'add' ? hunk.newIsOpen : hunk.oldIsOpen));
  return text(lines, isOpen);
}

function created(diff: FileDiff): Made {
  const { path, range, header } = diff;
  const content = onlySide(diff, 'add');
  if (typeof content !== 'string') return refuse(content);
  const mode = header.newMode === '100755' ? { mode: '100755' as FileMode } : {};
  const draft = { kind: 'create', path, content, ...mode, line: range[0], end: range[1] } as const;
  return { drafts: [draft], rejections: [] };
}

function deleted(diff: FileDiff): Made {
  const { path, range, hunks } = diff;
  const old = onlySide(diff, 'remove');
  if (typeof old !== 'string') return refuse(old);
  const draft = { kind: 'delete', path, line: range[0], end: range[1] } as const;
  return { drafts: [hunks.length === 0 ? draft : { ...draft, old }], rejections: [] };
}

/** The state of the last line on the new side, where the hunk says anything about it. */
function finalNewline({ oldIsOpen, newIsOpen }: DiffHunk): { readonly finalNewline?: boolean } {
  if (newIsOpen) return { finalNewline: false };
  return oldIsOpen ? { finalNewline: true } : {};
}

/** The hunk, with another reading: the lines to remove at its end are a list of the prose after it. */
function withoutList(draft: ReplaceDraft, lines: readonly string[]): Draft {
  const shorter = hunkDraft(withoutTrailingBlanks(lines, 0), {
    path: draft.path,
    line: draft.line,
    end: draft.end,
  });
  const reading = { old: shorter.old, new: shorter.new, why: 'list-after-diff' };
  return { ...draft, alternates: [...(draft.alternates ?? []), reading] };
}

function hunkEdit(hunk: DiffHunk, path: string): Draft | Rejection {
  const range = [hunk.line, hunk.end] as const;
  const place = { path, responseLines: responseLines(...range) };
  if (hunk.isCombined) return malformed('combined', range, { path });
  if (hunk.elided !== null) return { code: 'elided-content', ...place };
  if (hunk.lines.every((raw) => tagOf(raw) === 'keep')) {
    return malformed('hunk-without-change', range, { path });
  }
  const { lines, listAt } = hunk;
  const list = listAt === null ? [] : lines.slice(listAt);
  if (list.length > 0 && (hunk.numbers !== null || list.some((raw) => tagOf(raw) === 'add')))
    return malformed('list-or-lines', range, { path });
  const start = hunk.numbers?.oldStart ?? 0;
  const scope = {
    ...(hunk.anchor === '' ? {} : { anchors: [hunk.anchor] }),
    ...(start > 0 ? { lineHint: start } : {}),
  };
  const draft = hunkDraft(lines, {
    path,
    line: hunk.line,
    end: hunk.end,
    scope,
    ...finalNewline(hunk),
  });
  return list.length === 0 ? draft : withoutList(draft, lines.slice(0, lines.length - list.length));
}

function changed({ header, hunks, path, range }: FileDiff): Made {
  const place = { line: range[0], end: range[1] };
  const drafts: Draft[] = [];
  const rejections: Rejection[] = [];
  const { renameFrom, renameTo, newMode } = header;
  if (renameFrom !== undefined && renameTo !== undefined) {
    drafts.push({ kind: 'rename', path: renameFrom, to: renameTo, ...place });
  }
  if (newMode !== undefined)
    drafts.push({ kind: 'mode', path, mode: newMode as FileMode, ...place });
  for (const hunk of hunks) {
    const edit = hunkEdit(hunk, path);
    if (!('code' in edit)) drafts.push(edit);
    else if (rejections.length < MAX_REJECTIONS) rejections.push(edit);
  }
  if (drafts.length + rejections.length === 0)
    rejections.push(malformed('empty-diff', range, { path }));
  return { drafts, rejections };
}

const KINDS: Readonly<Record<string, string>> = { '120000': 'symlink', '160000': 'submodule' };

/** Kinds of change that no text may ask for. */
function refusedKind({ header, path, range }: FileDiff): Rejection | null {
  const place = { path, responseLines: responseLines(...range) };
  if (header.refusal === 'binary') return { code: 'file-kind-refused', reason: 'binary', ...place };
  if (header.refusal !== undefined) return malformed(header.refusal, range, { path });
  for (const mode of [header.oldMode, header.newMode]) {
    if (mode === undefined || mode === '100644' || mode === '100755') continue;
    const reason = KINDS[mode] ?? 'mode';
    return { code: 'file-kind-refused', reason, facts: { mode }, ...place };
  }
  return null;
}

const isBackupOf = (old: string, fresh: string): boolean =>
  ['.orig', '.old', '.bak', '~'].some((suffix) => old === fresh + suffix);

interface StatedPath {
  readonly path: string | null;
  /** The two sides name different files, and no rename says so. */
  readonly isRival: boolean;
}

/** The path that the header names; null where it names none. */
function headerPath(header: DiffHeader): StatedPath {
  const { oldPath, newPath, renameTo } = header;
  if (renameTo !== undefined) return { path: renameTo, isRival: false };
  if (typeof newPath !== 'string') return { path: oldPath ?? null, isRival: false };
  if (typeof oldPath !== 'string' || oldPath === newPath) return { path: newPath, isRival: false };
  return { path: newPath, isRival: !isBackupOf(oldPath, newPath) };
}

function make(diff: FileDiff): Made {
  const kind = refusedKind(diff);
  if (kind !== null) return refuse(kind);
  const { header, hunks, path, range } = diff;
  if (hunks.some(({ isCut, listAt }) => isCut && listAt === null))
    return refuse(truncated('unfinished-hunk', range, { path }));
  if (hunks.some(({ isEndUnsure }) => isEndUnsure))
    return refuse(malformed('fence-end-unsure', range, { path }));
  if (header.isNew || header.oldPath === null) return created(diff);
  if (header.isDeleted || header.newPath === null) return deleted(diff);
  return changed(diff);
}

const isFirstInFence = (scan: Scan): boolean =>
  scan.fence !== null && scan.floor <= scan.fence.line + 1;

interface Start {
  readonly line: number;
  /** Caption that the fence's own first line is. */
  readonly caption: Caption | null;
}

/** In a `diff` fence the diff may lack its header; a path or text above it is skipped. Null: no diff begins here. */
function startInFence(scan: Scan, at: number): Start | null {
  const { fence } = scan;
  if (fence === null || !isFirstInFence(scan) || !DIFF_LANGUAGES.has(languageOf(fence)))
    return null;
  const caption = isTagged(textOf(scan, at)) ? null : captionOf(textOf(scan, at));
  for (let line = at; line < scan.to && !closesTagged(textOf(scan, line), fence); line += 1) {
    const body = textOf(scan, line);
    if (opensBracketBlock(body) || opensConflictBlock(body)) return null;
    if (startsDiff(scan, line)) return { line, caption };
    if (/^(?:[+-]|@@)/.test(body)) break;
  }
  return { line: caption === null ? at : at + 1, caption };
}

/** The caption that stands for a missing header, or must agree with one. */
function fenceCaption(scan: Scan): Caption | null {
  return scan.fence !== null && isFirstInFence(scan) ? scan.fence.caption : null;
}

/** The path of an edit under a caption that spells it otherwise; only for lines of a file that stands already. */
function agreedPath(
  header: DiffHeader,
  stated: string | null,
  caption: Caption | null,
): string | null {
  if (stated === null) return caption?.path ?? null;
  if (caption?.kind !== 'line') return stated;
  const path = fullerPath(caption.path, stated);
  const isEdit =
    typeof header.oldPath === 'string' &&
    typeof header.newPath === 'string' &&
    !header.isNew &&
    !header.isDeleted &&
    header.renameTo === undefined;
  return isEdit || path === fullerPath(stated, stated) ? path : null;
}

function read(scan: Scan, at: number): Block | null {
  const begin = startsDiff(scan, at) ? { line: at, caption: null } : startInFence(scan, at);
  if (begin === null) return null;
  const start = begin.line;
  const header: DiffHeader = startsDiff(scan, start)
    ? readDiffHeader(scan, start)
    : { end: start, isNew: false, isDeleted: false };
  const hunks = readHunksOf(scan, header, start);
  const end = Math.max(header.end, hunks.at(-1)?.end ?? header.end, at + 1);
  const range = [at, end] as const;
  const caption = begin.caption ?? fenceCaption(scan);
  const stated = headerPath(header);
  const path = agreedPath(header, stated.path, caption);
  if (stated.isRival || path === null) {
    const isNamed = stated.path !== null || caption !== null;
    const reason = isNamed ? 'paths-disagree' : 'no-path';
    return block({ from: at, end, reason, rejections: [malformed(reason, range)] });
  }
  const made = make({ header, hunks, path, range });
  return block({ from: at, end, reason: 'diff', ...made });
}

/** Bodies without `@@` are taken in fences only: in the open nothing would end them. */
function readHunksOf(scan: Scan, header: DiffHeader, start: number): readonly DiffHunk[] {
  if (header.refusal !== undefined) return skipped(scan, header.end);
  const isHeaded = textOf(scan, header.end).startsWith('@@');
  if (!isHeaded && scan.fence === null) return [];
  if (!isHeaded && header.end > start && textOf(scan, header.end).startsWith('diff --')) return [];
  return readHunks(scan, header.end);
}

/** The lines of a diff that is refused whole, so that they are not read as anything else. */
function skipped(scan: Scan, from: number): readonly DiffHunk[] {
  let end = from;
  while (end < scan.to && !startsDiff(scan, end)) {
    const line = textOf(scan, end);
    if (scan.fence !== null && closesTagged(line, scan.fence)) break;
    if (scan.fence === null && line.trim() === '' && textOf(scan, end + 1).trim() === '') break;
    end += 1;
  }
  const body = { lines: [], numbers: null, anchor: '', oldIsOpen: false, newIsOpen: false };
  return [
    {
      line: from,
      end,
      ...body,
      elided: null,
      isCombined: false,
      isCut: false,
      isEndUnsure: false,
      listAt: null,
    },
  ];
}

/** Unified diffs, with or without git's extended headers, fenced or in the open. Numbers are hints; content decides. */
export const unifiedDiff: Format = {
  name: 'unified-diff',
  mayBegin: (first, _line, fence) => first === 'd' || first === '-' || fence !== null,
  read,
};
