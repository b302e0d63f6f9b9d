import type { Rejection } from '../model/rejection.ts';
import { captionOf, commentCaption, isResidue, lineAbove, loneName } from './captions.ts';
import { classifyFence } from './classify-fence.ts';
import { isCutOpener } from './cut-opener.ts';
import { isDisclaimed, isHedged } from './cues.ts';
import { isStrayMarker, opensMarkers } from './edit-markers.ts';
import { isShellFence, languageOf } from './fence-language.ts';
import { fenceEnd, fenceOf, isFenceClose, type Fence } from './fences.ts';
import {
  malformed,
  MAX_REJECTIONS,
  responseLines,
  textOf,
  truncated,
  type Block,
  type Format,
  type NestedText,
  type OpenFence,
  type Scan,
} from './format.ts';
import { outdent } from './outdent.ts';
import { takeProse } from './prose.ts';
import { firstSign, linesOf, type Line } from './response-text.ts';
import { setApart } from './set-apart.ts';
import {
  isFull,
  MAX_PARTS,
  newWalk,
  take,
  type Region,
  type Walk,
  type Walked,
} from './walk-state.ts';
import { fenceCaption } from './whole-file.ts';

/** Languages of a fence that a whole answer may be wrapped in. */
const PROSE_LANGUAGES = new Set(['', 'markdown', 'md', 'text', 'txt', 'plaintext']);

function accept(walk: Walk, region: Region, format: Format, found: Block): number {
  for (const draft of found.drafts) walk.drafts.push({ format: format.name, draft });
  // Not spread into one call: a hostile response can have more findings than a call may have arguments.
  for (const rejection of found.rejections) walk.rejections.push(rejection);
  for (const hold of found.holds) walk.holds.push(hold);
  for (const note of found.notes) walk.notes.push(note);
  if (found.envelope !== undefined) walk.envelopes.push(found.envelope);
  if (found.drafts.length > 0 && walk.cue !== null) {
    const rest = { responseLines: responseLines(found.from, found.end) };
    walk.holds.push({ code: 'alternatives', facts: { cueLine: walk.cue + 1 }, ...rest });
  }
  const hedged = region.fence?.isHedged ?? isHedged(walk.lines, found.from, walk.floor);
  const [first] = found.drafts;
  if (first !== undefined && hedged) {
    const rest = { path: first.path, responseLines: responseLines(found.from, found.end) };
    walk.holds.push({ code: 'hedged-edit', ...rest });
  }
  if (found.isEdit) walk.section = null;
  const isContent = first?.kind === 'write' && found.drafts.length === 1;
  walk.quote = isContent ? { path: first.path, end: found.end } : null;
  walk.sticky = found.stickyPath ?? null;
  const { end, reason } = found;
  const from = Math.max(found.from, walk.floor);
  return take(walk, {
    from,
    end,
    kind: found.isEdit ? 'edit' : 'ignored',
    reason: `${format.name}: ${reason}`,
  });
}

/** What formats may look at now; the one of the line before where nothing has changed since. */
function scanOf(walk: Walk, { to, fence }: Region): Scan {
  const { scan, floor, sticky, section } = walk;
  const isSame =
    scan?.to === to &&
    scan.fence === fence &&
    scan.floor === floor &&
    scan.stickyPath === sticky &&
    scan.section === section;
  if (isSame) return scan;
  walk.scan = {
    lines: walk.lines,
    to,
    most: walk.maxBlocks + MAX_REJECTIONS,
    floor,
    fence,
    stickyPath: sticky,
    section,
    readText: (text, path) => readNested(walk, text, path),
  };
  return walk.scan;
}

/** Texts inside calls inside texts: no honest response goes deeper. */
const MAX_NESTING = 3;

const TOO_MANY_PARTS: Rejection = {
  code: 'payload-too-large',
  reason: 'parts',
  facts: { limit: MAX_PARTS },
};

