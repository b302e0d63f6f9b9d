import { isSidePair, startsDiff } from './diff-header.ts';
import { isElisionComment } from './elision.ts';
import { captionAbove } from './captions.ts';
import { closesTagged, fenceOf } from './fences.ts';
import { textOf, type Scan } from './format.ts';
import {
  hunkAnchor,
  hunkNumbers,
  isTagged,
  withoutTrailingBlanks,
  tagOf,
  type HunkNumbers,
} from './hunk-script.ts';

/** One hunk of a diff. `line` and `end` (exclusive) are 0-based lines of the response. */
export interface DiffHunk {
  readonly line: number;
  readonly end: number;
  /** As written, tag character and all. */
  readonly lines: readonly string[];
  readonly numbers: HunkNumbers | null;
  readonly anchor: string;
  /** `\ No newline at end of file` under the last line of that side. */
  readonly oldIsOpen: boolean;
  readonly newIsOpen: boolean;
  /** A bare `...` or the like in the body: 0-based line. */
  readonly elided: number | null;
  readonly isCombined: boolean;
  /** In the open, the response ends before the header's counts are used up. */
  readonly isCut: boolean;
  /** The header's counts run past the end of the fence and come out even at a later one: a fence may be content. */
  readonly isEndUnsure: boolean;
  /** In the open, index of the body's line from which on it may be a list of the prose after the diff. */
  readonly listAt: number | null;
}

/** Lines that each side still lacks by the header's count. */
interface Left {
  old: number;
  fresh: number;
}

const isOver = (left: Left): boolean => left.old <= 0 && left.fresh <= 0;

function count(left: Left, raw: string): void {
  const tag = tagOf(raw);
  if (tag !== 'add') left.old -= 1;
  if (tag !== 'remove') left.fresh -= 1;
}

const isSignature = (scan: Scan, at: number): boolean =>
  /^-- ?$/.test(textOf(scan, at)) && (at + 1 >= scan.to || /^(?:\d|$)/.test(textOf(scan, at + 1)));

/** Whether the pair is a header as git writes it: no removed and added line look like that by accident. */
function isGitHeader(scan: Scan, at: number): boolean {
  const old = textOf(scan, at).slice(4, 5000).trimEnd();
  const fresh = textOf(scan, at + 1)
    .slice(4, 5000)
    .trimEnd();
  if (old === '/dev/null') return fresh.startsWith('b/');
  return old.startsWith('a/') && (fresh === '/dev/null' || fresh.slice(2) === old.slice(2));
}

/**
 * Whether `--- x` over `+++ y` is the next file rather than a removed and an added line: so where the header's counts are
 * used up, or cannot be trusted and a hunk follows. Counts that would take in a header of git's are not to be trusted.
 */
function isNextFile(scan: Scan, at: number, left: Left | null): boolean {
  if (!isSidePair(scan, at)) return false;
  const isHeader = textOf(scan, at + 2).startsWith('@@');
  if (left === null) return isHeader;
  return isOver(left) || (isHeader && isGitHeader(scan, at));
}

/** In the open a diff ends where its counts are used up and the text no longer looks like it. */
function endsInProse(scan: Scan, at: number, left: Left | null): boolean {
  const text = textOf(scan, at);
  if (left !== null && isOver(left)) return text === '' || !isTagged(text);
  if (text !== '') return !isTagged(text);
  let next = at;
  while (next < scan.to && next < at + 3 && textOf(scan, next) === '') next += 1;
  const following = textOf(scan, next);
  return (
    next >= scan.to || following === '' || !(isTagged(following) || following.startsWith('@@'))
  );
}

function endsHunk(scan: Scan, at: number, left: Left | null): boolean {
  const text = textOf(scan, at);
  // Nothing ends at an empty line of a fenced hunk.
  if (text === '' && scan.fence !== null) return false;
  if (text.startsWith('@@') || text.startsWith('diff --')) return true;
  if (scan.fence !== null && closesTagged(text, scan.fence)) return true;
  if (isNextFile(scan, at, left)) return true;
  if (left !== null && isOver(left) && isSignature(scan, at)) return true;
  if (text.startsWith('\\ ')) return false;
  return scan.fence === null && endsInProse(scan, at, left);
}

interface Body {
  readonly end: number;
  readonly lines: readonly string[];
  readonly oldIsOpen: boolean;
  readonly newIsOpen: boolean;
  readonly elided: number | null;
  readonly isCut: boolean;
  readonly isEndUnsure: boolean;
  readonly listAt: number | null;
}

/**
 * Whether the lines from a closing fence on, that fence among them, use the header's counts up to the last one, and a hunk
 * may end there: then the fence is a kept line that lost its blank, and what follows would be dropped.
 */
function runsOn(scan: Scan, from: number, counts: Left): boolean {
  const left = { ...counts };
  let at = from;
  for (; at < scan.to && (left.old > 0 || left.fresh > 0); at += 1) count(left, textOf(scan, at));
  if (left.old !== 0 || left.fresh !== 0 || at >= scan.to) return false;
  const text = textOf(scan, at);
  const isClose = scan.fence !== null && closesTagged(text, scan.fence);
  return isClose || text.startsWith('@@') || startsDiff(scan, at);
}

