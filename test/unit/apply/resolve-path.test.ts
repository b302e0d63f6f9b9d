import { describe, expect, test } from 'vitest';
import { nearNames } from '../../../src/core/apply/near-names.ts';
import { placeRefusal } from '../../../src/core/apply/new-path.ts';
import {
  candidatePaths,
  resolveForContent,
  resolveForReplace,
  resolveTracked,
  strippedPaths,
  type AbsentPath,
  type MissingPath,
  type TrackedPath,
} from '../../../src/core/apply/resolve-path.ts';
import { foldersOf, TreeIndex, treeIndex } from '../../../src/core/apply/tree-index.ts';
import { asOid } from '../../../src/core/model/ids.ts';
import type { FileMode } from '../../../src/core/model/edit.ts';
import type { TreeEntry } from '../../../src/core/model/patch.ts';
import { target } from '../../support/edit-values.ts';

const entry = (path: string, mode: FileMode = '100644'): TreeEntry => ({
  path,
  mode,
  oid: asOid('1'.repeat(40)),
});

const indexOf = (...paths: readonly string[]): TreeIndex =>
  new TreeIndex(paths.map((path) => entry(path)));

const inWords = (resolved: TrackedPath | MissingPath | AbsentPath): string => {
  if (resolved.kind === 'tracked')
    return `${resolved.entry.path}${resolved.note === undefined ? '' : ` by ${resolved.note}`}`;
  return resolved.kind === 'absent'
    ? `absent ${resolved.path}`
    : `${resolved.reason}: ${resolved.candidates.join()}`;
};

const TREE = indexOf(
  'a/only.ts',
  'docs/README.md',
  'lib/index.ts',
  'lib/one.ts',
  'packages/lib/index.ts',
  'packages/lib/util.ts',
  'path/to/both.ts',
  'src/app.ts',
  'src/index.ts',
  'to/both.ts',
);

describe('a path of', () => {
  test.each<readonly [string, string, string, string]>([
    // spelt, for a replacement, for a content, for what must be tracked
    ['src/app.ts', 'src/app.ts', 'src/app.ts', 'src/app.ts'],
    [
      'a/src/app.ts',
      'src/app.ts by prefix',
      'tracked-twin: src/app.ts',
      'no-such-file: src/app.ts',
    ],
    [
      'b/src/app.ts',
      'src/app.ts by prefix',
      'tracked-twin: src/app.ts',
      'no-such-file: src/app.ts',
    ],
    [
      'path/to/src/app.ts',
      'src/app.ts by prefix',
      'tracked-twin: src/app.ts',
      'no-such-file: src/app.ts',
    ],
    [
      'packages/src/app.ts',
      'src/app.ts by prefix',
      'tracked-twin: src/app.ts',
      'no-such-file: src/app.ts',
    ],
    ['c/src/app.ts', 'no-such-file: src/app.ts', 'absent c/src/app.ts', 'no-such-file: src/app.ts'],
    ['a/nothing.ts', 'no-such-file: ', 'absent a/nothing.ts', 'no-such-file: '],
    ['a/only.ts', 'a/only.ts', 'a/only.ts', 'a/only.ts'],
    ['app.ts', 'src/app.ts by bare-name', 'tracked-twin: src/app.ts', 'no-such-file: src/app.ts'],
    [
      'index.ts',
      'several-named: lib/index.ts,packages/lib/index.ts,src/index.ts',
      'tracked-twin: lib/index.ts,packages/lib/index.ts,src/index.ts',
      'no-such-file: lib/index.ts,packages/lib/index.ts,src/index.ts',
    ],
    ['nothing.ts', 'no-such-file: ', 'absent nothing.ts', 'no-such-file: '],
    ['src/App.ts', 'case: src/app.ts', 'absent src/App.ts', 'case: src/app.ts'],
    ['Src/other.ts', 'no-such-file: ', 'absent Src/other.ts', 'no-such-file: '],
    ['src/apq.ts', 'no-such-file: src/app.ts', 'absent src/apq.ts', 'no-such-file: src/app.ts'],
  ])('%s', (spelt, forReplace, forContent, tracked) => {
    const path = target(spelt);
    expect(inWords(resolveForReplace(TREE, path, 'packages'))).toBe(forReplace);
    expect(inWords(resolveForContent(TREE, path, 'packages'))).toBe(forContent);
    expect(inWords(resolveTracked(TREE, path))).toBe(tracked);
  });

  test('two prefixes that both lead to a file choose none', () => {
    const index = indexOf('b/x.ts', 'x.ts');
    expect(inWords(resolveForReplace(index, target('a/b/x.ts'), ''))).toBe('b/x.ts by prefix');
    expect(strippedPaths('a/x', 'a')).toEqual(['x', 'x']);
    const both = indexOf('src/x.ts');
    expect(inWords(resolveForReplace(both, target('a/src/x.ts'), 'a'))).toBe(
      'several-named: src/x.ts,src/x.ts',
    );
  });

  test('prefixes are whole folders, and never all of the path', () => {
    expect(strippedPaths('a/b/c', '')).toEqual(['b/c']);
    expect(strippedPaths('repo/c', 'repo')).toEqual(['c']);
    expect(strippedPaths('repo/c', '')).toEqual([]);
    expect(strippedPaths('repository/c', 'repo')).toEqual([]);
    expect(strippedPaths('a/', '')).toEqual([]);
  });

  test('another composition of the same characters is that file; two of them are none', () => {
    const index = indexOf('cafe\u0301.ts');
    expect(inWords(resolveTracked(index, target('caf\u00E9.ts')))).toBe(
      'cafe\u0301.ts by composition',
    );
  });
});