function readNested(walk: Walk, text: string, path: string | null): NestedText {
  const lines = linesOf(text);
  if (walk.nesting >= MAX_NESTING) {
    return {
      drafts: [],
      rejections: [malformed('too-deep', [0, lines.length])],
      holds: [],
      notes: [],
    };
  }
  const { formats, maxBlocks } = walk;
  const inner = newWalk({ lines, formats, maxBlocks, nesting: walk.nesting + 1, sticky: path });
  walkRegion(inner, 0, { to: lines.length, fence: null });
  if (inner.marks.length > MAX_PARTS) inner.rejections.push(TOO_MANY_PARTS);
  return { ...inner, drafts: inner.drafts.map(({ draft }) => draft) };
}

function tryFormats(walk: Walk, region: Region, at: number): number | null {
  const text = textOf(walk, at);
  const first = firstSign(text);
  let scan: Scan | null = null;
  for (const format of walk.formats) {
    if (!format.mayBegin(first, text, region.fence)) continue;
    scan ??= scanOf(walk, region);
    const found = format.read(scan, at);
    if (found !== null && found.end > at) return accept(walk, region, format, found);
  }
  return null;
}

/** Whether the fence opened at `at` holds edit blocks: its first line with text, or the one after a path, begins one. */
function isEditFence(walk: Walk, region: Region, fence: OpenFence): boolean {
  let seen = 0;
  for (let line = fence.line + 1; line < region.to && seen < 2; line += 1) {
    const text = textOf(walk, line);
    const first = firstSign(text);
    if (first === '') continue;
    const scan = scanOf(walk, { to: region.to, fence });
    const begins = ({ mayBegin, read }: Format): boolean =>
      mayBegin(first, text, fence) && read(scan, line) !== null;
    if (walk.formats.some(begins)) return true;
    if (captionOf(text) === null && commentCaption(text) === null) return false;
    seen += 1;
  }
  return false;
}

