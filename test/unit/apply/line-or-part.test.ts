import { describe, expect, test } from 'vitest';
import { apply } from '../../../src/core/apply/apply.ts';
import type { Edit } from '../../../src/core/model/edit.ts';
import { NO_SCOPE } from '../../../src/core/model/edit.ts';
import { call, decodedOf, hunk, replace, snapshotOf } from '../../support/edit-values.ts';
import { testOutcomes } from '../../support/outcomes.ts';

const LINE = 'x = the old part of it;\n';
const OLD = 'the old part';
const nowhere = { refused: ['stale-anchor/nowhere'] };

describe('a block of one line', () => {
  testOutcomes([
    {
      name: 'may stand inside a line',
      files: { a: LINE },
      edits: [replace('a', OLD, 'a new one')],
      is: { files: { a: 'x = a new one of it;\n' } },
    },
    {
      name: 'may be taken out of a line',
      files: { a: LINE },
      edits: [replace('a', `${OLD} `, '')],
      is: { files: { a: 'x = of it;\n' } },
    },
    {
      name: 'goes to a whole line first',
      files: { a: `${LINE}${OLD}\n` },
      edits: [replace('a', OLD, 'new')],
      is: { files: { a: `${LINE}new\n` } },
    },
    {
      name: 'inside two lines is in none',
      files: { a: LINE + LINE },
      edits: [replace('a', OLD, 'new')],
      is: { refused: ['ambiguous-anchor/twins'] },
    },
    {
      name: 'that begins inside a word',
      files: { a: LINE },
      edits: [replace('a', 'he old part of', 'new')],
      is: { refused: ['stale-anchor/cuts-word'] },
    },
    {
      name: 'that begins with a number after a letter',
      files: { a: 'v1234567890 of it\n' },
      edits: [replace('a', '1234567890', '2')],
      is: { refused: ['stale-anchor/cuts-word'] },
    },
    {
      name: 'of nine characters stands in no part',
      files: { a: 'x = 123456789;\n' },
      edits: [replace('a', '123456789', '2')],
      is: nowhere,
    },
    {
      name: 'of ten characters may',
      files: { a: 'x = 1234567890;\n' },
      edits: [replace('a', '1234567890', '2')],
      is: { files: { a: 'x = 2;\n' } },
    },
    {
      name: 'of whole lines stands in no part',
      files: { a: LINE },
      edits: [replace('a', OLD, 'new', { unit: 'lines' })],
      is: nowhere,
    },
    {
      name: 'with tags stands in no part',
      files: { a: LINE },
      edits: [hunk('a', `-${OLD}\n+new`, { unit: 'line-or-part' })],
      is: nowhere,
    },
    {
      name: 'under an anchor stands in no part',
      files: { a: `head {\n  ${LINE}}\n` },
      edits: [replace('a', OLD, 'new', { scope: { ...NO_SCOPE, anchors: ['head {'] } })],
      is: nowhere,
    },
    {
      name: 'at the end stands in no part',
      files: { a: LINE },
      edits: [replace('a', OLD, 'new', { scope: { ...NO_SCOPE, atEnd: true } })],
      is: nowhere,
    },
    {
      name: 'at the start stands in no part',
      files: { a: LINE },
      edits: [replace('a', OLD, 'new', { scope: { ...NO_SCOPE, atStart: true } })],
      is: nowhere,
    },
    {
      name: 'and another stand in no part',
      files: { a: 'first line here\nthe second part and more\n' },
      edits: [replace('a', 'first line here\nthe second part', 'new')],
      is: nowhere,
    },
    {
      name: 'that opens a literal is not shifted, nor taken for a part',
      files: { a: '  a = `text here\n  `;\n' },
      edits: [replace('a', 'a = `text here', 'b = `text here')],
      is: { refused: ['stale-anchor/literal'] },
    },
    {
      name: 'that is replaced by a literal is not shifted either',
      files: { a: '  a = text here\n' },
      edits: [replace('a', 'a = text here', 'a = `text\nhere`')],
      is: { refused: ['stale-anchor/literal'] },
    },
    {
      name: 'in a literal that is not shifted is replaced',
      files: { a: 'a = `text here\n`;\n' },
      edits: [replace('a', 'a = `text here', 'b = `text here')],
      is: { files: { a: 'b = `text here\n`;\n' } },
    },
  ]);
});

