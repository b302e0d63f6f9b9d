import { describe, expect, test } from 'vitest';
import { apply, snapshotPaths } from '../../../src/core/apply/apply.ts';
import type { Edit } from '../../../src/core/model/edit.ts';
import {
  codes,
  create,
  insert,
  remove,
  decodedOf,
  outcome,
  rename,
  replace,
  snapshotOf,
  write,
} from '../../support/edit-values.ts';
import { testOutcomes } from '../../support/outcomes.ts';

const T = 'the old text\nthe other text\n';
const OLD = 'the old text';
const LINK = { mode: '120000', bytes: 'elsewhere' } as const;

describe('new files', () => {
  testOutcomes([
    {
      name: 'under a name that a tracked file has elsewhere',
      files: { 'src/app.ts': T },
      edits: [create('app.ts', T)],
      is: { refused: ['file-missing/tracked-twin'] },
    },
    {
      name: 'that a folder stands in the way of',
      files: { 'src/app.ts': T },
      edits: [create('src', T)],
      is: { refused: ['file-exists/is-folder'] },
    },
  ]);
});

describe('renames', () => {
  testOutcomes([
    {
      name: 'onto a file',
      files: { a: T, b: T },
      edits: [rename('a', 'b')],
      is: { refused: ['file-exists/tracked'] },
    },
    {
      name: 'of what is not there',
      files: { a: T },
      edits: [rename('x', 'b')],
      is: { refused: ['file-missing/no-such-file'] },
    },
    {
      name: 'the same twice',
      files: { a: T },
      edits: [rename('a', 'b'), rename('a', 'b')],
      is: { files: { a: null, b: T } },
    },
    {
      name: 'to two names',
      files: { a: T },
      edits: [rename('a', 'b'), rename('a', 'c')],
      is: { refused: ['overlapping-edits/two-renames'] },
    },
    {
      name: 'two files to one name',
      files: { a: T, b: T },
      edits: [rename('a', 'c'), rename('b', 'c')],
      is: { refused: ['overlapping-edits/two-contents'] },
    },
    {
      name: 'edited under the old name',
      files: { a: T },
      edits: [rename('a', 'b'), replace('a', OLD, 'the new text')],
      is: { files: { a: null, b: 'the new text\nthe other text\n' } },
    },
    {
      name: 'and new content for the old name',
      files: { a: T },
      edits: [rename('a', 'b'), write('a', 'something else\n')],
      is: { refused: ['overlapping-edits/moved'] },
    },
    {
      name: 'and a new file of the old name, the other way round',
      files: { a: T },
      edits: [create('a', 'something else\n'), rename('a', 'b')],
      is: { refused: ['overlapping-edits/moved'] },
    },
    {
      name: 'that change places',
      files: { a: T, b: T },
      edits: [rename('a', 'b'), rename('b', 'a')],
      is: { refused: ['overlapping-edits/makes-way', 'overlapping-edits/makes-way'] },
    },
    {
      name: 'onto a file that moves away',
      files: { a: T, b: T },
      edits: [rename('a', 'b'), rename('b', 'c')],
      is: { refused: ['overlapping-edits/makes-way'] },
    },
    {
      name: 'onto a file that is deleted',
      files: { a: T, b: T },
      edits: [remove('b'), rename('a', 'b')],
      is: { refused: ['overlapping-edits/makes-way'] },
    },
    {
      name: 'into a folder whose place a file leaves',
      files: { a: T, b: T },
      edits: [rename('a', 'c'), create('a/x', T)],
      is: { refused: ['overlapping-edits/makes-way'] },
    },
    {
      name: 'and a new file in place of their folder',
      files: { 'a/x': T, b: T },
      edits: [rename('a/x', 'c'), create('a', T)],
      is: { refused: ['overlapping-edits/makes-way'] },
    },
    {
      name: 'and a new file in place of another folder',
      files: { 'a/x': T, b: T },
      edits: [rename('b', 'c'), create('a', T)],
      is: { refused: ['file-exists/is-folder'] },
    },
    {
      name: 'and a new file of the same name in other case',
      files: { A: T },
      edits: [rename('A', 'b'), create('a', T)],
      is: { refused: ['overlapping-edits/makes-way'] },
    },
    {
      name: 'to its own name makes no place free',
      files: { a: T, b: T },
      edits: [rename('b', 'b'), rename('a', 'b')],
      is: { refused: ['file-exists/tracked'] },
    },
    {
      name: 'into a folder of its own name',
      files: { a: T },
      edits: [rename('a', 'a/b')],
      is: { files: { a: null, 'a/b': T } },
    },
    {
      name: 'of a symlink',
      files: { a: LINK },
      edits: [rename('a', 'b')],
      is: { refused: ['file-kind-refused/symlink'] },
    },
    {
      name: 'to itself',
      files: { a: T },
      edits: [rename('a', 'a')],
      is: { refused: ['no-effective-change'] },
    },
    {
      name: 'to an ignored path',
      files: { a: T },
      edits: [rename('a', 'out')],
      rest: { ignored: new Set(['out']) },
      is: { refused: ['path-denied/ignored'] },
    },
  ]);
});