/** What may stand between edits in a fence: paths, comments, the commands and the end word of a heredoc, list marks. */
function isBesideEdits(text: string, fence: OpenFence): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || isShellFence(fence) || isResidue(text)) return true;
  if (captionOf(text) !== null || /^(?:#|\/\/|\/\*|<!--|--|;|\*)/.test(trimmed)) return true;
  return /^(?:[A-Z_]{1,20}|[[\],{};]|\d[\d.]*)$/.test(trimmed) || trimmed.endsWith(':');
}

/** Reads the blocks of a fence up to its closing line; what stands between them is left to the format or refused. */
function walkEditFence(walk: Walk, region: Region, fence: OpenFence): number {
  const inner = { to: region.to, fence };
  const top =
    fence.caption?.kind === 'line' ? Math.min(fence.caption.line, fence.line) : fence.line;
  take(walk, {
    from: Math.max(top, walk.floor),
    end: fence.line + 1,
    kind: 'edit',
    reason: 'fence of edits',
  });
  let at = fence.line + 1;
  while (at < region.to && !isFull(walk)) {
    const text = textOf(walk, at);
    if (isFenceClose(text, fence)) {
      return take(walk, { from: walk.floor, end: at + 1, kind: 'edit', reason: 'fence of edits' });
    }
    const next = tryFormats(walk, inner, at);
    if (next === null && isStrayMarker(text))
      walk.rejections.push(malformed('stray-marker', [at, at + 1]));
    else if (next === null && !isBesideEdits(text, fence))
      walk.rejections.push(malformed('stray-lines', [at, at + 1]));
    at = next ?? at + 1;
  }
  if (isFull(walk)) return region.to;
  walk.rejections.push(truncated('unclosed-fence', [fence.line, region.to]));
  return take(walk, { from: walk.floor, end: region.to, kind: 'edit', reason: 'unclosed fence' });
}

function isBlankRange(walk: Walk, from: number, end: number): boolean {
  let at = from;
  while (at < end && textOf(walk, at).trim() === '') at += 1;
  return at >= end;
}

/**
 * Whether the fence holds the whole answer: nothing stands round it, and it has fences or markers of its own. Returns the
 * line that closes it; null where it does not.
 */
function answerEnd(walk: Walk, region: Region, fence: OpenFence): number | null {
  if (fence.caption !== null || !PROSE_LANGUAGES.has(languageOf(fence))) return null;
  const close = fenceEnd(walk.lines, fence.line, region.to);
  if (close === null || !isBlankRange(walk, walk.floor, fence.line)) return null;
  if (!isBlankRange(walk, close + 1, region.to)) return null;
  const body = walk.lines.slice(fence.line + 1, close);
  const isAnswer = body.some(({ text }) => opensMarkers(text) || fenceOf(text) !== null);
  return isAnswer ? close : null;
}

function walkAnswer(walk: Walk, open: number, close: number): number {
  const mark = { kind: 'ignored', reason: 'fence round the whole response' } as const;
  take(walk, { from: open, end: open + 1, ...mark });
  walkRegion(walk, open + 1, { to: close, fence: null });
  return take(walk, { from: close, end: close + 1, ...mark });
}

function walkFence(walk: Walk, region: Region, at: number, indented: Fence): number {
  const fence = outdent(walk, region, at, indented);
  if (isDisclaimed(walk.lines, at, walk.floor)) {
    const end = (fenceEnd(walk.lines, at, region.to) ?? region.to - 1) + 1;
    return take(walk, {
      from: at,
      end,
      kind: 'example',
      reason: 'the text above says not to apply it',
    });
  }
  const found = fenceCaption(scanOf(walk, region), at, fence);
  const caption = found === 'paths-disagree' ? null : found;
  const top = caption?.kind === 'line' ? Math.min(caption.line, at) : at;
  const hedged = isHedged(walk.lines, top, walk.floor);
  const above = lineAbove(walk.lines, at, walk.floor);
  const lone = above < 0 ? null : loneName(textOf(walk, above));
  const open: OpenFence = { ...fence, line: at, caption, loneName: lone, isHedged: hedged };
  const isPatchFile = caption?.kind === 'line' && /\.(?:diff|patch)$/i.test(caption.path);
  if (!isPatchFile && isEditFence(walk, region, open)) return walkEditFence(walk, region, open);
  const taken = tryFormats(walk, region, at);
  if (taken !== null) return taken;
  const close = answerEnd(walk, region, open);
  return close === null ? classifyFence(walk, region, open) : walkAnswer(walk, at, close);
}

/** Takes what begins at line `at`, which is prose where nothing else does. Returns the line after it. */
function walkLine(walk: Walk, region: Region, at: number): number {
  const text = textOf(walk, at);
  const first = firstSign(text);
  if (first === '') return at + 1;
  const apart = first === '<' || first === '>' ? setApart(walk, region, at) : null;
  if (apart !== null) return apart;
  const fence = fenceOf(text);
  if (fence !== null) return walkFence(walk, region, at, fence);
  return tryFormats(walk, region, at) ?? takeProse(walk, at);
}

function walkRegion(walk: Walk, from: number, region: Region): void {
  let at = from;
  while (at < region.to && !isFull(walk)) at = walkLine(walk, region, at);
}

/** One pass over the lines from `from` on, as far as they are worth it. */
export function walkLines(
  lines: readonly Line[],
  from: number,
  start: Pick<Walk, 'formats' | 'maxBlocks'>,
): Walked {
  const walk = newWalk({ ...start, lines, nesting: 0, sticky: null });
  walk.floor = from;
  walkRegion(walk, from, { to: lines.length, fence: null });
  if (isFull(walk)) {
    const rest = { from: walk.floor, end: lines.length };
    take(walk, { ...rest, kind: 'ignored', reason: 'not read: too much above is refused' });
    return walk;
  }
  const last = lines.findLastIndex(({ text }) => text.trim() !== '');
  if (last >= walk.floor && isCutOpener(textOf(walk, last)))
    walk.rejections.push(truncated('missing-closer', [last, last + 1]));
  return walk;
}