describe('a call', () => {
  testOutcomes([
    {
      name: 'with twins as characters is not looked for as lines',
      files: { a: 'a line here\n  a line here\n' },
      edits: [call('a', 'a line here', 'x')],
      is: { refused: ['ambiguous-anchor/twins'] },
    },
    {
      name: 'may change a number after a letter',
      files: { a: 'v1 of it\n' },
      edits: [call('a', '1', '2')],
      is: { files: { a: 'v2 of it\n' } },
    },
    {
      name: 'closed, in an open file, before its end',
      files: { a: '(one)\n(two)' },
      edits: [call('a', '(one)\n', '[1]\n')],
      is: { files: { a: '[1]\n(two)' } },
    },
    {
      name: 'closed, at the open end',
      files: { a: '(one)\n(two)' },
      edits: [call('a', '(two)\n', '[2]\n')],
      is: { files: { a: '(one)\n[2]' } },
    },
    {
      name: 'closed, at the open end, by open text',
      files: { a: '(one)\n(two)' },
      edits: [call('a', '(two)\n', '[2]')],
      is: { files: { a: '(one)\n[2]' } },
    },
    {
      name: 'closed, at the closed end',
      files: { a: '(one)\n' },
      edits: [call('a', '(one)\n', '[1]\n')],
      is: { files: { a: '[1]\n' } },
    },
    {
      name: 'open, at the open end, by closed text',
      files: { a: '(one)' },
      edits: [call('a', '(one)', '[1]\n')],
      is: { files: { a: '[1]\n' } },
    },
    {
      name: 'open, at the end of a closed file',
      files: { a: '(one)\n' },
      edits: [call('a', '(one)', '[1]')],
      is: { files: { a: '[1]\n' } },
    },
  ]);
});

describe('how the place was proven', () => {
  const proofs = (file: string, edit: Edit, fresh: readonly string[] = []): readonly unknown[] => {
    const snapshot = snapshotOf({ a: file }, { freshReads: new Set(fresh) });
    const { patch } = apply(decodedOf([edit]), snapshot, { repoName: '' });
    return patch?.changes[0]?.regions.flatMap(({ anchors }) => anchors) ?? [];
  };
  const T = 'head {\n  first line here\n}\ntail\n';

  test.each<readonly [string, Edit, object]>([
    [
      'by its text',
      replace('a', '  first line here', 'x'),
      { by: 'text', count: 1, isLines: true, scope: [[0, 32]], start: 7, end: 25 },
    ],
    [
      'by its characters',
      call('a', 'first line', 'x'),
      { by: 'text', count: 1, isLines: false, scope: [[0, 32]], start: 9, end: 19 },
    ],
    [
      'under an anchor',
      hunk('a', '-  first line here\n+x', { scope: { ...NO_SCOPE, anchors: ['head {'] } }),
      { by: 'text', count: 1, isLines: true, scope: [[0, 27]], start: 7, end: 25 },
    ],
    [
      'as an addition under an anchor',
      hunk('a', '+x', { scope: { ...NO_SCOPE, anchors: ['tail'] } }),
      { by: 'text', count: 1, isLines: true, scope: [[27, 32]], start: 27, end: 32 },
    ],
    [
      'at the end',
      hunk('a', '+x', { scope: { ...NO_SCOPE, atEnd: true } }),
      { by: 'edge', count: 1, isLines: true, scope: [], start: 32, end: 32 },
    ],
    [
      'at the start',
      hunk('a', '+x', { scope: { ...NO_SCOPE, atStart: true } }),
      { by: 'edge', count: 1, isLines: true, scope: [], start: 0, end: 0 },
    ],
  ])('%s', (_name, edit, proof) => {
    expect(proofs(T, edit)).toEqual([proof]);
  });

  test('an addition under an anchor is checked like any other', () => {
    const { rejections } = apply(
      decodedOf([
        hunk('a', '+// ... rest of the code ...', { scope: { ...NO_SCOPE, anchors: ['tail'] } }),
      ]),
      snapshotOf({ a: T }),
      { repoName: '' },
    );
    expect(rejections.map(({ code }) => code)).toEqual(['elided-content']);
  });
});
