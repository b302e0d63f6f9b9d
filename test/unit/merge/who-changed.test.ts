import { expect, test } from 'vitest';
import { whoChanged } from '../../../src/core/merge/who-changed.ts';

const L = (words: string): Buffer =>
  Buffer.from(
    words
      .split(' ')
      .map((word) => `${word}\n`)
      .join(''),
  );
/** Each text of a file's life made the next; newest first. */
const stepsOf = (...texts: readonly string[]) =>
  texts
    .slice(1)
    .map((after, at) => ({ name: after, before: L(texts[at] ?? ''), after: L(after) }))
    .toReversed();

const LIFE = stepsOf('a b c d', 'a B c d', 'x a B c d', 'x a B c D', 'x a B D');

test.each([
  ['the line that the first step changed', 2, 3, 'a B c d'],
  ['a line put in', 0, 1, 'x a B c d'],
  ['the last line', 3, 4, 'x a B c D'],
  ['a place where lines were taken away', 3, 3, 'x a B D'],
  ['a line that nobody changed', 1, 2, undefined],
])('%s', (_name, from, to, expected) => {
  expect(whoChanged(LIFE, { from, to })?.name).toBe(expected);
});

test('the commit that made or deleted the file did all of it', () => {
  const made = { name: 'made', before: null, after: L('a') };
  expect(whoChanged([made], { from: 0, to: 1 })).toBe(made);
});
