import { expect, test } from 'vitest';
import { isShortOfRoom } from '../../../src/gates/require-room.ts';

const MB = 1024 * 1024;
const SAID = "dd: error writing 'build.out': No space left on device";

test.each([
  ['nothing is left', 0, 100, 'exit 1', true],
  ['next to nothing is left', 3, 100, 'exit 1', true],
  ['no file can be made', 5_000, 0, 'exit 1', true],
  ['little is left, and the command says that it met the end', 300, 100, SAID, true],
  ['as above, as programs of Node say it', 300, 100, 'Error: ENOSPC: no space left', true],
  ['little is left, and the command says something else', 300, 100, 'a.ts:1: wrong', false],
  ['much is left, whatever the command says', 5_000, 100, SAID, false],
])('a command fails where %s', (_, freeMb, ffree, output, expected) => {
  const stats = { bavail: freeMb, bsize: MB, files: 200, ffree };
  expect(isShortOfRoom(stats, output)).toBe(expected);
});

test('a file system that counts no files has none too few', () => {
  const stats = { bavail: 5_000, bsize: MB, files: 0, ffree: 0 };
  expect(isShortOfRoom(stats, 'exit 1')).toBe(false);
});
