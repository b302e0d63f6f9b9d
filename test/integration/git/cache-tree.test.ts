import { expect, test } from 'vitest';
import { cachedRoot } from '../../../src/git/landing/cache-tree.ts';

/* The extension comes from a file on disk: what is damaged ends in an answer, not in a walk without end. */

const ID = Buffer.alloc(20, 0xab);
const folder = (name: string, counts: string, id = ID): Buffer =>
  Buffer.concat([Buffer.from(`${name}\0${counts}\n`), id]);

test('the id of the root', () => {
  const data = Buffer.concat([folder('', '2 1'), folder('d', '1 0')]);
  expect(cachedRoot(data, 20)).toBe(ID.toString('hex'));
  expect(cachedRoot(folder('', '-1 0', Buffer.alloc(0)), 20)).toBeNull();
});

test.each([
  ['a folder is missing', folder('', '2 1')],
  ['more folders than bytes', folder('', '2 4000000000')],
  ['counts are no numbers', folder('', 'x y')],
  ['it ends in an id', folder('', '1 0', ID.subarray(4))],
  ['no counts at all', Buffer.from('\0')],
  ['ids of another length', Buffer.concat([folder('', '2 2'), Buffer.alloc(12), ID])],
])('damaged: %s', (_, data) => {
  expect(cachedRoot(data, 20)).toBeNull();
});
