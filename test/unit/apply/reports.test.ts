import { describe, expect, test } from 'vitest';
import { apply, type Applied } from '../../../src/core/apply/apply.ts';
import type { Decoded } from '../../../src/core/formats/decoded.ts';
import { NO_SCOPE, type Edit } from '../../../src/core/model/edit.ts';
import {
  call,
  create,
  decodedOf,
  insert,
  mode,
  remove,
  rename,
  replace,
  snapshotOf,
  write,
  type FileValue,
} from '../../support/edit-values.ts';

const T = 'first line here\nsecond line here\nthird line here\n';

const plan = (
  files: Readonly<Record<string, FileValue>>,
  edits: readonly Edit[],
  rest: Partial<Decoded> & { readonly fresh?: readonly string[] } = {},
): Applied =>
  apply(decodedOf(edits, rest), snapshotOf(files, { freshReads: new Set(rest.fresh ?? []) }), {
    repoName: 'repo',
  });

describe('notes say how a block was taken', () => {
  const noted = (applied: Applied): readonly string[] => {
    expect(applied.rejections).toEqual([]);
    return applied.notes.map(({ code, path, block }) => `${code} ${path} ${block}`);
  };

  test.each<readonly [string, string, Edit, readonly string[]]>([
    ['exactly', T, replace('a', 'first line here', 'x'), []],
    ['with its line endings', 'first line\r\nhere\r\n', replace('a', 'first line\nhere', 'x'), []],
    [
      'without its trailing blanks',
      'first line here  \n',
      replace('a', 'first line here', 'x'),
      ['matched-trailing-blanks a 1'],
    ],
    [
      'with its indentation shifted',
      '  first line here\n',
      replace('a', 'first line here', 'x'),
      ['matched-indentation a 1'],
    ],
    [
      'with its quotes made plain',
      'first \u201Cline\u201D here\n',
      replace('a', 'first "line" here', 'x'),
      ['matched-look-alikes a 1'],
    ],
    [
      'at the places that it declared',
      'same line\nsame line\n',
      replace('a', 'same line', 'x', { scope: { ...NO_SCOPE, count: 2 } }),
      ['matched-count a 1'],
    ],
    [
      'at its line',
      'same line\nsame line\n',
      replace('a', 'same line', 'x', { scope: { ...NO_SCOPE, lineHint: 2 } }),
      ['matched-line a 1'],
    ],
    [
      'with a last added line that the next one repeats, as brackets do',
      'go {\n  x\n}\n}\n',
      replace('a', '  x', '  y\n}'),
      ['repeated-boundary a 1'],
    ],
    [
      'with a last added line that stood more than once',
      'go\nthe same line\nx\nthe same line\n',
      replace('a', 'x', 'y\nthe same line'),
      ['repeated-boundary a 1'],
    ],
    ['with a last added line that is blank', 'one\n\ntwo\n', replace('a', 'one', 'x\n'), []],
  ])('%s', (_name, text, edit, notes) => {
    expect(noted(plan({ a: text }, [edit], { fresh: ['a'] }))).toEqual(notes);
  });

  test('at two places, in so many words', () => {
    const edit = replace('a', 'same line', 'x', { scope: { ...NO_SCOPE, count: 2 } });
    expect(plan({ a: 'same line\nsame line\n' }, [edit]).notes[0]?.text).toContain('2 places');
  });

  test('an edit said twice, one without effect, and one that changes an earlier one', () => {
    const edit = replace('a', 'first line here', 'changed line');
    expect(noted(plan({ a: T }, [edit, edit]))).toEqual(['repeated-edit a 2']);
    expect(
      noted(plan({ a: T }, [edit, replace('a', 'second line here', 'second line here')])),
    ).toEqual(['no-effect a 2']);
    expect(noted(plan({ a: T }, [edit, replace('a', 'changed line', 'again')]))).toEqual([
      'on-earlier-block a 2',
    ]);
    expect(noted(plan({}, [create('b', T), replace('b', 'first line here', 'x')]))).toEqual([]);
    expect(noted(plan({ a: T, b: T }, [edit, write('b', T)]))).toEqual(['no-effect b 2']);
  });

  test('a path that was not read as spelt', () => {
    const applied = plan({ 'src/a': T }, [replace('a', 'first line here', 'x')]);
    expect(applied.notes).toEqual([
      { code: 'path-bare-name', path: 'a', block: 1, text: '"a" was read as "src/a".' },
    ]);
  });

  test('another reading of a block', () => {
    const alternates = [
      { old: 'no line of it', new: 'x', why: 'line-numbers' },
      { old: 'first line here', new: 'x', why: 'html-entities' },
    ];
    expect(noted(plan({ a: T }, [replace('a', 'other', 'x', { alternates })]))).toEqual([
      'read-as-html-entities a 1',
    ]);
  });
});

