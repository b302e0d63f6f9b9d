import { expect, test } from 'vitest';
import { lostBalance } from '../../../../src/gates/syntax/bracket-balance.ts';

test.each<readonly [string, string | null, string, boolean]>([
  ['a.swift', 'f(a)\n', 'f(a\n', true],
  ['a.swift', 'f(a)\n', 'g(a)\n', false],
  ['a.swift', 'f(a\n', 'g(a\n', false],
  ['a.swift', null, 'f { g(a[0]) }\n', false],
  ['a.swift', null, 'f { g(a[0]) \n', true],
  ['a.swift', 'f(a)\n', 'f(a) // e.g. /h\\(/\n', false],
  ['a.swift', 'f(a)\n', 'f("(")\n', false],
  ['a.swift', null, '/* ) */ f()\n', false],
  ['a.swift', 'f(a) // (\n', 'f(a // ()\n', false],
  ['a.hs', 'f = (a)\n', 'f = (a\n', true],
  ['a.hs', 'f = (a)\n', 'f = (a) -- (\n', true],
])('%s: %j to %j', (path, base, after, isLost) => {
  expect(lostBalance(path, base, after)).toBe(isLost);
});
