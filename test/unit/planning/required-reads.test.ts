import { expect, test } from 'vitest';
import { editedPaths } from '../../../src/core/planning/edit-paths.ts';
import { requiredReads } from '../../../src/core/planning/required-reads.ts';
import { decodedOf, insert, replace, snapshotOf, write } from '../../support/edit-values.ts';

test.each([
  ['a whole file over an existing one', write('a.txt', 'x\n'), {}, ['whole-file']],
  ['a number-only edit of an existing file', insert('a.txt', 1, 'x\n'), {}, ['number-only']],
  ['a whole file that was read', write('a.txt', 'x\n'), { fresh: ['a.txt'] }, []],
  ['a number in a window that was read', insert('a.txt', 1, 'x\n'), { window: [1, 2] }, []],
  ['a number past the window', insert('a.txt', 1, 'x\n'), { window: [2, 2] }, ['number-only']],
  ['a whole file, and a window', write('a.txt', 'x\n'), { window: [1, 2] }, ['whole-file']],
  ['a read that is refused as stale', write('a.txt', 'x\n'), { stale: ['a.txt'] }, []],
  ['a new file', write('b.txt', 'x\n'), {}, []],
  ['an anchored edit', replace('a.txt', 'one', 'x'), {}, []],
  ['a bare name', insert('deep.txt', 1, 'x\n'), {}, ['number-only']],
  ['a bare name that was read', insert('deep.txt', 1, 'x\n'), { fresh: ['src/deep.txt'] }, []],
] as const)('%s', (_name, edit, read, reasons) => {
  const {
    fresh = [],
    window,
    stale = [],
  } = read as {
    fresh?: string[];
    window?: [number, number];
    stale?: string[];
  };
  const windows = window === undefined ? [] : [{ first: window[0], last: window[1], at: 1 }];
  const snapshot = snapshotOf(
    { 'a.txt': 'one\ntwo\n', 'src/deep.txt': 'one\n' },
    { freshReads: new Set(fresh), freshWindows: new Map([['a.txt', windows]]) },
  );
  const decoded = decodedOf([edit]);
  const edited = editedPaths(decoded.edits, snapshot.tree, 'repo');
  const rejections = stale.map((path) => ({ code: 'stale-read', path }) as const);
  const found = requiredReads(decoded, edited, { snapshot, rejections });
  expect(found).toEqual(
    reasons.map((reason) => ({
      code: 'read-required',
      reason,
      path: edit.target.path,
      block: 1,
      responseLines: [1, 8],
    })),
  );
});