describe('reports say what became of each block', () => {
  const statuses = (applied: Applied): readonly string[] =>
    applied.blocks.map(
      ({ block, status, lines }) =>
        `${block} ${status}${lines === undefined ? '' : ` ${lines.join('-')}`}`,
    );

  test.each<readonly [string, readonly Edit[], readonly string[]]>([
    ['a block', [replace('a', 'second line here\nthird line here', 'x')], ['1 would-apply 2-3']],
    ['a block of every line', [replace('a', T.trimEnd(), 'x')], ['1 would-apply 1-3']],
    [
      'a block at two places',
      [replace('a', 'x', 'y'), call('a', 'here', 'there', { scope: { ...NO_SCOPE, count: 3 } })],
      ['1 failed', '2 would-apply 1-3'],
    ],
    ['an insertion', [insert('a', 1, 'x')], ['1 would-apply 2-2']],
    ['a deletion', [remove('a')], ['1 would-apply 1-3']],
    ['a whole content', [write('a', 'x\n')], ['1 would-apply']],
    ['the same content', [write('a', T), mode('a', '100755')], ['1 no-effect', '2 would-apply']],
    ['the same mode', [mode('a', '100644'), create('b', 'x')], ['1 no-effect', '2 would-apply']],
    ['a rename', [rename('a', 'b')], ['1 would-apply']],
    [
      'a failure is never reported as anything else',
      [replace('a', 'gone line here', 'x'), write('a', 'y\n'), write('a', 'z\n')],
      ['1 failed', '2 would-apply', '3 failed'],
    ],
    [
      'blocks on earlier blocks',
      [
        replace('a', 'first line here', 'changed line'),
        replace('a', 'changed line', 'changed line'),
        replace('a', 'changed line', 'changed more'),
      ],
      ['1 would-apply 1-1', '2 no-effect', '3 would-apply'],
    ],
  ])('%s', (_name, edits, wanted) => {
    expect(statuses(plan({ a: T }, edits, { fresh: ['a'] }))).toEqual(wanted);
  });

  test('of an empty file, and of an empty deleted one', () => {
    expect(statuses(plan({ a: '' }, [remove('a')]))).toEqual(['1 would-apply 1-1']);
    expect(statuses(plan({ a: '' }, [call('a', '', 'x\n')]))).toEqual(['1 would-apply 1-1']);
  });

  test('the blocks of a change are those that made it', () => {
    const { patch } = plan({ a: T }, [
      replace('a', 'first line here', 'x'),
      replace('a', 'second line here', 'second line here'),
      replace('a', 'third line here', 'y'),
    ]);
    expect(patch?.changes[0]?.blocks).toEqual([1, 3]);
    expect(patch?.changes[0]?.regions).toHaveLength(2);
  });

  test('what is whole has no regions, what is deleted says so', () => {
    const files = { a: T, b: T, c: T };
    const { patch } = plan(files, [
      write('a', 'x\n'),
      remove('b'),
      rename('c', 'd'),
      create('e', T, '100755'),
    ]);
    expect(
      patch?.changes.map(({ path, from, isWhole, isDeclaredDeletion, regions, after }) => [
        path,
        from,
        isWhole,
        isDeclaredDeletion,
        regions.length,
        after?.mode,
      ]),
    ).toEqual([
      ['a', undefined, true, false, 0, '100644'],
      ['b', undefined, false, true, 0, undefined],
      ['d', 'c', false, false, 0, '100644'],
      ['e', undefined, true, false, 0, '100755'],
    ]);
  });

  test('the mode of the file is kept, or what the edit states', () => {
    const files = { a: { mode: '100755', bytes: T } } as const;
    const modeAfter = (edits: readonly Edit[]) => plan(files, edits).patch?.changes[0]?.after?.mode;
    expect(modeAfter([replace('a', 'first line here', 'x')])).toBe('100755');
    expect(modeAfter([replace('a', 'first line here', 'x'), mode('a', '100644')])).toBe('100644');
  });
});

test('notes in words', () => {
  const same = 'same line\nsame line\n';
  const lineHint = { scope: { ...NO_SCOPE, lineHint: 2 } };
  const edit = replace('a', 'first line here', 'changed line');
  const alternates = [{ old: 'first line here', new: 'x', why: 'html-entities' }];
  const text = (applied: Applied): readonly string[] => applied.notes.map((note) => note.text);
  expect([
    ...text(plan({ a: same }, [replace('a', 'same line', 'x', lineHint)], { fresh: ['a'] })),
    ...text(plan({ a: T }, [edit, edit])),
    ...text(plan({ a: T }, [edit, replace('a', 'second line here', 'second line here')])),
    ...text(plan({ a: T }, [edit, replace('a', 'changed line', 'again')])),
    ...text(plan({ a: T, b: T }, [edit, write('b', T)])),
    ...text(plan({ a: T }, [replace('a', 'other', 'x', { alternates })])),
    ...text(plan({ a: 'go {\n  x\n}\n}\n' }, [replace('a', '  x', '  y\n}')])),
    ...text(plan({ a: T, b: T }, [edit, write('b', 'second line here\n')])),
  ]).toEqual([
    'Its line number chose between places that are the same.',
    'The same edit stands in the response more than once; it is applied once.',
    'The old and the new text of this edit are the same.',
    'Applied to text that an earlier edit of the response made.',
    'The content is the same as the file.',
    'The old text as it is spelt stands nowhere; another reading of it stands exactly once.',
    'The last added line is the same as the line after it.',
    'A block of code that stands in this file as it is; not an edit.',
  ]);
});

test('quoted code has no effect, and a deletion is that of its block', () => {
  const edits = [write('b', 'second line here\n'), remove('a')];
  const { blocks, patch } = plan({ a: T, b: T }, edits);
  expect(blocks.map(({ block, status }) => [block, status])).toEqual([
    [1, 'no-effect'],
    [2, 'would-apply'],
  ]);
  expect(patch?.changes.map((change) => change.blocks)).toEqual([[2]]);
});
