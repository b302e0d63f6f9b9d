import { changedRuns, type ChangedRun } from '../match/changed-runs.ts';
import { SourceText } from '../match/source-text.ts';
import type { ConflictHunk } from '../model/rejection.ts';

/** Three contents of one file: what both sides started from, what stands now, and what was handed in. */
export interface ConflictSides {
  readonly base: Uint8Array;
  readonly now: Uint8Array;
  readonly yours: Uint8Array;
}

/**
 * The places that both sides changed, each in another way, with the lines of all three. Changes that touch count as one
 * place. Empty where a side is binary.
 */
export function conflictHunks(sides: ConflictSides): readonly ConflictHunk[] {
  const contents = [sides.base, sides.now, sides.yours];
  if (contents.some((bytes) => bytes.includes(0))) return [];
  const [base = [], now = [], yours = []] = contents.map(linesOf);
  const nowRuns = changedRuns(base, now);
  const yourRuns = changedRuns(base, yours);
  return places([...nowRuns, ...yourRuns]).flatMap((place): readonly ConflictHunk[] => {
    const mine = stretch(nowRuns, place);
    const theirs = stretch(yourRuns, place);
    const hunk = {
      line: mine.from + 1,
      base: base.slice(place.from, place.to),
      now: now.slice(mine.from, mine.to),
      yours: yours.slice(theirs.from, theirs.to),
    };
    const isBoth = mine.isChanged && theirs.isChanged;
    return isBoth && hunk.now.join('\n') !== hunk.yours.join('\n') ? [hunk] : [];
  });
}

function linesOf(bytes: Uint8Array): readonly string[] {
  const source = new SourceText(bytes);
  return Array.from({ length: source.lineCount }, (_, line) => source.line(line));
}

/** Half-open range of 0-based lines. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The stretches of the base that the runs cover; runs that touch make one. */
function places(runs: readonly ChangedRun[]): readonly Range[] {
  const found: Range[] = [];
  for (const { fromOld, toOld } of runs.toSorted((a, b) => a.fromOld - b.fromOld)) {
    const last = found.at(-1);
    if (last !== undefined && fromOld <= last.to)
      found[found.length - 1] = { from: last.from, to: Math.max(last.to, toOld) };
    else found.push({ from: fromOld, to: toOld });
  }
  return found;
}

/** Where a stretch of the base is on the side of these runs, and whether it is another there. */
function stretch(
  runs: readonly ChangedRun[],
  { from, to }: Range,
): Range & { readonly isChanged: boolean } {
  const grown = ({ fromOld, toOld, fromNew, toNew }: ChangedRun): number =>
    toNew - fromNew - (toOld - fromOld);
  // Runs that touch a place are part of it, so that those before it end before it starts.
  const before = runs.filter(({ toOld }) => toOld < from);
  const within = runs.filter(({ fromOld, toOld }) => fromOld >= from && toOld <= to);
  const start = before.reduce((sum, run) => sum + grown(run), from);
  const end = within.reduce((sum, run) => sum + grown(run), start + (to - from));
  return { from: start, to: end, isChanged: within.length > 0 };
}
