import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderEntries } from '../../../src/core/schedule/order-entries.ts';
import type { Entry } from '../../../src/core/schedule/queue-state.ts';
import { ranksOf, STEP_MS, type Waiting } from '../../../src/core/schedule/ranks-of.ts';

const MINUTE = 60_000;

test.each<[string, readonly Waiting[], readonly number[]]>([
  ['none', [], []],
  [
    'equals in the order of their coming',
    [
      { priority: 0, submittedAt: 1 },
      { priority: 0, submittedAt: 2 },
    ],
    [0, 1],
  ],
  [
    'a higher one first',
    [
      { priority: 0, submittedAt: 0 },
      { priority: 1, submittedAt: STEP_MS - 1 },
    ],
    [1, 0],
  ],
  [
    'one that has waited a step longer is not passed',
    [
      { priority: 0, submittedAt: 0 },
      { priority: 1, submittedAt: STEP_MS },
      { priority: 9, submittedAt: 9 * STEP_MS },
    ],
    [0, 1, 2],
  ],
  [
    'a clock that was set back says nothing',
    [
      { priority: 0, submittedAt: 10 * STEP_MS },
      { priority: 0, submittedAt: 0 },
    ],
    [0, 1],
  ],
])('%s', (_, waiting, order) => {
  const ranks = ranksOf(waiting);
  const places = waiting.map((__, at) => at);
  expect(places.toSorted((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0))).toEqual(order);
});

const arrivals = fc
  .array(fc.record({ priority: fc.integer({ min: -9, max: 9 }), gap: fc.nat(40 * MINUTE) }), {
    maxLength: 40,
  })
  .map((drafts) => {
    let submittedAt = 1_000_000;
    return drafts.map(({ priority, gap }) => ({ priority, submittedAt: (submittedAt += gap) }));
  });

test('one passes another just where its priority is worth more than the time that the other came before', () => {
  fc.assert(
    fc.property(arrivals, (waiting) => {
      const ranks = ranksOf(waiting);
      waiting.forEach((later, at) =>
        waiting.slice(0, at).forEach((earlier, before) => {
          const worth = (later.priority - earlier.priority) * STEP_MS;
          const isPassed = (ranks[at] ?? 0) > (ranks[before] ?? 0);
          expect(isPassed).toBe(worth > later.submittedAt - earlier.submittedAt);
        }),
      );
    }),
  );
});

test('whoever ends or comes, the order of the others stays', () => {
  fc.assert(
    fc.property(arrivals, fc.nat(), (waiting, seed) => {
      const kept = waiting.filter((_, at) => (seed >> (at % 16)) % 2 === 0);
      const all = new Map(waiting.map((one, at) => [one, ranksOf(waiting)[at] ?? 0]));
      const some = ranksOf(kept);
      kept.forEach((one, at) => {
        const first = kept[0];
        if (first === undefined) return;
        expect((some[at] ?? 0) - (some[0] ?? 0)).toBe((all.get(one) ?? 0) - (all.get(first) ?? 0));
      });
    }),
  );
});

test('a stream of the highest does not hold the lowest for ever', () => {
  let queue: { readonly id: string; readonly priority: number; readonly submittedAt: number }[] = [
    { id: 'low', priority: -9, submittedAt: 0 },
  ];
  let minute = 0;
  // Each minute one lands and one of the highest priority comes.
  for (; queue.some(({ id }) => id === 'low') && minute < 10_000; minute += 1) {
    queue.push({ id: `high-${minute}`, priority: 9, submittedAt: minute * MINUTE });
    const ranks = ranksOf(queue);
    const entries = queue.map(({ id }, at) => entry(id, ranks[at] ?? 0));
    const first = orderEntries(entries, [])[0]?.id;
    queue = queue.filter(({ id }) => id !== first);
  }
  expect(minute).toBeLessThanOrEqual((18 * STEP_MS) / MINUTE + 1);
});

const entry = (id: string, priority: number): Entry => ({
  id,
  priority,
  needs: ['tree'],
  changes: ['tree'],
  chance: 0.9,
  faults: 0,
  isPaused: false,
});
