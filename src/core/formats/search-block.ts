import { NO_SCOPE, type Alternate } from '../model/edit.ts';
import type { Note } from '../model/rejection.ts';
import { gutterHint, lineAlternates, pairedPieces, type Sides } from './alternates.ts';
import {
  captionAbove,
  captionOf,
  commentCaption,
  type PlacedCaption,
  lineAbove,
  loneName,
  mayBePath,
} from './captions.ts';
import { dedented } from './fences.ts';
import { block, malformed, textOf, type Block, type Draft, type Scan } from './format.ts';
import { pathWords } from './path-words.ts';

/** A search/replace block as its markers cut it. Lines are 0-based, `end` is exclusive; sides are raw. */
export interface SearchParts {
  readonly at: number;
  readonly end: number;
  /** Leading blanks of the opening marker. */
  readonly indent: string;
  readonly old: readonly string[];
  readonly new: readonly string[];
  readonly lineHint?: number;
}

interface PathSite {
  readonly path: string;
  readonly from: number;
  readonly mayCreate: boolean;
  readonly isSentence: boolean;
}

const placed = (caption: PlacedCaption): PathSite => ({
  path: caption.path,
  from: caption.kind === 'sentence' ? -1 : caption.line,
  mayCreate: caption.kind === 'line' || caption.kind === 'comment',
  isSentence: caption.kind === 'sentence',
});

/** The path line inside the fence, above the block: a caption, a comment, or one path in a line of text. */
function captionInFence(scan: Scan, at: number, floor: number): PlacedCaption | null {
  for (let line = at - 1; line >= floor && line >= at - 4; line -= 1) {
    const text = textOf(scan, line);
    if (text.trim() === '') continue;
    const caption = captionOf(text) ?? commentCaption(text);
    if (caption !== null) return { ...caption, line };
    const [path, ...others] = pathWords(text);
    if (path === undefined || others.length > 0) return null;
    return { path, kind: 'sentence', isNew: false, line };
  }
  return null;
}

/** The path of the block before, else of the section: no path for a new file. */
function takenOver({ stickyPath, section }: Scan): PathSite | null {
  const path = stickyPath ?? section;
  if (path === null) return null;
  return { path, from: -1, mayCreate: false, isSentence: stickyPath === null };
}

/** A word alone over a block of edits is its file, of whatever kind; no new file is made under such a name. */
const loneSite = (name: string | null, from: number): PathSite | null =>
  mayBePath(name) ? { path: name, from, mayCreate: false, isSentence: false } : null;

function loneSiteAbove(scan: Scan, at: number, floor: number): PathSite | null {
  const line = lineAbove(scan.lines, at, floor);
  return line < 0 ? null : loneSite(loneName(textOf(scan, line)), line);
}

/** Where a block's path stands: in the fence, else over it, else the path of the block before. */
function pathSite(scan: Scan, at: number): PathSite | 'paths-disagree' | null {
  const { fence } = scan;
  const sticky = takenOver(scan);
  if (fence === null) {
    const above = captionAbove(scan.lines, at, scan.floor);
    return above === null ? (loneSiteAbove(scan, at, scan.floor) ?? sticky) : placed(above);
  }
  const isFirst = scan.floor <= fence.line + 1;
  const inside = captionInFence(scan, at, Math.max(scan.floor, fence.line + 1));
  if (inside === null) {
    if (isFirst && fence.caption !== null) return placed(fence.caption);
    const within = loneSiteAbove(scan, at, Math.max(scan.floor, fence.line + 1));
    return within ?? (isFirst ? loneSite(fence.loneName, -1) : null) ?? sticky;
  }
  const outer = isFirst ? fence.caption : null;
  const isAgreed = outer === null || outer.kind === 'sentence' || samePath(outer.path, inside.path);
  return isAgreed ? placed(inside) : 'paths-disagree';
}

/** The caption's line over the block that opens at `at`, else that line: where an unfinished block before it ends. */
export function captionStart(scan: Scan, at: number, floor: number): number {
  const caption = captionAbove(scan.lines, at, floor);
  return caption?.kind === 'line' ? caption.line : at;
}

