import type { SyntaxProblem } from './checker.ts';
import type { ChangedStretch, LineMap } from './line-map.ts';
import { linesOf } from './new-problems.ts';
import type { TextLines } from './text-lines.ts';

/** A problem in a changed text; `culprit` is the stretch that is known to have caused it. */
export interface PlacedProblem {
  readonly problem: SyntaxProblem;
  readonly text: TextLines;
  readonly map: LineMap;
  readonly culprit: ChangedStretch | null;
}

/**
 * The line to show for a problem, 0-based: where the parser noticed it, if that was changed, else the changed one that
 * caused it, or is the nearest inside the broken part or before it. A closer that was lost is missed by a parser only at
 * the end of the file.
 */
export function shownLine({ problem, text, map, culprit }: PlacedProblem): number {
  const noticed = text.lineAt(problem.noticedAt ?? problem.offset);
  const [first, last] = linesOf(problem, text);
  const suspects = culprit === null ? map.stretches : [culprit];
  for (const line of [noticed, first])
    if (suspects.some(({ from, to }) => line >= from && line < to)) return line;
  const inside = suspects.find(({ from, to }) => from <= last && to > first);
  const before = suspects.findLast(({ from }) => from <= first);
  const stretch = inside ?? before ?? suspects[0];
  return stretch === undefined ? noticed : Math.min(stretch.from, text.lines.length - 1);
}
