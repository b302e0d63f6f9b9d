import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateChance } from '../../../src/core/schedule/estimate-chance.ts';

const fresh = { judged: 0, passed: 0, retries: 0, lines: 0 };

test('most pass, as long as nothing else is known', () => {
  expect(estimateChance(fresh)).toBeCloseTo(0.95, 5);
});

test('what was seen counts more with each that was seen', () => {
  const after = (judged: number) => estimateChance({ ...fresh, judged, passed: judged / 2 });
  expect(after(10)).toBeGreaterThan(after(100));
  expect(after(1_000)).toBeCloseTo(0.5, 1);
});

test('a retry and a large change are less likely to pass, and nothing is certain', () => {
  fc.assert(
    fc.property(
      fc.record({
        judged: fc.nat(1_000),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        retries: fc.nat(20),
        lines: fc.nat(100_000),
      }),
      ({ judged, share, retries, lines }) => {
        const seen = { judged, passed: Math.floor(judged * share) };
        const chance = estimateChance({ ...seen, retries, lines });
        expect(chance).toBeGreaterThan(0);
        expect(chance).toBeLessThan(1);
        expect(estimateChance({ ...seen, retries: retries + 1, lines })).toBeLessThanOrEqual(
          chance,
        );
        expect(estimateChance({ ...seen, retries, lines: lines + 1 })).toBeLessThanOrEqual(chance);
      },
    ),
  );
});
