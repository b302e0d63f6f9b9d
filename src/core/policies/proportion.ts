import { changedLines } from '../apply/changed-lines.ts';
import type { Rejection } from '../model/rejection.ts';
import { findings } from './findings.ts';
import { limitAt } from './limit-at.ts';
import type { Policy } from './policy.ts';

/** Changed lines of a file stay within what its edits asked for, plus an allowance. Whole contents ask for everything. */
export const proportion: Policy = {
  name: 'proportion',
  judge({ patch, limits }) {
    const rejections = patch.changes.flatMap((change): Rejection[] => {
      const { path, regions, isWhole } = change;
      if (isWhole || regions.length === 0) return [];
      const asked = regions.reduce((sum, each) => sum + each.askedRemoved + each.askedAdded, 0);
      const { removed, added } = changedLines(change);
      const actual = removed.length + added.length;
      if (actual - asked <= limitAt(limits, 'collateralLines', path).limit) return [];
      return [{ code: 'collateral-change', path, facts: { actual, asked } }];
    });
    return findings({ rejections });
  },
};
