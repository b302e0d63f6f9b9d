import { keepCase } from './keep-case.ts';
import type { Count, TrialRun } from './run-trials.ts';
import type { LeftOut } from './left-out.ts';
import { groupTable, tableOf, totalsOf } from './tally.ts';

/** What is noted while trials run, besides the counts. */
export interface Watch {
  readonly onTrial: (run: TrialRun) => void;
  /** Refusals of hallucinated words, and how many of them show the true place. */
  readonly shown: { seen: number; covered: number };
}

/** Keeps every bad trial in a folder, where one is given. */
export function watchTrials(keep: string | undefined): Watch {
  const shown = { seen: 0, covered: 0 };
  return {
    shown,
    onTrial(run) {
      const { variant, verdict } = run;
      if (variant.name === 'hallucinated-token' && verdict.covers !== undefined) {
        shown.seen += 1;
        if (verdict.covers) shown.covered += 1;
      }
      const isHarmed = variant.kind === 'harmless' && verdict.verdict !== 'right';
      const isUncovered = variant.name === 'hallucinated-token' && verdict.covers === false;
      if (keep !== undefined && (verdict.verdict === 'wrong' || isHarmed || isUncovered))
        keepCase(keep, run);
    },
  };
}

/** One array for programs, or a table and totals for people. */
export function reportTrials(
  counts: readonly Count[],
  shown: Watch['shown'],
  options: {
    readonly isJson: boolean;
    readonly scenes: number;
    readonly seed: number;
    readonly leftOut: LeftOut;
  },
): string {
  if (options.isJson) {
    const rows = counts.map(({ variant, kind, right, refused, wrong }) => ({
      variant,
      kind,
      right,
      refused,
      wrong,
    }));
    return JSON.stringify(rows, null, 2);
  }
  const totals = totalsOf(counts);
  const share = shown.seen === 0 ? 100 : (100 * shown.covered) / shown.seen;
  return [
    tableOf(counts),
    '',
    groupTable(counts),
    '',
    `seed ${options.seed}, ${options.scenes} scenes, ${counts.length} variants, ${totals.trials} trials`,
    `harmless right: ${totals.harmlessRight} of ${totals.harmless}, ${totals.harmlessShare.toFixed(2)} %`,
    `applied wrong: ${totals.wrong} of ${totals.trials}`,
    `refusals of hallucinated words that show the true place: ${shown.covered} of ${shown.seen}, ${share.toFixed(1)} %`,
    `left out, since the change itself would be asked about, whoever wrote it: ${String(options.leftOut)}`,
  ].join('\n');
}
