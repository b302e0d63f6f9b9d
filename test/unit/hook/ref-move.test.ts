import { expect, test } from 'vitest';
import { goalOf, isDeletion, parseMoves } from '../../../src/hook/guard/ref-move.ts';

const A = 'a'.repeat(40);
const B = 'b'.repeat(64);
const ZERO = '0'.repeat(40);

test('each line is a move; anything else is left out', () => {
  const text = `${ZERO} ${A} refs/heads/main\n\nnonsense\n${A} ref:refs/heads/x HEAD\n${A} ${B} refs/heads/ä b\n`;
  expect(parseMoves(text)).toEqual([
    { old: ZERO, new: A, ref: 'refs/heads/main' },
    { old: A, new: 'ref:refs/heads/x', ref: 'HEAD' },
    { old: A, new: B, ref: 'refs/heads/ä b' },
  ]);
  expect(parseMoves('')).toEqual([]);
});

test.each([
  [A, A, false],
  [B, B, false],
  [ZERO, null, true],
  ['ref:refs/heads/main', null, false],
  ['0', null, true],
])('a move to %s goes to %s', (id, goal, deletes) => {
  const move = { ref: 'refs/heads/main', old: A, new: id };
  expect([goalOf(move), isDeletion(move)]).toEqual([goal, deletes]);
});
