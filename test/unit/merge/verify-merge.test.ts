import { expect, test } from 'vitest';
import { strayLine } from '../../../src/core/merge/verify-merge.ts';

const L = (words: string): Buffer => Buffer.from(words.replaceAll(' ', '\n'));
const NOTHING = { removed: [], added: [] };

test.each([
  ['both changes, once each', 'a b c', 'A b c', 'a b C', 'A b C', NOTHING, null],
  ['a change that is lost', 'a b c', 'A b c', 'a b C', 'a b C', NOTHING, 'a\n'],
  ['a change taken twice', 'a b c ', 'x a b c ', 'a b c ', 'x x a b c ', NOTHING, 'x\n'],
  ['a line of nobody', 'a b c', 'a b c', 'a b c', 'a b q', NOTHING, 'q'],
  [
    'a change of both, once',
    'a b',
    'x b',
    'x b',
    'x b',
    { removed: ['a\n'], added: ['x\n'] },
    null,
  ],
  ['a change of both that nobody accounts for', 'a b', 'x b', 'x b', 'x b', NOTHING, 'x\n'],
])('%s', (_name, read, landed, yours, merged, shared, stray) => {
  const texts = { read: L(read), landed: L(landed), yours: L(yours), merged: L(merged) };
  expect(strayLine({ ...texts, shared })).toBe(stray);
});
