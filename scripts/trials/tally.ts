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

/** The counts by group, as a table of Markdown: harmless flaws right and refused, dangerous ones refused, as meant, wrong. */
export function groupTable(counts: readonly Count[]): string {
  const rows = GROUP_NAMES.flatMap((group) => {
    const own = counts.filter(({ variant }) => groupOf(variant) === group);
    const sum = (kind: Count['kind'], value: 'right' | 'refused' | 'wrong'): number =>
      own.reduce((total, count) => total + (count.kind === kind ? count[value] : 0), 0);
    const cells = [
      sum('harmless', 'right'),
      sum('harmless', 'refused'),
      sum('dangerous', 'refused'),
      sum('dangerous', 'right'),
      sum('harmless', 'wrong') + sum('dangerous', 'wrong'),
    ];
    return cells.some((cell) => cell > 0) ? [`| ${[group, ...cells].join(' | ')} |`] : [];
  });
  return [
    '| flaws in | harmless: right | refused | dangerous: refused | as meant | wrong |',
    '| --- | --: | --: | --: | --: | --: |',
    ...rows,
  ].join('\n');
}
