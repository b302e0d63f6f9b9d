import { expect, test } from 'vitest';
import { createTurns } from '../../../src/intake/verbs/turns.ts';

test('so many run at once, in their order, and one that throws makes room', async () => {
  const turns = createTurns(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const ends = await Promise.allSettled(
    Array.from({ length: 7 }, (_, at) =>
      turns.take(async () => {
        begun.push(at);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        if (at % 3 === 0) throw new Error(`${at}`);
        return at;
      }),
    ),
  );
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(most).toBe(2);
  expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([
    false,
    true,
    true,
    false,
    true,
    true,
    false,
  ]);
});
