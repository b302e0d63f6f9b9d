import { Alignment } from './alignment.ts';
import { append } from '../match/append.ts';
import { itemAt } from '../match/item-at.ts';
import type { Region } from '../model/patch.ts';
import { changesBetween, linesOf, type LineChange, type Lines } from './line-changes.ts';

/** Lines of one side of a conflict: `firstLine` is 1-based; where there are none, it is the line they would stand before. */
export interface ConflictSide {
  readonly firstLine: number;
  readonly lines: readonly string[];
}

/**
 * A place where two changes do not go together. `same-lines`: both changed it. `twins`: what landed may be read in more
 * than one way (a copy of these lines came in or went), so that nobody can tell where the author's change belongs.
 */
export interface ConflictHunk {
  readonly reason: 'same-lines' | 'twins';
  /** The author's edit that it is about (`EditOrigin.block`); 0 where that is not known. */
  readonly block: number;
  readonly read: ConflictSide;
  readonly landed: ConflictSide;
  readonly yours: ConflictSide;
}

/** The author's changes put into what landed, or every place where that cannot be done. */
export type ThreeWay =
  | {
      readonly kind: 'merged';
      readonly bytes: Buffer;
      /** What the author's changes came to, as regions of the landed text. */
      readonly regions: readonly Region[];
      /** Lines taken away and put in by both sides alike, which stand in the landed text already. */
      readonly shared: { readonly removed: readonly string[]; readonly added: readonly string[] };
    }
  | { readonly kind: 'conflict'; readonly hunks: readonly ConflictHunk[] };

/**
 * Merges by lines. A change goes in where at least one line that nobody changed parts it from every change that landed,
 * and where every shortest difference between the read and the landed text puts it at the same place. The same change on
 * both sides is taken once.
 */
export function threeWay(
  read: Lines,
  landedBytes: Uint8Array,
  yours: readonly LineChange[],
): ThreeWay {
  const landed = linesOf(landedBytes);
  const theirChanges = changesBetween(read, landed);
  const groups = groupsOf(theirChanges, yours);
  const own = groups.filter(({ theirs }) => theirs.length === 0);
  const alignment = new Alignment(read, landed, theirChanges, own);
  const hunks: ConflictHunk[] = [];
  const parts: string[] = [];
  const regions: Region[] = [];
  const shared = { removed: [] as string[], added: [] as string[] };
  let at = 0;
  for (const group of groups) {
    append(parts, read.lines.slice(at, group.from));
    at = group.to;
    const theirs = textOf(read, group, group.theirs);
    const mine = textOf(read, group, group.mine);
    const isBoth = group.theirs.length > 0 && group.mine.length > 0;
    const isSame = isBoth && theirs.join('') === mine.join('');
    if (isSame) {
      append(shared.removed, read.lines.slice(group.from, group.to));
      append(shared.added, mine);
    }
    append(parts, group.mine.length > 0 && !isSame ? mine : theirs);
    if (group.mine.length === 0 || isSame) continue;
    const isTwin = !isBoth && !alignment.isCertain(group);
    if (isBoth || isTwin)
      hunks.push(hunkOf(read, group, { theirs, mine, reason: isBoth ? 'same-lines' : 'twins' }));
    else append(regions, regionsIn(read, landed, group));
  }
  if (hunks.length > 0) return { kind: 'conflict', hunks };
  append(parts, read.lines.slice(at));
  return { kind: 'merged', bytes: Buffer.from(parts.join(''), 'latin1'), regions, shared };
}

/** Changes of either side that overlap or touch, over lines `[from, to)` of the read text. */
interface Group {
  readonly from: number;
  to: number;
  readonly mine: LineChange[];
  readonly theirs: LineChange[];
  /** Lines that the landed text has more, up to here, than the read one. */
  readonly shift: number;
}

function groupsOf(theirs: readonly LineChange[], mine: readonly LineChange[]): readonly Group[] {
  const all = [
    ...theirs.map((change) => ({ change, isMine: false })),
    ...mine.map((change) => ({ change, isMine: true })),
  ].sort((a, b) => a.change.from - b.change.from || a.change.to - b.change.to);
  const groups: Group[] = [];
  let shift = 0;
  for (const { change, isMine } of all) {
    let group = groups.at(-1);
    if (group === undefined || change.from > group.to) {
      group = { from: change.from, to: change.to, mine: [], theirs: [], shift };
      groups.push(group);
    }
    group.to = Math.max(group.to, change.to);
    (isMine ? group.mine : group.theirs).push(change);
    if (!isMine) shift += change.lines.length - (change.to - change.from);
  }
  return groups;
}

/** The lines of a group as one side has them. */
function textOf(read: Lines, group: Group, changes: readonly LineChange[]): readonly string[] {
  const lines: string[] = [];
  let at = group.from;
  for (const change of changes) {
    append(lines, read.lines.slice(at, change.from));
    append(lines, change.lines);
    at = change.to;
  }
  return [...lines, ...read.lines.slice(at, group.to)];
}

/** More than this many lines of a side are not shown. */
const MAX_SHOWN = 60;

function hunkOf(
  read: Lines,
  group: Group,
  on: {
    readonly theirs: readonly string[];
    readonly mine: readonly string[];
    readonly reason: ConflictHunk['reason'];
  },
): ConflictHunk {
  const side = (firstLine: number, lines: readonly string[]): ConflictSide => ({
    firstLine,
    lines: lines.slice(0, MAX_SHOWN).map(shown),
  });
  const first = group.from + 1;
  return {
    reason: on.reason,
    block: group.mine[0]?.regions[0]?.block ?? 0,
    read: side(first, read.lines.slice(group.from, group.to)),
    landed: side(first + group.shift, on.theirs),
    yours: side(first, on.mine),
  };
}

/** A line as people read it, without its ending. */
const shown = (line: string): string =>
  Buffer.from(line, 'latin1')
    .toString('utf8')
    .replace(/\r?\n$/, '');

/** The author's changes of a group in which nothing landed, as regions of the landed text. */
function regionsIn(read: Lines, landed: Lines, group: Group): readonly Region[] {
  const moved = itemAt(landed.offsets, group.from + group.shift) - itemAt(read.offsets, group.from);
  return group.mine.flatMap(({ from, to, lines, regions }): readonly Region[] => {
    if (regions.length > 0)
      return regions.map((region) => ({
        ...region,
        start: region.start + moved,
        end: region.end + moved,
        // Proven on the text that was read; in the landed one the lines around it are what places it.
        anchors: [],
      }));
    return [
      {
        start: itemAt(read.offsets, from) + moved,
        end: itemAt(read.offsets, to) + moved,
        replacement: Buffer.from(lines.join(''), 'latin1'),
        askedRemoved: to - from,
        askedAdded: lines.length,
        block: 0,
        anchors: [],
      },
    ];
  });
}
