import { expect, test } from 'vitest';
import { sharedPrefix, sharedSuffix } from '../../../src/core/match/shared-ends.ts';

test.each([
  ['', '', 0, 0],
  ['ab', 'ab', 2, 2],
  ['ab', 'abc', 2, 0],
  ['abc', 'ab', 2, 0],
  ['bc', 'abc', 0, 2],
  ['aXb', 'aYb', 1, 1],
  ['a', 'b', 0, 0],
])('%j and %j share %i at the start and %i at the end', (a, b, head, tail) => {
  expect(sharedPrefix(a, b)).toBe(head);
  expect(sharedSuffix(a, b)).toBe(tail);
});
