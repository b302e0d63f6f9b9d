import { describe, expect, test } from 'vitest';
import { apply, type Applied } from '../../../src/core/apply/apply.ts';
import type { Decoded } from '../../../src/core/formats/decoded.ts';
import { NO_SCOPE, type Edit } from '../../../src/core/model/edit.ts';
import {
  call,
  create,
  decodedOf,
  hunk,
  insert,
  remove,
  replace,
  snapshotOf,
  write,
  type FileValue,
} from '../../support/edit-values.ts';

const plan = (
  files: Readonly<Record<string, FileValue>>,
  edits: readonly Edit[],
  rest: Partial<Decoded> & { readonly fresh?: readonly string[] } = {},
): Applied =>
  apply(decodedOf(edits, rest), snapshotOf(files, { freshReads: new Set(rest.fresh ?? []) }), {
    repoName: 'repo',
  });

/** What every refusal of the first edit says, of a file `a`. */
const FIRST = { path: 'a', block: 1, responseLines: [1, 8] };

describe('a refusal says all that it knows', () => {
  test.each<readonly [string, readonly Edit[], readonly object[]]>([
    [
      'twins',
      [replace('a', 'same line here', 'x')],
      [
        {
          code: 'ambiguous-anchor',
          reason: 'twins',
          lines: [2, 4],
          facts: { found: 2, rung: 'exact' },
        },
      ],
    ],
    [
      'another count',
      [replace('a', 'same line here', 'x', { scope: { ...NO_SCOPE, count: 3 } })],
      [
        {
          code: 'ambiguous-anchor',
          reason: 'count',
          lines: [2, 4],
          facts: { found: 2, rung: 'exact', declared: 3 },
        },
      ],
    ],
    [
      'every one, loosely',
      [replace('a', '  same line here', 'x', { scope: { ...NO_SCOPE, count: 'every' } })],
      [
        {
          code: 'ambiguous-anchor',
          reason: 'count',
          lines: [2, 4],
          facts: { found: 2, rung: 'indentation' },
        },
      ],
    ],
    [
      'an anchor that is missing',
      [hunk('a', '-same line here\n+x', { scope: { ...NO_SCOPE, anchors: ['gone'] } })],
      [
        {
          code: 'stale-anchor',
          reason: 'anchor-missing',
          lines: [],
          facts: { anchor: 'gone' },
        },
      ],
    ],
    [
      'an addition under an anchor with twins',
      [hunk('a', '+x', { scope: { ...NO_SCOPE, anchors: ['same line here'] } })],
      [
        {
          code: 'ambiguous-anchor',
          reason: 'anchor-twins',
          lines: [2, 4],
          facts: { found: 2, rung: 'exact', anchor: 'same line here' },
        },
      ],
    ],
    [
      'two blocks over each other',
      [replace('a', 'one line here\nsame line here', 'x'), replace('a', 'one line here', 'y')],
      [
        {
          code: 'overlapping-edits',
          reason: 'same-lines',
          lines: [1],
          facts: { other: 2 },
        },
        {
          code: 'overlapping-edits',
          path: 'a',
          block: 2,
          responseLines: [11, 18],
          reason: 'same-lines',
          lines: [1],
          facts: { other: 1 },
        },
      ],
    ],
    [
      'a number without a read',
      [insert('a', 2, 'x')],
      [
        {
          code: 'read-required',
          reason: 'number-only',
          lines: [2],
        },
      ],
    ],
    [
      'a number out of the file',
      [insert('fresh', 9, 'x')],
      [
        {
          code: 'stale-anchor',
          path: 'fresh',
          reason: 'line-out-of-range',
          facts: { line: 9, count: 1 },
        },
      ],
    ],
    [
      'two numbers',
      [insert('fresh', 0, 'x'), insert('fresh', 1, 'y')],
      [
        { code: 'malformed-edit', path: 'fresh', reason: 'several-numbers', lines: [0] },
        {
          code: 'malformed-edit',
          path: 'fresh',
          block: 2,
          responseLines: [11, 18],
          reason: 'several-numbers',
          lines: [1],
        },
      ],
    ],
    [
      'an addition that stands already',
      [hunk('a', ' one line here\n+same line here')],
      [{ code: 'already-applied', reason: 'at-site', lines: [1] }],
    ],
    [
      'a number in a file that the response makes',
      [create('made', 'x\n'), insert('made', 1, 'y')],
      [
        {
          code: 'read-required',
          path: 'made',
          block: 2,
          responseLines: [11, 18],
          reason: 'number-only',
          lines: [1],
        },
      ],
    ],
    [
      'an addition without context',
      [hunk('a', '+x')],
      [{ code: 'stale-anchor', reason: 'no-context' }],
    ],
    [
      'nothing to look for',
      [call('a', '', 'x')],
      [{ code: 'malformed-edit', reason: 'empty-search' }],
    ],
    [
      'a deletion and an edit',
      [remove('a'), replace('a', 'one line here', 'x')],
      [
        {
          code: 'overlapping-edits',
          path: 'a',
          block: 2,
          responseLines: [11, 18],
          reason: 'deleted',
          facts: { other: 1 },
        },
      ],
    ],
    [
      'two whole contents',
      [write('a', 'p\n'), write('a', 'q\n')],
      [
        {
          code: 'overlapping-edits',
          path: 'a',
          block: 2,
          responseLines: [11, 18],
          reason: 'two-contents',
          facts: { other: 1 },
        },
      ],
    ],
    [
      'a whole content and a block of the original',
      [replace('a', 'one line here', 'x'), write('a', 'y\n')],
      [
        {
          code: 'overlapping-edits',
          reason: 'whole-file',
          facts: { other: 2 },
        },
      ],
    ],
    [
      'a last added line that the next one repeats',
      [replace('a', 'the middle one', 'x\nthe last of them')],
      [
        {
          code: 'malformed-edit',
          reason: 'repeated-boundary',
          lines: [6],
          facts: { line: 'the last of them', next: 'the last of them' },
        },
      ],
    ],
    [
      'left-out code',
      [replace('a', 'the middle one', 'x\n// ... rest of the code unchanged ...')],
      [
        {
          code: 'elided-content',
          facts: { line: '// ... rest of the code unchanged ...' },
        },
      ],
    ],
    [
      'a file that is not there',
      [replace('b', 'one line here', 'x')],
      [
        {
          code: 'file-missing',
          path: 'b',
          reason: 'no-such-file',
          facts: { candidates: ['a'], elsewhere: 'a' },
        },
      ],
    ],
    [
      'two new files that fold to one',
      [create('Bc', 'x\n'), create('bC', 'y\n')],
      [
        {
          code: 'path-denied',
          path: 'Bc',
          reason: 'collides',
          facts: { other: 'bC' },
        },
      ],
    ],
    [
      'an illustration of a longer file',
      [write('long', 'a line\nof its own\n')],
      [
        {
          code: 'content-dropped',
          path: 'long',
          reason: 'illustration',
          facts: { lines: 2, fileLines: 20 },
        },
      ],
    ],
  ])('%s', (_name, edits, wanted) => {
    const a =
      'one line here\nsame line here\nx\nsame line here\nthe middle one\nthe last of them\n';
    const long = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('');
    const applied = plan({ a, long, fresh: 'x\n' }, edits, { fresh: ['fresh'] });
    expect(applied.rejections).toEqual(wanted.map((each) => ({ ...FIRST, ...each })));
    expect(applied.patch).toBeNull();
  });

  test('at most fifty lines, and how many there are', () => {
    const [refusal] = plan({ a: 'same line\n'.repeat(70) }, [
      replace('a', 'same line', 'x'),
    ]).rejections;
    expect(refusal?.lines).toHaveLength(50);
    expect(refusal?.facts?.['found']).toBe(70);
  });
});