test('what a path may have meant is loaded with it', () => {
  expect(candidatePaths(TREE, target('src/app.ts'), '')).toEqual(['src/app.ts']);
  expect(candidatePaths(TREE, target('a/src/app.ts'), '')).toEqual([
    'a/src/app.ts',
    'src/app.ts',
    'src/app.ts',
    'src/app.ts',
  ]);
  const many = indexOf(...Array.from({ length: 12 }, (_, at) => `${at}/x.ts`));
  expect(candidatePaths(many, target('x.ts'), '')).toHaveLength(1 + 8 + 3);
  const composed = indexOf('cafe\u0301.ts');
  expect(candidatePaths(composed, target('caf\u00E9.ts'), '')).toContain('cafe\u0301.ts');
});

describe('names that are near', () => {
  test('the same name elsewhere first, three at most', () => {
    expect(nearNames(TREE, 'index.ts')).toEqual([
      'lib/index.ts',
      'packages/lib/index.ts',
      'src/index.ts',
    ]);
    expect(nearNames(indexOf('a/x.ts', 'b/x.ts', 'c/x.ts', 'd/x.ts'), 'x.ts')).toEqual([
      'a/x.ts',
      'b/x.ts',
      'c/x.ts',
    ]);
    expect(nearNames(indexOf('a/x.ts', 'b/x.ts', 'b/y.ts'), 'z/x.ts')).toEqual([
      'a/x.ts',
      'b/x.ts',
      'b/y.ts',
    ]);
  });

  test('then the fewest slips, and among those the same folder', () => {
    expect(nearNames(indexOf('a/main1.ts', 'b/main1.ts', 'b/maim3.ts'), 'b/main2.ts')).toEqual([
      'b/main1.ts',
      'a/main1.ts',
      'b/maim3.ts',
    ]);
  });

  test.each([
    ['two slips', 'src/maim3.ts', 1],
    ['three slips', 'src/maim34.ts', 0],
    ['another case', 'src/MAIN.TS', 1],
    ['two characters more', 'src/mainly.ts', 1],
    ['three characters more', 'src/mainlyx.ts', 0],
    ['two characters fewer', 'src/in.ts', 1],
    ['a name longer than any', `src/${'m'.repeat(300)}.ts`, 0],
  ])('%s', (_name, path, count) => {
    expect(nearNames(indexOf('src/main.ts'), path)).toHaveLength(count);
  });
});

