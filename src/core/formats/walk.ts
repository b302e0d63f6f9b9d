import { parseRepoPath } from '../model/repo-path.ts';
import { opensBracketBlock } from './bracket-markers.ts';
import { captionOf, commentCaption } from './captions.ts';
import { opensConflictBlock } from './conflict-markers.ts';
import { isDisclaimed, startsAlternative } from './cues.ts';
import { fenceEnd, fenceOf, isFenceClose, type Fence } from './fences.ts';
import {
  malformed,
  responseLines,
  textOf,
  truncated,
  type Block,
  type Format,
  type NestedText,
  type OpenFence,
  type Scan,
} from './format.ts';
import { pathWords } from './path-words.ts';
import { linesOf, type Line } from './response-text.ts';
import { isStrayMarker, setApart } from './set-apart.ts';
import { newWalk, take, type Region, type Walk, type Walked } from './walk-state.ts';
import { fenceCaption, isShellFence, languageOf } from './whole-file.ts';

/** Languages of a fence that a whole answer may be wrapped in. */
const PROSE_LANGUAGES = new Set(['', 'markdown', 'md', 'text', 'txt', 'plaintext']);

function accept(walk: Walk, format: Format, found: Block): number {
  for (const draft of found.drafts) walk.drafts.push({ format: format.name, draft });
  walk.rejections.push(...found.rejections);
  walk.holds.push(...found.holds);
  walk.notes.push(...found.notes);
  if (found.envelope !== undefined) walk.envelopes.push(found.envelope);
  if (found.drafts.length > 0 && walk.cue !== null) {
    const rest = { responseLines: responseLines(found.from, found.end) };
    walk.holds.push({ code: 'alternatives', facts: { cueLine: walk.cue + 1 }, ...rest });
  }
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

const scanOf = (walk: Walk, { to, fence }: Region): Scan => ({
  lines: walk.lines,
  to,
  floor: walk.floor,
  fence,
  stickyPath: walk.sticky,
  readText: (text, path) => readNested(walk, text, path),
});

/** Texts inside calls inside texts: no honest response goes deeper. */
const MAX_NESTING = 3;

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
  const inner = newWalk({ lines, formats: walk.formats, nesting: walk.nesting + 1, sticky: path });
  walkRegion(inner, 0, { to: lines.length, fence: null });
  return { ...inner, drafts: inner.drafts.map(({ draft }) => draft) };
}

function tryFormats(walk: Walk, region: Region, at: number): number | null {
  const scan = scanOf(walk, region);
  for (const format of walk.formats) {
    const found = format.read(scan, at);
    if (found !== null && found.end > at) return accept(walk, format, found);
  }
  return null;
}

const opensMarkers = (text: string): boolean =>
  opensBracketBlock(text) || opensConflictBlock(text) || text.trim() === '*** Begin Patch';

/** Whether the fence opened at `at` holds edit blocks: its first line with text, or the one after a path, begins one. */
function isEditFence(walk: Walk, region: Region, fence: OpenFence): boolean {
  let seen = 0;
  for (let line = fence.line + 1; line < region.to && seen < 2; line += 1) {
    const text = textOf(walk, line);
    if (text.trim() === '') continue;
    const scan = scanOf(walk, { to: region.to, fence });
    if (walk.formats.some((format) => format.read(scan, line) !== null)) return true;
    if (captionOf(text) === null && commentCaption(text) === null) return false;
    seen += 1;
  }
  return false;
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
  while (at < region.to) {
    const text = textOf(walk, at);
    if (isFenceClose(text, fence)) {
      return take(walk, { from: walk.floor, end: at + 1, kind: 'edit', reason: 'fence of edits' });
    }
    const next = tryFormats(walk, inner, at);
    if (next === null && isStrayMarker(text))
      walk.rejections.push(malformed('stray-marker', [at, at + 1]));
    at = next ?? at + 1;
  }
  walk.rejections.push(truncated('unclosed-fence', [fence.line, region.to]));
  return take(walk, { from: walk.floor, end: region.to, kind: 'edit', reason: 'unclosed fence' });
}