describe('new files', () => {
  testOutcomes([
    {
      name: 'that is there, the same',
      files: { a: T },
      edits: [create('a', T)],
      is: { refused: ['already-applied/identical'] },
    },
    {
      name: 'under a submodule',
      files: { sub: { mode: '160000', bytes: 'x' } },
      edits: [create('sub/a', T)],
      is: { refused: ['file-kind-refused/submodule'] },
    },
    { name: 'given by whole content', files: {}, edits: [write('a', T)], is: { files: { a: T } } },
    {
      name: 'captioned as new over a file',
      files: { a: T },
      edits: [write('a', 'x\n', { isNew: true })],
      is: { refused: ['file-exists/tracked'] },
    },
    {
      name: 'two that fold to one',
      files: {},
      edits: [create('A/x', T), create('a/y', T)],
      is: { files: { 'A/x': T, 'a/y': T } },
    },
    {
      name: 'two of one folded name',
      files: {},
      edits: [create('Ax', T), create('aX', T)],
      is: { refused: ['path-denied/collides'] },
    },
    {
      name: 'one of the folded name of a moved file',
      files: { a: T },
      edits: [rename('a', 'Bc'), create('bC', T)],
      is: { refused: ['path-denied/collides'] },
    },
    {
      name: 'one below a moved file',
      files: { a: T },
      edits: [rename('a', 'b'), create('b/c', T)],
      is: { refused: ['path-denied/collides'] },
    },
    {
      name: 'beside a tracked file of the folded name of its folder',
      files: { 'x/a': T },
      edits: [create('x/b', T), replace('x/a', OLD, 'x')],
      is: { files: { 'x/a': 'x\nthe other text\n', 'x/b': T } },
    },
    {
      name: 'one below the other',
      files: {},
      edits: [create('a', T), create('a/b', T)],
      is: { refused: ['path-denied/collides'] },
    },
    {
      name: 'below a folder spelt otherwise',
      files: { 'Src/a': T },
      edits: [create('src/b', T)],
      is: { refused: ['path-denied/collides'] },
    },
    {
      name: 'with half a character',
      files: {},
      edits: [create('a', 'x\uD800')],
      is: { refused: ['encoding-refused/surrogate'] },
    },
    {
      name: 'with a NUL',
      files: {},
      edits: [create('a', 'x\0')],
      is: { refused: ['encoding-refused/nul'] },
    },
    {
      name: 'with a lost character',
      files: {},
      edits: [create('a', 'x\uFFFD')],
      is: { refused: ['encoding-refused/replacement-character'] },
    },
    {
      name: 'twice with two contents',
      files: {},
      edits: [create('a', T), create('a', 'x\n')],
      is: { refused: ['overlapping-edits/two-contents'] },
    },
  ]);
});

describe('spelling', () => {
  test('a path that stands in two compositions is refused', () => {
    const files = { 'caf\u00E9': T, 'cafe\u0301': T };
    expect(outcome(files, [replace('caf\u00E9', OLD, 'x')]).files).toEqual({
      'caf\u00E9': 'x\nthe other text\n',
    });
    expect(
      outcome({ 'ca\u0301fe\u0301': T, 'c\u00E1fe\u0301': T }, [
        replace('c\u00E1f\u00E9', OLD, 'x'),
      ]),
    ).toEqual({
      refused: ['file-missing/several-named'],
    });
  });

  test('a whole content is that of the file of the same characters', () => {
    const files = { 'cafe\u0301': T };
    const applied = apply(
      decodedOf([write('caf\u00E9', 'the new text\n'), replace('caf\u00E9', 'the new text', 'y')]),
      snapshotOf(files),
      { repoName: '' },
    );
    expect(applied.patch?.changes.map(({ path, before }) => [path, before === null])).toEqual([
      ['cafe\u0301', false],
    ]);
    expect(applied.notes.map(({ code, block }) => [code, block])).toContainEqual([
      'path-composition',
      1,
    ]);
  });

  test.each<readonly [string, Edit]>([
    ['a block', replace('x.txt', OLD, 'x')],
    ['a rename', rename('x.txt', 'y.txt')],
    ['a whole content', write('x.txt', 'x')],
  ])('of a path that the tree spells unsafely, %s is refused', (_name, edit) => {
    for (const [path, reason] of [
      ['aux.txt', 'reserved-name'],
      ['src\\a.txt', 'reserved-name'],
      ['./a.txt', 'reserved-name'],
      ['a//b.txt', 'empty'],
    ] as const) {
      const applied = apply(
        decodedOf([{ ...edit, target: { spelt: path, path } } as Edit]),
        snapshotOf({ [path]: T }),
        { repoName: '' },
      );
      expect(codes(applied)).toEqual([`path-denied/${reason}`]);
    }
  });

  test('a path that the tree spells unsafely is refused', () => {
    const snapshot = snapshotOf({ 'aux.txt': T });
    const edit = { ...replace('x.txt', OLD, 'x'), target: { spelt: 'aux.txt', path: 'aux.txt' } };
    const applied = apply(decodedOf([edit as Edit]), snapshot, { repoName: '' });
    expect(applied.rejections.map(({ code }) => code)).toEqual(['path-denied']);
  });

  test('content that was not loaded is not edited', () => {
    const snapshot = { ...snapshotOf({ 'a.txt': T }), files: new Map() };
    const applied = apply(decodedOf([replace('a.txt', OLD, 'x')]), snapshot, { repoName: '' });
    expect(codes(applied)).toEqual(['file-kind-refused/binary']);
  });

  test('a number in a file of a bare name', () => {
    const rest = { freshReads: new Set(['src/a.txt']) };
    expect(outcome({ 'src/a.txt': T }, [insert('a.txt', 0, 'x')], rest)).toEqual({
      files: { 'src/a.txt': `x\n${T}` },
    });
  });
});

