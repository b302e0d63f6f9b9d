import { expect, test } from 'vitest';
import { batchSize } from '../../../src/core/schedule/batch-size.ts';

test.each([
  [0, 8, 16],
  [0.05, 1, 16],
  [0.05, 2, 8],
  [0.05, 4, 4],
  [0.05, 8, 2],
  [0.05, 16, 1],
  [0.2, 8, 1],
  [1, 1, 1],
])('with %d failing on %d slots: %d', (failRate, slots, size) => {
  expect(batchSize(failRate, slots)).toBe(size);
});
