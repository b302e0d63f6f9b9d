import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedLines } from '../../../src/core/apply/changed-lines.ts';
import { changedRuns } from '../../../src/core/match/changed-runs.ts';
import { patchId } from '../../../src/core/apply/patch-id.ts';
import type { FileMode } from '../../../src/core/model/edit.ts';
import type { FileChange, FileSide } from '../../../src/core/model/patch.ts';
import { target } from '../../support/edit-values.ts';

const side = (text: string | null, mode: FileMode = '100644'): FileSide | null =>
  text === null ? null : { bytes: Buffer.from(text), mode };

const changeOf = (
  before: FileSide | null,
  after: FileSide | null,
  rest: { readonly path?: string; readonly from?: string } = {},
): FileChange => ({
  path: target(rest.path ?? 'a.txt').path,
  ...(rest.from === undefined ? {} : { from: target(rest.from).path }),
  before,
  after,
  regions: [],
  blocks: [],
  isWhole: true,
  isDeclaredDeletion: false,
});

const texts = (list: readonly Buffer[]): string[] => list.map((each) => each.toString());

describe('changed lines', () => {
  test.each<readonly [string, string | null, string | null, readonly string[], readonly string[]]>([
    ['of a new file', null, 'a\nb', [], ['a\n', 'b']],
    ['of a deleted file', 'a\nb\n', null, ['a\n', 'b\n'], []],
    ['of an empty file that is filled', '', 'a\n', [], ['a\n']],
    ['of a file that is emptied', 'a\n', '', ['a\n'], []],
    ['of the same content', 'a\nb\n', 'a\nb\n', [], []],
    ['inside', 'a\nb\nc\n', 'a\nx\ny\nc\n', ['b\n'], ['x\n', 'y\n']],
    ['at both ends', 'a\nb\nc\n', 'x\nb\ny\n', ['a\n', 'c\n'], ['x\n', 'y\n']],
    ['a line that stays between', 'q\na\nb\nr\n', 'q\nb\nz\nr\n', ['a\n'], ['z\n']],
    ['one of twins', 'a\na\n', 'a\n', ['a\n'], []],
    ['of endings', 'a\r\nb\r\n', 'a\nb\r\n', ['a\r\n'], ['a\n']],
    ['of the last ending', 'a\nb', 'a\nb\n', ['b'], ['b\n']],
    [
      'of the mark, which is part of the first line',
      '\uFEFFa\nb\n',
      'a\nb\n',
      ['\uFEFFa\n'],
      ['a\n'],
    ],
    ['of a binary file', 'a\0b\nc\n', 'a\0b\nd\n', ['a\0b\nc\n'], ['a\0b\nd\n']],
    ['of a file that becomes binary', 'a\nb\n', 'a\0', ['a\nb\n'], ['a\0']],
    ['of a new binary file', null, 'a\0\nb\n', [], ['a\0\nb\n']],
    ['of a deleted binary file', 'a\0\nb\n', null, ['a\0\nb\n'], []],
    ['of the same binary content', 'a\0', 'a\0', [], []],
  ])('%s', (_name, before, after, removed, added) => {
    const change = changeOf(side(before), side(after));
    const lines = changedLines(change);
    expect({ removed: texts(lines.removed), added: texts(lines.added) }).toEqual({
      removed,
      added,
    });
    expect(changedLines(change)).toBe(lines);
  });
});

test('what both texts begin and end with makes no difference to what is found between', () => {
  const anyText = fc
    .array(fc.constantFrom('a', 'b', '', ' ', 'a\r'), { maxLength: 9 })
    .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`));
  const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      const { removed, added } = changedLines(changeOf(side(before), side(after)));
      const [old, now] = [linesOf(before), linesOf(after)];
      const runs = changedRuns(old, now);
      expect(texts(removed)).toEqual(runs.flatMap((run) => old.slice(run.fromOld, run.toOld)));
      expect(texts(added)).toEqual(runs.flatMap((run) => now.slice(run.fromNew, run.toNew)));
    }),
    { numRuns: 2000 },
  );
});

describe('the name of a patch', () => {
  const idOf = (...changes: readonly FileChange[]): string => patchId({ base: null, changes });
  const change = changeOf(side('a\nb\n'), side('a\nc\n'));

  test.each<readonly [string, FileChange]>([
    ['path', changeOf(side('a\nb\n'), side('a\nc\n'), { path: 'b.txt' })],
    ['former path', changeOf(side('a\nb\n'), side('a\nc\n'), { from: 'b.txt' })],
    ['mode', changeOf(side('a\nb\n'), side('a\nc\n', '100755'))],
    ['former mode', changeOf(side('a\nb\n', '100755'), side('a\nc\n'))],
    ['added line', changeOf(side('a\nb\n'), side('a\nd\n'))],
    ['removed line', changeOf(side('a\nd\n'), side('a\nc\n'))],
    ['line ending', changeOf(side('a\nb\n'), side('a\nc'))],
    ['direction', changeOf(side('a\nc\n'), side('a\nb\n'))],
    ['deletion', changeOf(side('b\n'), null)],
    ['creation', changeOf(null, side('c\n'))],
  ])('is another for another %s', (_name, other) => {
    expect(idOf(other)).not.toBe(idOf(change));
    expect(idOf(other, change)).not.toBe(idOf(change));
  });

  test('is another where a line moves from one field to the next', () => {
    const one = changeOf(null, side('ab\nc\n'));
    const other = changeOf(null, side('ab\n+c\n'));
    expect(idOf(one)).not.toBe(idOf(other));
    expect(idOf(changeOf(side('x\n'), null))).not.toBe(idOf(changeOf(null, side('x\n'))));
  });

  test('is another where a line is taken away than where it is put in', () => {
    const less = changeOf(side('x\nq\n'), side('q\n'));
    const more = changeOf(side('q\n'), side('x\nq\n'));
    expect(idOf(less)).not.toBe(idOf(more));
  });

  test('is another where two fields only look the same one after the other', () => {
    const one = changeOf(side('q\n'), side('q\n'), { path: 'ab', from: 'c' });
    const other = changeOf(side('q\n'), side('q\n'), { path: 'a', from: 'bc' });
    expect(idOf(one)).not.toBe(idOf(other));
  });

  test('is the same wherever the lines stand', () => {
    expect(idOf(changeOf(side('z\na\nb\nq\n'), side('z\na\nc\nq\n')))).toBe(idOf(change));
    expect(idOf(change)).toMatch(/^[0-9a-f]{64}$/);
  });
});

test('the id of a patch is the same in every version: it is kept', () => {
  const changes = [
    changeOf(null, side('one\n'), { path: 'a' }),
    changeOf(side('1\n2\n'), side('1\n3\n'), { path: 'b', from: 'c' }),
    changeOf(side('gone\n'), null, { path: 'd' }),
  ];
  expect(patchId({ base: null, changes })).toBe(
    'ae328dd2fbad2d666f3a0bc03e4e4359295b3dd9f6ba07c7bb87a4aaadb65d4e',
  );
});