test('the paths that a snapshot needs are those named and those that may have been meant', () => {
  const { tree } = snapshotOf({
    'src/a.ts': T,
    'lib/a.ts': T,
    'src/b.ts': T,
    'src/ab.ts': T,
    'x.md': T,
  });
  const edits = [
    replace('a/src/b.ts', OLD, 'x'),
    replace('a.ts', OLD, 'x'),
    rename('x.md', 'y.md'),
    create('new.ts', T),
  ];
  const span = {
    start: 0,
    end: 1,
    firstLine: 1,
    lastLine: 1,
    kind: 'example',
    reason: '',
    path: 'src/ab.ts',
  } as const;
  const decoded = decodedOf(edits, { spans: [span] });
  expect(snapshotPaths(decoded, tree, { repoName: 'repo' })).toEqual([
    'a.ts',
    'a/src/b.ts',
    'lib/a.ts',
    'new.ts',
    'src/a.ts',
    'src/ab.ts',
    'src/b.ts',
    'x.md',
    'y.md',
  ]);
  const elsewhere = decodedOf([], { spans: [{ ...span, path: 'not-there.ts' }] });
  expect(snapshotPaths(elsewhere, tree, { repoName: 'repo' })).toEqual([]);
  const { path: _path, ...bare } = span;
  const quoted = decodedOf([], { spans: [bare, { ...span, path: 'x.md' }] });
  expect(snapshotPaths(quoted, tree, { repoName: 'repo' })).toEqual(['x.md']);
});

describe('places that edits of one response share', () => {
  testOutcomes([
    {
      name: 'tracked files of the same name but for case may both be edited',
      files: { 'src/Name': T, 'src/name': T },
      edits: [replace('src/Name', OLD, 'x'), replace('src/name', OLD, 'y')],
      is: { files: { 'src/Name': 'x\nthe other text\n', 'src/name': 'y\nthe other text\n' } },
    },
    {
      name: 'new folders that differ in case alone collide',
      files: {},
      edits: [create('folder/one', T), create('Folder/one', T)],
      is: { refused: ['path-denied/collides'] },
    },
    {
      name: 'new files of one folder do not',
      files: {},
      edits: [create('folder/one', T), create('folder/two', T)],
      is: { files: { 'folder/one': T, 'folder/two': T } },
    },
    {
      name: 'a new content for the new name of a file that moves below its old one',
      files: { a: T },
      edits: [rename('a', 'a/b'), write('a/b', 'the new text\n')],
      is: { files: { a: null, 'a/b': 'the new text\n' } },
    },
    {
      name: 'a file that moves to the name of its own folder',
      files: { 'a/x': T, 'a/y': T },
      edits: [rename('a/x', 'a')],
      is: { refused: ['file-exists/is-folder'] },
    },
    {
      name: 'a bare name is enough for a block',
      files: { 'src/only.txt': T },
      edits: [replace('only.txt', OLD, 'x')],
      is: { files: { 'src/only.txt': 'x\nthe other text\n' } },
    },
    {
      name: 'but not for a deletion',
      files: { 'src/only.txt': T },
      edits: [remove('only.txt')],
      is: { refused: ['file-missing/no-such-file'] },
    },
  ]);

  test.each<readonly [string, readonly Edit[], object]>([
    [
      'the edit that makes way is named by its number',
      [remove('a'), create('a/b', T)],
      { code: 'overlapping-edits', reason: 'makes-way', facts: { other: 1 } },
    ],
    [
      'the new name of a moved file is told to the content for its old one',
      [rename('a', 'b'), write('a', 'x\n')],
      { code: 'overlapping-edits', reason: 'moved', facts: { to: 'b' } },
    ],
  ])('%s', (_name, edits, expected) => {
    const { rejections } = apply(decodedOf(edits), snapshotOf({ a: T }), { repoName: '' });
    expect(rejections).toEqual([expect.objectContaining(expected)]);
  });
});
