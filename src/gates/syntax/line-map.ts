import { lineDiff } from '../../core/match/line-diff.ts';
import type { TextLines } from './text-lines.ts';

/** One stretch that differs: half-open ranges of 0-based lines, either of which may be empty. */
export interface ChangedStretch {
  readonly fromBase: number;
  readonly toBase: number;
  readonly from: number;
  readonly to: number;
}

/** How the lines of a changed file answer to those of its base. */
export interface LineMap {
  /** In the order of the text. */
  readonly stretches: readonly ChangedStretch[];
  /** Where a line of the base stands now; null for one that is gone. */
  readonly nowOf: (baseLine: number) => number | null;
}

/** See `LineMap`. Without a base all is one stretch. */
export function mapLines(base: TextLines | null, after: TextLines): LineMap {
  const old = base?.lines ?? [];
  const pairs = lineDiff(old, after.lines);
  const stretches: ChangedStretch[] = [];
  let fromBase = 0;
  let from = 0;
  const close = (toBase: number, to: number): void => {
    if (toBase > fromBase || to > from) stretches.push({ fromBase, toBase, from, to });
  };
  pairs.forEach((now, line) => {
    if (now === -1) return;
    close(line, now);
    fromBase = line + 1;
    from = now + 1;
  });
  close(old.length, after.lines.length);
  return {
    stretches,
    nowOf: (baseLine) => {
      const now = pairs[baseLine] ?? -1;
      return now === -1 ? null : now;
    },
  };
}