describe('a new file', () => {
  const tree = [
    entry('Docs/a.md'),
    entry('file'),
    entry('link', '120000'),
    entry('module', '160000'),
    entry('src/deep/x.ts'),
    entry('src/y.ts'),
  ];
  const refusal = (path: string, moving?: string): string | null => {
    const context = {
      index: new TreeIndex(tree),
      ignored: new Set(['out/x']),
      ...(moving === undefined ? {} : { moving }),
    };
    const refused = placeRefusal(path, context);
    if (refused === null) return null;
    const other = refused.rest.facts?.['other'];
    return `${refused.code}/${refused.rest.reason}${other === undefined ? '' : ` ${String(other)}`}`;
  };

  test.each<readonly [string, string | undefined, string | null]>([
    ['src/new.ts', undefined, null],
    ['new/new.ts', undefined, null],
    ['src/y.ts', undefined, 'file-exists/tracked'],
    ['src/y.ts', 'src/y.ts', null],
    ['file/x', undefined, 'file-exists/parent-is-file file'],
    ['file/deep/x', undefined, 'file-exists/parent-is-file file'],
    ['file/x', 'file', null],
    ['link/x', undefined, 'file-kind-refused/symlink link'],
    ['module/x', undefined, 'file-kind-refused/submodule module'],
    ['src', undefined, 'file-exists/is-folder'],
    ['src/deep', undefined, 'file-exists/is-folder'],
    ['src/dee', undefined, null],
    ['docs/b.md', undefined, 'path-denied/collides Docs'],
    ['SRC/DEEP/z.ts', undefined, 'path-denied/collides src'],
    ['src/Y.ts', undefined, 'path-denied/collides src/y.ts'],
    ['src/Y.ts', 'src/y.ts', null],
    ['src/Y.ts', 'file', 'path-denied/collides src/y.ts'],
    ['SRC/y.ts', 'src/y.ts', 'path-denied/collides src'],
    ['out/x', undefined, 'path-denied/ignored'],
    ['out/y', undefined, null],
  ])('%s, moving %s: %s', (path, moving, is) => {
    expect(refusal(path, moving)).toBe(is);
  });
});

test('folders of a path, outermost first; one index per tree', () => {
  expect(foldersOf('a/b/c')).toEqual(['a', 'a/b']);
  expect(foldersOf('c')).toEqual([]);
  const tree = [entry('a')];
  expect(treeIndex(tree)).toBe(treeIndex(tree));
  expect(treeIndex([entry('a')])).not.toBe(treeIndex(tree));
});

describe('what is missing, whole', () => {
  const TWICE = indexOf('ca\u0301fe\u0301', 'c\u00E1fe\u0301');
  test.each<readonly [string, () => TrackedPath | MissingPath | AbsentPath, MissingPath]>([
    [
      'in two compositions',
      () => resolveTracked(TWICE, target('c\u00E1f\u00E9')),
      {
        kind: 'missing',
        reason: 'several-named',
        candidates: ['ca\u0301fe\u0301', 'c\u00E1fe\u0301'],
      },
    ],
    [
      'behind two prefixes',
      () => resolveForReplace(indexOf('b/x.ts', 'x.ts', 'path/to/y'), target('a/b/x.ts'), 'a/b'),
      { kind: 'missing', reason: 'several-named', candidates: ['b/x.ts', 'x.ts'] },
    ],
    [
      'by a bare name that two files have',
      () => resolveForReplace(indexOf('a/x.ts', 'b/x.ts'), target('x.ts'), ''),
      { kind: 'missing', reason: 'several-named', candidates: ['a/x.ts', 'b/x.ts'] },
    ],
    [
      'but for its case',
      () => resolveTracked(indexOf('src/App.ts'), target('src/app.ts')),
      { kind: 'missing', reason: 'case', candidates: ['src/App.ts'] },
    ],
    [
      'with a near name',
      () => resolveTracked(indexOf('src/app.ts'), target('src/apt.ts')),
      { kind: 'missing', reason: 'no-such-file', candidates: ['src/app.ts'] },
    ],
    [
      'where a new file is the twin of a tracked one',
      () => resolveForContent(indexOf('src/app.ts'), target('app.ts'), ''),
      { kind: 'missing', reason: 'tracked-twin', candidates: ['src/app.ts'] },
    ],
  ])('%s', (_name, resolve, expected) => {
    expect(resolve()).toEqual(expected);
  });

  test('a prefix is dropped only where a file is there without it', () => {
    const index = indexOf('b/x.ts');
    expect(inWords(resolveForReplace(index, target('a/b/x.ts'), 'a/b'))).toBe('b/x.ts by prefix');
    expect(candidatePaths(index, target('a/b/x.ts'), 'a/b')).toEqual([
      'a/b/x.ts',
      'b/x.ts',
      'b/x.ts',
      'b/x.ts',
    ]);
  });

  test('no more names are given than help, the same name first', () => {
    const names = nearNames(indexOf('d/x1.ts', 'd/x2.ts', 'd/x3.ts', 'e/x.ts'), 'd/x.ts');
    expect(names).toEqual(['e/x.ts', 'd/x1.ts', 'd/x2.ts']);
  });
});
