import type { Count } from './run-trials.ts';
import { GROUP_NAMES, groupOf } from './variants/variants.ts';

/** Totals over all variants. Shares are percentages. */
export interface Totals {
  readonly trials: number;
  readonly harmless: number;
  readonly harmlessRight: number;
  readonly harmlessShare: number;
  readonly wrong: number;
}

export function totalsOf(counts: readonly Count[]): Totals {
  const size = ({ right, refused, wrong }: Count): number => right + refused + wrong;
  const sum = (list: readonly Count[], value: (count: Count) => number): number =>
    list.reduce((total, count) => total + value(count), 0);
  const mild = counts.filter(({ kind }) => kind === 'harmless');
  const harmless = sum(mild, size);
  const harmlessRight = sum(mild, ({ right }) => right);
  return {
    trials: sum(counts, size),
    harmless,
    harmlessRight,
    harmlessShare: harmless === 0 ? 100 : (100 * harmlessRight) / harmless,
    wrong: sum(counts, ({ wrong }) => wrong),
  };
}

/** Counts of the same variants over several histories, added up. */
export function addCounts(lists: readonly (readonly Count[])[]): readonly Count[] {
  const sums = new Map<string, Count>();
  for (const count of lists.flat()) {
    const known = sums.get(count.variant);
    sums.set(count.variant, {
      ...count,
      right: count.right + (known?.right ?? 0),
      refused: count.refused + (known?.refused ?? 0),
      wrong: count.wrong + (known?.wrong ?? 0),
      skipped: count.skipped + (known?.skipped ?? 0),
    });
  }
  return [...sums.values()];
}

/** The counts as a table for people. */
export function tableOf(counts: readonly Count[]): string {
  const cell = (value: number): string => String(value).padStart(8);
  const rows = counts.map(
    ({ variant, kind, right, refused, wrong, skipped }) =>
      `${variant.padEnd(32)}${kind.padEnd(11)}${[right, refused, wrong, skipped].map(cell).join('')}`,
  );
  const head = `${'variant'.padEnd(32)}${'kind'.padEnd(11)}${['right', 'refused', 'wrong', 'skipped'].map((name) => name.padStart(8)).join('')}`;
  return [head, ...rows].join('\n');
}

/** The counts by group and kind, as a table of Markdown. */
export function groupTable(counts: readonly Count[]): string {
  const rows = GROUP_NAMES.flatMap((group) =>
    (['harmless', 'dangerous'] as const).flatMap((kind) => {
      const own = counts.filter((count) => count.kind === kind && groupOf(count.variant) === group);
      const ran = own.filter(({ right, refused, wrong }) => right + refused + wrong > 0);
      if (ran.length === 0) return [];
      const sum = (value: (count: Count) => number): number =>
        ran.reduce((total, count) => total + value(count), 0);
      const cells = [
        group,
        kind,
        ran.length,
        sum(({ right }) => right),
        sum(({ refused }) => refused),
        sum(({ wrong }) => wrong),
      ];
      return [`| ${cells.join(' | ')} |`];
    }),
  );
  const head = '| flaws of | kind | variants | right | refused | wrong |';
  return [head, '| --- | --- | --: | --: | --: | --: |', ...rows].join('\n');
}