/**
 * The same where no counts can tell: the next fence has no name and no header, and holds tagged lines alone, which are more
 * of this hunk.
 */
function goesOn(scan: Scan, from: number): boolean {
  let open = from + 1;
  while (open < scan.to && fenceOf(textOf(scan, open)) === null) open += 1;
  if (fenceOf(textOf(scan, open))?.info !== '' || startsDiff(scan, open + 1)) return false;
  let changes = 0;
  for (let at = open + 1; at < scan.to && fenceOf(textOf(scan, at)) === null; at += 1) {
    const text = textOf(scan, at);
    if (!isTagged(text) && !text.startsWith('@@')) return false;
    if (/^[+-]/.test(text)) changes += 1;
  }
  return changes > 0 && captionAbove(scan.lines, open, from + 1) === null;
}

/** Whether only empty lines follow. */
function isLastText(scan: Scan, from: number): boolean {
  let at = from;
  while (at < scan.to && textOf(scan, at).trim() === '') at += 1;
  return at >= scan.to;
}

/** Whether the lines that the counts still want are the empty ones that follow: context that lost its blank. */
function isMadeUpByBlanks(scan: Scan, from: number, left: Left): boolean {
  let at = from;
  while (at < scan.to && textOf(scan, at) === '') at += 1;
  if (isOver(left)) return true;
  return left.old === left.fresh && left.old <= at - from;
}

const isItem = (text: string): boolean => /^[+-] \S/.test(text);

/**
 * Where a list of the prose after the diff may begin among a hunk's lines: below an empty line, items and what goes on
 * under them to the end. Null where none does.
 */
function listStart(lines: readonly string[]): number | null {
  let start: number | null = null;
  for (let at = lines.length - 1; at > 0; at -= 1) {
    const text = lines[at] ?? '';
    if (isItem(text) && lines[at - 1] === '') start = at;
    if (!isItem(text) && text !== '' && !/^ {2,}\S/.test(text)) break;
  }
  return start;
}

function readBody(scan: Scan, from: number, numbers: HunkNumbers | null): Body {
  const left = numbers === null ? null : { old: numbers.oldCount, fresh: numbers.newCount };
  const lines: string[] = [];
  let elided: number | null = null;
  let oldIsOpen = false;
  let newIsOpen = false;
  let at = from;
  for (; at < scan.to && !endsHunk(scan, at, left); at += 1) {
    const text = textOf(scan, at);
    if (text.startsWith('\\ ')) {
      const above = lines.at(-1);
      const tag = above === undefined ? null : tagOf(above);
      oldIsOpen ||= tag !== 'add';
      newIsOpen ||= tag !== 'remove';
      continue;
    }
    if (!isTagged(text) && isElisionComment(text)) elided ??= at;
    lines.push(text);
    if (left !== null) count(left, text);
  }
  // In the open a line without a tag ends the hunk: one that stands for code left out does not.
  const stop = at < scan.to && scan.fence === null ? textOf(scan, at) : '';
  if (isElisionComment(stop)) elided ??= at;
  const isShort = left !== null && !isMadeUpByBlanks(scan, at, left);
  const isCut = isShort && scan.fence === null && isLastText(scan, at);
  const isClosed =
    scan.fence !== null && at < scan.to && closesTagged(textOf(scan, at), scan.fence);
  const isEndUnsure =
    isClosed && (left === null ? goesOn(scan, at) : isShort && runsOn(scan, at, left));
  // Counts that come out even with the list say that it is none.
  const isListUnsure = scan.fence === null && (left === null || isShort);
  const listAt = isListUnsure ? listStart(lines) : null;
  const ends = { oldIsOpen, newIsOpen, elided, isCut, isEndUnsure, listAt };
  return { end: at, lines: trimmed(lines, numbers), ...ends };
}

/** Empty lines at the end belong to the hunk only as far as its own counts say so. */
function trimmed(lines: readonly string[], numbers: HunkNumbers | null): readonly string[] {
  if (numbers === null) return withoutTrailingBlanks(lines, 0);
  const left = { old: numbers.oldCount, fresh: numbers.newCount };
  let needed = 0;
  for (const line of lines) {
    if (isOver(left)) break;
    count(left, line);
    needed += 1;
  }
  return withoutTrailingBlanks(lines, isOver(left) ? needed : 0);
}

/** The hunks from line `from` on, up to the next file or the end of the diff. A body without any `@@` is one hunk. */
export function readHunks(scan: Scan, from: number): readonly DiffHunk[] {
  const hunks: DiffHunk[] = [];
  let at = from;
  while (at < scan.to && hunks.length <= scan.most) {
    const header = textOf(scan, at);
    const hasHeader = header.startsWith('@@');
    const isFirst = at === from && !startsDiff(scan, at);
    if (!hasHeader && !isFirst) break;
    const numbers = hasHeader ? hunkNumbers(header) : null;
    const anchor = hasHeader && numbers === null ? hunkAnchor(header) : '';
    const body = readBody(scan, hasHeader ? at + 1 : at, numbers);
    const isCombined = header.startsWith('@@@');
    if (body.lines.length > 0 || hasHeader)
      hunks.push({ line: at, numbers, anchor, isCombined, ...body });
    if (body.end === at) break;
    at = body.end;
  }
  return hunks;
}
