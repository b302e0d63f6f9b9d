import { changedRuns } from '../match/changed-runs.ts';
import { SourceText } from '../match/source-text.ts';
import type { Oid } from '../model/ids.ts';
import type { FileChange, Patch } from '../model/patch.ts';
import type { Hold, Rejection } from '../model/rejection.ts';

/** What one commit of the target did to one path. Null sides: the path was not there. */
export interface RecentChange {
  readonly commit: Oid;
  readonly subject: string;
  readonly author: string;
  /** The submission that it says it landed; null: it names none. */
  readonly submission: string | null;
  readonly path: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** What is known of the author's view. */
export interface AuthorView {
  /** True: `recent` is what landed since the author read; false: it is what landed of late, and the author may know it. */
  readonly isReadPointKnown: boolean;
  /** Paths that the author read as they are at the base: what is undone there is meant. */
  readonly freshReads: ReadonlySet<string>;
}

export interface RevertFindings {
  readonly rejections: readonly Rejection[];
  readonly holds: readonly Hold[];
}

/**
 * Finds paths and hunks whose new content exactly undoes what a recent commit did (newest first): refused where the
 * author's view is older than that commit, held where nobody knows. A whole file may bring the old content back without
 * a word about it; an edit that quotes the text that it takes away counts only where it also puts the very text back
 * that the commit replaced. To remove lines that happen to be new is ordinary work.
 */
export function revertedWork(
  patch: Patch,
  recent: readonly RecentChange[],
  view: AuthorView,
): RevertFindings {
  const byPath = new Map<string, RecentChange[]>();
  for (const change of recent) {
    const known = byPath.get(change.path);
    if (known === undefined) byPath.set(change.path, [change]);
    else known.push(change);
  }
  const found = patch.changes.flatMap((change): (Rejection & Hold)[] => {
    const path = change.from ?? change.path;
    if (view.freshReads.has(path)) return [];
    for (const landed of byPath.get(path) ?? []) {
      const undone = undoes(change, landed);
      if (undone !== null) return [refusal(change, landed, undone)];
    }
    return [];
  });
  return view.isReadPointKnown
    ? { rejections: found, holds: [] }
    : { rejections: [], holds: found };
}

/** How a change undoes a commit, and the 1-based lines of the new content where it shows. */
interface Undone {
  readonly reason: 'path' | 'hunk';
  readonly lines: readonly number[];
}

function refusal(
  { path }: FileChange,
  { commit, subject, author }: RecentChange,
  { reason, lines }: Undone,
): Rejection & Hold {
  const facts = { commit: commit.slice(0, 12), subject, author };
  const code = 'reverts-landed-work';
  return { code, path, reason, ...(lines.length === 0 ? {} : { lines }), facts };
}

function undoes(change: FileChange, landed: RecentChange): Undone | null {
  if (bringsBack(change, landed)) return { reason: 'path', lines: [] };
  if (change.before === null || change.after === null) return null;
  const patchHunks = hunksOf(change.before.bytes, change.after.bytes);
  for (const hunk of hunksOf(landed.before, landed.after)) {
    if (!isTelling(hunk)) continue;
    const isExchange = hunk.removed.length > 0 && hunk.added.length > 0;
    if (!isExchange && !change.isWhole) continue;
    for (const mine of patchHunks) {
      const at = undoneAt(mine, hunk, change.isWhole && isExchange);
      if (at === null) continue;
      const lines = hunk.removed.map((_, index) => mine.line + at + index);
      return { reason: 'hunk', lines: lines.slice(0, 50) };
    }
  }
  return null;
}

/** The whole content is that of before the commit. A deletion in so many words undoes nothing. */
function bringsBack(
  { after, isWhole, isDeclaredDeletion }: FileChange,
  landed: RecentChange,
): boolean {
  if (after === null) return landed.before === null && !isDeclaredDeletion;
  return isWhole && landed.before !== null && Buffer.from(after.bytes).equals(landed.before);
}

/** A run of lines that one text has and the other has not. `line` is its 1-based place in the new text. */
interface Hunk {
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly line: number;
}

const HUNKS = new WeakMap<Uint8Array, WeakMap<Uint8Array, readonly Hunk[]>>();

/** The hunks between two contents, computed once for each pair; none where a side is missing or binary. */
function hunksOf(before: Uint8Array | null, after: Uint8Array | null): readonly Hunk[] {
  if (before === null || after === null || before.includes(0) || after.includes(0)) return [];
  let known = HUNKS.get(before);
  if (known === undefined) HUNKS.set(before, (known = new WeakMap()));
  let hunks = known.get(after);
  if (hunks === undefined) {
    const old = linesOf(before);
    const now = linesOf(after);
    hunks = changedRuns(old, now).map(({ fromOld, toOld, fromNew, toNew }) => ({
      removed: old.slice(fromOld, toOld),
      added: now.slice(fromNew, toNew),
      line: fromNew + 1,
    }));
    known.set(after, hunks);
  }
  return hunks;
}

function linesOf(bytes: Uint8Array): readonly string[] {
  const source = new SourceText(bytes);
  return Array.from({ length: source.lineCount }, (_, line) => source.latin1Line(line));
}

/** Blank lines and brackets alone come and go for many reasons. */
const isTelling = ({ removed, added }: Hunk): boolean =>
  [...removed, ...added].some(
    (line) => /[A-Za-z0-9\u0080-\u00ff]{2}/.test(line) || /\d/.test(line),
  );

/**
 * Where in the added lines of `mine` the commit's old lines stand, given that `mine` removes the commit's new ones;
 * null where it does not undo the hunk. `mayHoldMore`: further changes may stand around it.
 */
function undoneAt(mine: Hunk, landed: Hunk, mayHoldMore: boolean): number | null {
  if (!mayHoldMore)
    return isSame(mine.removed, landed.added) && isSame(mine.added, landed.removed) ? 0 : null;
  if (placeOf(landed.added, mine.removed) === -1) return null;
  const at = placeOf(landed.removed, mine.added);
  return at === -1 ? null : at;
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, at) => line === b[at]);

function placeOf(part: readonly string[], whole: readonly string[]): number {
  for (let at = 0; at + part.length <= whole.length; at += 1)
    if (part.every((line, index) => line === whole[at + index])) return at;
  return -1;
}
