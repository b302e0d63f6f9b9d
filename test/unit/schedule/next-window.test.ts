import { expect, test } from 'vitest';
import { nextWindow } from '../../../src/core/schedule/next-window.ts';

const bounds = { least: 4, most: 12 };

test.each([
  [8, 'landed', 9],
  [12, 'landed', 12],
  [11, 'failed', 5],
  [6, 'failed', 4],
  [100, 'landed', 12],
] as const)('%d after one %s: %d', (window, outcome, next) => {
  expect(nextWindow(window, outcome, bounds)).toBe(next);
});
