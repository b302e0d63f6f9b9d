import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Heap } from '../../../src/core/schedule/heap.ts';

test('gives everything in order, whatever comes between', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer())), (rounds) => {
      const heap = new Heap<number>((one, other) => one < other);
      const held: number[] = [];
      for (const round of rounds) {
        for (const number of round) heap.push(number);
        held.push(...round);
        held.sort((one, other) => one - other);
        expect(heap.first()).toBe(held[0]);
        expect(heap.pop()).toBe(held.shift());
      }
    }),
  );
});
