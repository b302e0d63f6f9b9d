import { expect, test } from 'vitest';
import { treeBound } from '../../../scripts/simulate/tree-bound.ts';

test.each([
  [1, 0.3, 1],
  [7, 0, 7],
  [2, 0.2, 1.8],
  // The second that counts on a failure is likelier than the third that counts on landings alone.
  [3, 0.4, 2],
  [8, 0.2, (1 - 0.8 ** 8) / 0.2],
])('%d runs, of which a share of %d fails: %d decisions', (runs, fail, decisions) => {
  expect(treeBound(runs, fail)).toBeCloseTo(decisions, 10);
});
