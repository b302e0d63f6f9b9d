import { changedRuns } from '../match/changed-runs.ts';
import type { FileChange } from '../model/patch.ts';
import type { Note, Rejection } from '../model/rejection.ts';
import { codeBlocks, isProse, type CodeBlock } from './code-blocks.ts';
import { findings } from './findings.ts';
import { markerGroups, type MarkerGroup, type MarkerLine } from './marker-lines.ts';
import type { Policy, PolicyFindings } from './policy.ts';

/**
 * A change brings in no markers of a merge conflict or of an edit format:
 *
 * - an opening, a dividing and a closing line of one length, in this order (`<<<<<<<`, `=======`, `>>>>>>>`);
 * - a line of seven signs whose partners are gone: `<<<<<<<`, `>>>>>>>`, or `|||||||` with a label;
 * - any marker of a format in which models write edits (`<<<<<<< SEARCH`, `[[[SEARCH]]]`, `*** Begin Patch`, and so on).
 *
 * What the file had as often before counts for nothing, and a dividing line alone is a heading's underline. Worth a note
 * only are, in prose, a closing line alone (a reply quoted seven times over) or such bars (a table's row), and markers in a
 * code block that this change itself adds: an example, where a conflict would stand in a block that was there before. Of an edit format both
 * ends must stand in the block then.
 */
export const leftOverMarkers: Policy = {
  name: 'left-over-markers',
  judge: ({ patch }) => {
    const found = patch.changes.map(judgeChange);
    return findings({
      rejections: found.flatMap(({ rejections }) => rejections),
      notes: found.flatMap(({ notes }) => notes),
    });
  },
};

/** Most lines that are named. */
const MOST = 50;

function judgeChange({ path, before, after }: FileChange): PolicyFindings {
  if (after === null || !mayHoldMarkers(after.bytes)) return findings({});
  const now = linesOf(after.bytes);
  const groups = markerGroups(now);
  if (groups.length === 0) return findings({});
  const old = before === null ? [] : linesOf(before.bytes);
  const added = addedLines(old, now);
  const fresh = freshGroups(groups, added, { old: timesEach(old), now: timesEach(now) });
  if (fresh.length === 0) return findings({});
  const blocks = codeBlocks(path, now).filter(({ first }) => added.has(first));
  const isExample = examplesIn(blocks, fresh);
  const isAside = (group: MarkerGroup): boolean => isExample(group) || isQuote(path, group);
  const left = placesOf(fresh.filter((group) => !isAside(group)));
  const asides = placesOf(fresh.filter(isAside));
  return findings({
    rejections: left.length === 0 ? [] : [rejection(path, left)],
    notes: asides.length === 0 ? [] : [note(path, asides)],
  });
}

type Times = ReadonlyMap<string, number>;

/** Groups of which the change adds an end, and more of that kind than the file had before. */
function freshGroups(
  groups: readonly MarkerGroup[],
  added: ReadonlySet<number>,
  times: { readonly old: Times; readonly now: Times },
): readonly MarkerGroup[] {
  const isFresh = ({ line, text, role }: MarkerLine): boolean =>
    role !== 'divider' &&
    added.has(line) &&
    (times.now.get(text) ?? 0) > (times.old.get(text) ?? 0);
  return groups.filter(({ markers }) => markers.some(isFresh));
}

function timesEach(lines: readonly string[]): Times {
  const times = new Map<string, number>();
  for (const line of lines) {
    const text = line.trimEnd();
    times.set(text, (times.get(text) ?? 0) + 1);
  }
  return times;
}

function addedLines(old: readonly string[], now: readonly string[]): ReadonlySet<number> {
  const added = new Set<number>();
  for (const { fromNew, toNew } of changedRuns(old, now))
    for (let at = fromNew; at < toNew; at += 1) added.add(at);
  return added;
}

/** Tells the groups that stand as examples in one of the blocks. */
function examplesIn(
  blocks: readonly CodeBlock[],
  groups: readonly MarkerGroup[],
): (group: MarkerGroup) => boolean {
  const blockAt = new Map<number, CodeBlock>();
  for (const block of blocks)
    for (let line = block.first + 1; line < block.last; line += 1) blockAt.set(line, block);
  const ends = new Map<CodeBlock, Set<string>>();
  for (const { of, markers } of groups) {
    for (const { line, role } of of === 'edit' ? markers : []) {
      const block = blockAt.get(line);
      if (block !== undefined) ends.set(block, (ends.get(block) ?? new Set()).add(role));
    }
  }
  return ({ of, markers }) => {
    const block = blockAt.get(markers[0]?.line ?? -1);
    if (block === undefined || markers.some(({ line }) => blockAt.get(line) !== block))
      return false;
    const roles = ends.get(block);
    return of === 'conflict' || (roles?.has('open') === true && roles.has('close'));
  };
}

const isQuote = (path: string, { of, isWhole, markers }: MarkerGroup): boolean =>
  of === 'conflict' && !isWhole && markers[0]?.role !== 'open' && isProse(path);

const placesOf = (groups: readonly MarkerGroup[]): readonly MarkerLine[] =>
  groups
    .flatMap(({ markers }) => markers)
    .sort((left, right) => left.line - right.line)
    .slice(0, MOST);

const rejection = (path: string, places: readonly MarkerLine[]): Rejection => ({
  code: 'left-over-markers',
  path,
  lines: places.map(({ line }) => line + 1),
  facts: { line: places[0]?.text ?? '', quotes: places.map(({ text }) => text) },
});

const note = (path: string, places: readonly MarkerLine[]): Note => ({
  code: 'marker-in-prose',
  path,
  text: `line ${places.map(({ line }) => line + 1).join(', ')}: taken for an example or a quotation: ${places[0]?.text ?? ''}`,
});

/** How every marker that counts begins, at the head of a line. */
const HEAD = /^(?:<{5}|>{5}|\|{7} |-{5,9} SEARCH|\+{5,9} REPLACE|\[\[\[|\*\*\* )/m;

/** Whether some line begins as a marker does: most files have none, and need not be compared. */
function mayHoldMarkers(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return !text.includes(0) && HEAD.test(text.toString('latin1'));
}

/** Without their line ends. A byte order mark belongs to no line. */
const linesOf = (bytes: Uint8Array): string[] =>
  new TextDecoder('utf-8').decode(bytes).split(/\r?\n/);
