import { describe, expect, test } from 'vitest';
import type { Hunk } from '../../../src/core/apply/hunk.ts';
import { overlaps } from '../../../src/core/apply/overlaps.ts';

type Span = readonly [number, number];

const hunk = (block: number, site: Span, ...changes: readonly Span[]): Hunk => ({
  block,
  sites: [
    {
      start: site[0],
      end: site[1],
      changes: changes.map(([start, end]) => ({
        start,
        end,
        bytes: Buffer.from('x'),
        removed: 1,
        added: 1,
      })),
    },
  ],
  rung: 'exact',
  anchor: { by: 'text', count: 1, scope: [], isLines: true },
});

describe('two blocks', () => {
  test.each<readonly [string, Hunk, Hunk, number | null]>([
    [
      'that put something in at one place, where one also changes another',
      hunk(1, [2, 5], [2, 3], [5, 5]),
      hunk(2, [5, 5], [5, 5]),
      5,
    ],
    ['that put something in at two places', hunk(1, [0, 5], [0, 0]), hunk(2, [5, 5], [5, 5]), null],
    ['apart', hunk(1, [0, 4], [0, 4]), hunk(2, [6, 9], [6, 9]), null],
    ['side by side', hunk(1, [0, 4], [0, 4]), hunk(2, [4, 9], [4, 9]), null],
    ['that change the same', hunk(1, [0, 4], [0, 4]), hunk(2, [2, 9], [2, 9]), 2],
    ['that change one thing', hunk(1, [0, 4], [0, 4]), hunk(2, [0, 4], [0, 4]), 0],
    [
      'of which one changes the context of the other',
      hunk(1, [0, 9], [1, 2]),
      hunk(2, [5, 7], [5, 7]),
      5,
    ],
    [
      'of which the later changes nothing there',
      hunk(1, [0, 9], [6, 7]),
      hunk(2, [5, 9], [8, 9]),
      8,
    ],
    ['with a context in common', hunk(1, [0, 6], [0, 2]), hunk(2, [4, 9], [8, 9]), null],
    [
      'of which one puts something into the other',
      hunk(1, [0, 9], [0, 1]),
      hunk(2, [3, 5], [5, 5]),
      5,
    ],
    [
      'of which one puts something at the end of the other',
      hunk(1, [0, 5], [0, 1]),
      hunk(2, [5, 8], [5, 5]),
      null,
    ],
    [
      'of which one puts something at the start of the other',
      hunk(1, [2, 5], [2, 3]),
      hunk(2, [0, 2], [2, 2]),
      null,
    ],
    [
      'that put something at one place, from both sides',
      hunk(1, [0, 5], [5, 5]),
      hunk(2, [5, 8], [5, 5]),
      null,
    ],
    [
      'that put something at one place, from one side',
      hunk(1, [0, 5], [5, 5]),
      hunk(2, [3, 5], [5, 5]),
      5,
    ],
    ['that put something before one place', hunk(1, [5, 8], [5, 5]), hunk(2, [5, 9], [5, 5]), 5],
    ['that both put something at an edge', hunk(1, [5, 5], [5, 5]), hunk(2, [5, 5], [5, 5]), 5],
    [
      'of which one puts something where the other stands',
      hunk(1, [5, 5], [5, 5]),
      hunk(2, [5, 9], [5, 5]),
      5,
    ],
    [
      'of which one takes the place of the other away',
      hunk(1, [5, 5], [5, 5]),
      hunk(2, [3, 9], [3, 9]),
      5,
    ],
    [
      'of which one ends at the place of the other',
      hunk(1, [9, 9], [9, 9]),
      hunk(2, [3, 9], [3, 9]),
      null,
    ],
    [
      'of which one begins at the place of the other',
      hunk(1, [3, 3], [3, 3]),
      hunk(2, [3, 9], [3, 9]),
      null,
    ],
    ['that put something at two places', hunk(1, [0, 9], [2, 2]), hunk(2, [0, 9], [4, 4]), 4],
  ])('%s', (_name, one, other, at) => {
    const found = at === null ? [] : [{ blocks: [1, 2], at }];
    expect(overlaps([one, other])).toEqual(found);
    expect(overlaps([other, one]).map(({ blocks }) => blocks)).toEqual(
      found.map(({ blocks }) => blocks),
    );
  });
});

test('a pair is named once, pairs come in order, and a block never clashes with itself', () => {
  const every = (block: number): Hunk => {
    const [a, b] = [hunk(block, [0, 4], [0, 4]), hunk(block, [6, 9], [6, 9])];
    return { ...a, sites: [...a.sites, ...b.sites] };
  };
  const self: Hunk = { ...every(4), sites: [...every(4).sites, ...every(4).sites] };
  expect(overlaps([self])).toEqual([]);
  expect(overlaps([every(3), every(1), every(2)]).map(({ blocks }) => blocks)).toEqual([
    [1, 2],
    [1, 3],
    [2, 3],
  ]);
  expect(overlaps([every(1), every(2)])).toEqual([{ blocks: [1, 2], at: 0 }]);
});

test('a long block clashes with a far one although a short one lies between', () => {
  expect(
    overlaps([
      hunk(1, [0, 50], [0, 50]),
      hunk(2, [60, 61], [60, 61]),
      hunk(3, [40, 45], [40, 45]),
    ]).map(({ blocks }) => blocks),
  ).toEqual([[1, 3]]);
});