function quotedText(walk: Walk, at: number, close: number): string {
  const lines = walk.lines.slice(at + 1, close).map(({ text }) => text);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function isBlankRange(walk: Walk, from: number, end: number): boolean {
  let at = from;
  while (at < end && textOf(walk, at).trim() === '') at += 1;
  return at >= end;
}

/** A fence that is no edit: commands, quoted code, or code that nobody can place. */
function classifyFence(walk: Walk, region: Region, at: number, fence: OpenFence): number {
  const close = fenceEnd(walk.lines, at, region.to);
  if (close === null) {
    walk.rejections.push(truncated('unclosed-fence', [at, region.to]));
    return take(walk, { from: at, end: region.to, kind: 'unclassified', reason: 'unclosed fence' });
  }
  const end = close + 1;
  const isAll = isBlankRange(walk, walk.floor, at) && isBlankRange(walk, end, region.to);
  const body = walk.lines.slice(at + 1, close);
  const hasMarkers = body.some(({ text }) => opensMarkers(text));
  const isAnswer = isAll && PROSE_LANGUAGES.has(languageOf(fence)) && fence.caption === null;
  if (isAnswer && (hasMarkers || body.some(({ text }) => fenceOf(text) !== null))) {
    take(walk, {
      from: at,
      end: at + 1,
      kind: 'ignored',
      reason: 'fence round the whole response',
    });
    walkRegion(walk, at + 1, { to: close, fence: null });
    return take(walk, {
      from: close,
      end,
      kind: 'ignored',
      reason: 'fence round the whole response',
    });
  }
  if (hasMarkers) {
    const facts = { code: 'unclassified-edit', reason: 'markers-in-code' } as const;
    walk.rejections.push({ ...facts, responseLines: responseLines(at, end) });
    return take(walk, { from: at, end, kind: 'unclassified', reason: 'edit markers inside code' });
  }
  if (isShellFence(fence) && fence.caption?.kind !== 'line') {
    return take(walk, { from: at, end, kind: 'shell', reason: 'commands' });
  }
  if (fence.caption === null)
    return take(walk, { from: at, end, kind: 'example', reason: 'code without a path' });
  const { path: spelt, kind } = fence.caption;
  const parsed = parseRepoPath(spelt);
  const path = parsed.ok ? parsed.value : spelt;
  const quoted = quotedText(walk, at, close);
  const reason = kind === 'sentence' ? 'path-in-sentence' : kind === 'line' ? 'commands' : kind;
  const facts = { code: 'unclassified-edit', reason, path } as const;
  walk.rejections.push({ ...facts, responseLines: responseLines(at, end) });
  return take(walk, {
    from: at,
    end,
    kind: 'unclassified',
    reason: 'code under a path, not an edit',
    path,
    quoted,
  });
}

function walkFence(walk: Walk, region: Region, at: number, fence: Fence): number {
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
  const open: OpenFence = { ...fence, line: at, caption };
  const isPatchFile = caption?.kind === 'line' && /\.(?:diff|patch)$/i.test(caption.path);
  if (!isPatchFile && isEditFence(walk, region, open)) return walkEditFence(walk, region, open);
  return tryFormats(walk, region, at) ?? classifyFence(walk, region, at, open);
}

function prose(walk: Walk, at: number): number {
  const text = textOf(walk, at);
  if (isStrayMarker(text)) walk.rejections.push(malformed('stray-marker', [at, at + 1]));
  if (startsAlternative(text)) walk.cue = at;
  if (walk.sticky !== null) {
    const own = captionOf(text);
    const paths = own === null ? pathWords(text) : [own.path];
    if (paths.some((path) => path !== walk.sticky)) walk.sticky = null;
  }
  return at + 1;
}

function walkRegion(walk: Walk, from: number, region: Region): void {
  let at = from;
  while (at < region.to) {
    const fence = fenceOf(textOf(walk, at));
    at =
      setApart(walk, region, at) ??
      (fence === null ? tryFormats(walk, region, at) : walkFence(walk, region, at, fence)) ??
      prose(walk, at);
  }
}

/** One pass over the lines from `from` on. */
export function walkLines(
  lines: readonly Line[],
  from: number,
  formats: readonly Format[],
): Walked {
  const walk = newWalk({ lines, formats, nesting: 0, sticky: null });
  walk.floor = from;
  walkRegion(walk, from, { to: lines.length, fence: null });
  return walk;
}