const samePath = (a: string, b: string): boolean =>
  a.replaceAll('\\', '/').replace(/^\.\//, '') === b.replaceAll('\\', '/').replace(/^\.\//, '');

const isEmptySide = (lines: readonly string[]): boolean =>
  lines.length === 0 || (lines.length === 1 && (lines[0] ?? '').trim() === '');

function createDraft(parts: SearchParts, path: string, sides: Sides): Draft {
  const content = sides.new.length === 0 ? '' : `${sides.new.join('\n')}\n`;
  return { kind: 'create', path, content, line: parts.at, end: parts.end };
}

function alternatesOf(parts: SearchParts, sides: Sides): readonly Alternate[] {
  const raw: Alternate[] =
    sides.old === parts.old && sides.new === parts.new
      ? []
      : [{ old: parts.old.join('\n'), new: parts.new.join('\n'), why: 'indentation' }];
  return [...raw, ...lineAlternates(sides)];
}

function replaceDraft(parts: SearchParts, path: string, sides: Sides): Draft {
  const alternates = alternatesOf(parts, sides);
  const pieces = pairedPieces(sides);
  const lineHint = parts.lineHint ?? gutterHint(sides.old);
  // One blank line and no line at all are the same text; the tags tell them apart.
  const isBlankLine = sides.new.length === 1 && sides.new[0] === '';
  const script = [
    ...sides.old.map((text) => ({ tag: 'remove', text }) as const),
    { tag: 'add', text: '' } as const,
  ];
  return {
    kind: 'replace',
    path,
    unit: isBlankLine ? 'lines' : 'line-or-part',
    old: sides.old.join('\n'),
    new: sides.new.join('\n'),
    scope: lineHint === undefined ? NO_SCOPE : { ...NO_SCOPE, lineHint },
    ...(isBlankLine ? { script } : {}),
    ...(alternates.length > 0 ? { alternates } : {}),
    ...(pieces === null ? {} : { pieces }),
    line: parts.at,
    end: parts.end,
  };
}

/** Both sides without the markers' indentation, where every line of both has it. */
function sidesOf(parts: SearchParts): Sides {
  if (parts.indent === '') return parts;
  const all = [...parts.old, ...parts.new];
  const stripped = dedented(all, parts.indent);
  if (stripped === all) return parts;
  return { old: stripped.slice(0, parts.old.length), new: stripped.slice(parts.old.length) };
}

/** A search/replace block with its path; refused where no path can be told. */
export function searchBlock(scan: Scan, parts: SearchParts): Block {
  const range = [parts.at, parts.end] as const;
  const site = pathSite(scan, parts.at);
  if (site === null || site === 'paths-disagree') {
    const reason = site ?? 'no-path';
    return block({
      from: parts.at,
      end: parts.end,
      reason,
      rejections: [malformed(reason, range)],
    });
  }
  const sides = sidesOf(parts);
  const from = site.from >= 0 ? Math.max(site.from, scan.floor) : parts.at;
  const common = { from: Math.min(from, parts.at), end: parts.end, stickyPath: site.path };
  if (!isEmptySide(sides.old)) {
    const notes: Note[] = site.isSentence
      ? [
          {
            code: 'path-from-sentence',
            path: site.path,
            text: `The path ${site.path} was taken from the sentence above the edit.`,
          },
        ]
      : [];
    const drafts = [replaceDraft(parts, site.path, sides)];
    return block({ ...common, reason: 'search and replace', drafts, notes });
  }
  if (isEmptySide(sides.new) && sides.new.length > 0) {
    return block({
      ...common,
      reason: 'empty',
      rejections: [malformed('empty-block', range, { path: site.path })],
    });
  }
  if (!site.mayCreate) {
    const rejections = [malformed('create-needs-caption', range, { path: site.path })];
    return block({ ...common, reason: 'create-needs-caption', rejections });
  }
  return block({
    ...common,
    reason: 'new file',
    drafts: [createDraft(parts, site.path, sides)],
  });
}
