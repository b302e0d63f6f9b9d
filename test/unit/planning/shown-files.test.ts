import { describe, expect, test } from 'vitest';
import type { Rejection } from '../../../src/core/model/rejection.ts';
import type { BlockReport } from '../../../src/core/model/report.ts';
import { shownFiles } from '../../../src/core/planning/shown-files.ts';

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('');
const file = (path: string, text: string | Uint8Array) => ({
  path,
  bytes: typeof text === 'string' ? Buffer.from(text) : text,
});
const at = (path: string, ...lines: readonly number[]): Rejection => ({
  code: 'stale-anchor',
  path,
  lines,
});
const shown = (
  files: readonly ReturnType<typeof file>[],
  rejections: readonly Rejection[] = [],
  blocks: readonly BlockReport[] = [],
) =>
  shownFiles(files, { rejections, blocks }).map(
    ({ path, firstLine, lines, lineCount, isWhole }) =>
      `${path} ${firstLine}-${firstLine + lines.length - 1}/${lineCount}${isWhole ? ' whole' : ''}`,
  );

test('a small file is shown whole, line for line', () => {
  expect(shownFiles([file('a', '\ufeffone\r\ntwo')], { rejections: [], blocks: [] })).toEqual([
    { path: 'a', firstLine: 1, lineCount: 2, lines: ['one', 'two'], isWhole: true },
  ]);
});

describe('of a longer one the lines around what was refused are shown', () => {
  const long = file('a', numbered(300));
  const sides = {
    read: { path: 'a', firstLine: 9, lines: [] },
    landed: { path: 'a', firstLine: 200, lines: ['x', 'y'] },
    yours: { path: 'a', firstLine: 9, lines: [] },
  };
  test.each<readonly [string, readonly Rejection[], readonly string[]]>([
    ['nothing about it', [at('b', 5)], []],
    ['one place', [at('a', 100)], ['a 92-108/300']],
    ['at the start', [at('a', 2)], ['a 1-10/300']],
    ['past the end', [at('a', 999)], ['a 292-300/300']],
    ['places that meet are one', [at('a', 100, 110)], ['a 92-118/300']],
    ['places apart', [at('a', 20, 100)], ['a 12-28/300', 'a 92-108/300']],
    [
      'three at most',
      [at('a', 20, 100, 200, 280)],
      ['a 12-28/300', 'a 92-108/300', 'a 192-208/300'],
    ],
    [
      'the landed side of a conflict',
      [{ code: 'merge-conflict', path: 'a', sides }],
      ['a 192-209/300'],
    ],
    [
      'the closest region',
      [
        {
          code: 'stale-anchor',
          path: 'a',
          excerpt: { path: 'a', firstLine: 50, lines: ['', '', ''] },
        },
      ],
      ['a 42-60/300'],
    ],
  ])('%s', (_name, rejections, expected) => {
    expect(shown([long], rejections)).toEqual(expected);
  });

  test('and around what edits found their place at', () => {
    const block: BlockReport = {
      block: 1,
      path: 'a',
      format: 'x',
      responseLines: [1, 2],
      status: 'would-apply',
      lines: [150, 151],
    };
    expect(shown([long], [], [block])).toEqual(['a 142-159/300']);
  });
});

test('what cannot be shown as it is is left out, and there is an end to it', () => {
  expect(shown([file('empty', '')])).toEqual([]);
  expect(shown([file('binary', new Uint8Array([1, 0]))])).toEqual([]);
  expect(shown([file('latin', new Uint8Array([0xe9, 10]))])).toEqual([]);
  expect(shown([file('hidden', 'a\u202eb\n')])).toEqual([]);
  expect(shown([file('tabs', '\ta\n')])).toEqual(['tabs 1-1/1 whole']);
  expect(shown([file('wide', 'x'.repeat(1_001))])).toEqual([]);
  const four = ['a', 'b', 'c', 'd'].map((path) => file(path, numbered(150)));
  expect(shown(four)).toEqual(['a 1-150/150 whole', 'b 1-150/150 whole']);
});
