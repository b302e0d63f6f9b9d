import { expect, test } from 'vitest';
import { estimateSpoiling, verdictsOn } from '../../../src/core/schedule/estimate-spoiling.ts';

test.each([
  ['nothing seen', { judged: 0, passed: 0, chance: 0.95 }, 1],
  ['none passed', { judged: 9, passed: 0, chance: 0.95 }, 1],
  ['half of those that could pass', { judged: 10, passed: 4, chance: 0.8 }, 5 / 9],
  ['as many as ever', { judged: 40, passed: 32, chance: 0.8 }, 1 / 33],
  ['more than ever', { judged: 10, passed: 10, chance: 0.5 }, 0],
])('%s: %o spoils %d', (_, seen, share) => {
  expect(estimateSpoiling(seen)).toBeCloseTo(share, 10);
});

test('what runs say that were put on one, and came to a verdict', () => {
  const runs = [
    { lands: ['a'], state: 'passed' },
    { lands: ['b', 'a'], state: 'failed' },
    { lands: ['b'], state: 'passed' },
    { lands: ['a'], state: 'running' },
    { lands: ['a'], state: 'fault' },
  ];
  expect(verdictsOn('a', runs)).toEqual([true, false]);
});
