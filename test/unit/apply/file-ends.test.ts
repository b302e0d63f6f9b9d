import { describe, expect, test } from 'vitest';
import { apply } from '../../../src/core/apply/apply.ts';
import { NO_SCOPE } from '../../../src/core/model/edit.ts';
import {
  call,
  decodedOf,
  hunk,
  insert,
  outcome,
  replace,
  snapshotOf,
} from '../../support/edit-values.ts';
import { testOutcomes } from '../../support/outcomes.ts';

describe('line endings of added lines', () => {
  testOutcomes([
    {
      name: 'after the open last line of a CRLF file',
      files: { a: 'a line here\r\nlast line here' },
      edits: [replace('a', 'last line here', 'last line here\nmore')],
      is: { files: { a: 'a line here\r\nlast line here\r\nmore' } },
    },
    {
      name: 'in place of it',
      files: { a: 'a line here\r\nlast line here' },
      edits: [replace('a', 'last line here', 'changed\nmore')],
      is: { files: { a: 'a line here\r\nchanged\r\nmore' } },
    },
    {
      name: 'at the end of such a file',
      files: { a: 'a line here\r\nlast line here' },
      edits: [hunk('a', '+more\n+and more', { scope: { ...NO_SCOPE, atEnd: true } })],
      is: { files: { a: 'a line here\r\nlast line here\r\nmore\r\nand more' } },
    },
    {
      name: 'with its last line closed by the edit',
      files: { a: 'a line here\r\nlast line here' },
      edits: [hunk('a', '-last line here\n+last line here', { finalNewline: true })],
      is: { files: { a: 'a line here\r\nlast line here\r\n' } },
    },
    {
      name: 'of a file of one open line',
      files: { a: 'last line here' },
      edits: [replace('a', 'last line here', 'last line here\nmore')],
      is: { files: { a: 'last line here\nmore' } },
    },
    {
      name: 'before the first line',
      files: { a: 'first line here\r\nx\n' },
      edits: [hunk('a', '+new\n first line here')],
      is: { files: { a: 'new\r\nfirst line here\r\nx\n' } },
    },
    {
      name: 'in a file of mixed endings: each that of the line it replaces',
      files: { a: 'line one here\nline two here\r\nline three here\n' },
      edits: [hunk('a', '-line one here\n-line two here\n+1\n+2\n+3\n line three here')],
      is: { files: { a: '1\n2\r\n3\r\nline three here\n' } },
    },
    {
      name: 'in a file of mixed endings: that of the line before',
      files: { a: 'line one here\nline two here\r\nline three here\n' },
      edits: [hunk('a', ' line two here\n+x\n line three here')],
      is: { files: { a: 'line one here\nline two here\r\nx\r\nline three here\n' } },
    },
    {
      name: 'in place of an open last line after mixed ones',
      files: { a: 'line one here\r\nline two here\nline three here' },
      edits: [hunk('a', '-line two here\n-line three here\n+1\n+2\n+3')],
      is: { files: { a: 'line one here\r\n1\n2\n3' } },
    },
  ]);
});

describe('the end of the file', () => {
  const A = 'line one here\nline two here\n';
  testOutcomes([
    {
      name: 'all of it removed',
      files: { a: A },
      edits: [hunk('a', '-line one here\n-line two here')],
      is: { files: { a: '' } },
    },
    {
      name: 'all of an open file removed',
      files: { a: A.trimEnd() },
      edits: [hunk('a', '-line one here\n-line two here')],
      is: { files: { a: '' } },
    },
    {
      name: 'the open last line of a CRLF file removed',
      files: { a: 'line one here\r\nline two here' },
      edits: [hunk('a', ' line one here\n-line two here')],
      is: { files: { a: 'line one here' } },
    },
    {
      name: 'the last line removed, and the file said to be open',
      files: { a: A },
      edits: [hunk('a', ' line one here\n-line two here', { finalNewline: false })],
      is: { files: { a: 'line one here' } },
    },
    {
      name: 'said to be closed by an edit elsewhere in its last lines',
      files: { a: A.trimEnd() },
      edits: [
        replace('a', 'line one here\nline two here', 'x\nline two here', { finalNewline: true }),
      ],
      is: { files: { a: 'x\nline two here\n' } },
    },
    {
      name: 'said to be open by an edit elsewhere in its last lines',
      files: { a: A.replaceAll('\n', '\r\n') },
      edits: [
        replace('a', 'line one here\nline two here', 'x\nline two here', { finalNewline: false }),
      ],
      is: { files: { a: 'x\r\nline two here' } },
    },
    {
      name: 'said to be as it is',
      files: { a: A },
      edits: [
        replace('a', 'line one here\nline two here', 'x\nline two here', { finalNewline: true }),
      ],
      is: { files: { a: 'x\nline two here\n' } },
    },
    {
      name: 'said to be open by an edit that does not reach it',
      files: { a: A },
      edits: [replace('a', 'line one here', 'x', { finalNewline: false })],
      is: { files: { a: 'x\nline two here\n' } },
    },
    {
      name: 'said to be open by a change of its last line',
      files: { a: A },
      edits: [replace('a', 'line two here', 'x', { finalNewline: false })],
      is: { files: { a: 'line one here\nx' } },
    },
    {
      name: 'said to be closed by characters, which change no more than themselves',
      files: { a: 'f(one) here' },
      edits: [call('a', '(one)', '(two)', { finalNewline: true })],
      is: { files: { a: 'f(two) here' } },
    },
    {
      name: 'with a blank last line kept',
      files: { a: 'line one here\n\n' },
      edits: [replace('a', 'line one here', 'x')],
      is: { files: { a: 'x\n\n' } },
    },
    {
      name: 'an empty file with one line put in, said to be open',
      files: { a: '' },
      edits: [hunk('a', '+x', { finalNewline: false })],
      is: { files: { a: 'x' } },
    },
    {
      name: 'a number past an open last line, said to be closed',
      files: { a: 'one' },
      edits: [hunk('a', '+x', { scope: { ...NO_SCOPE, atEnd: true }, finalNewline: true })],
      is: { files: { a: 'one\nx\n' } },
    },
  ]);
});

describe('the last line of a closed file', () => {
  const A = 'line one here\nline two here\n';
  testOutcomes([
    {
      name: 'removed: the file stays closed',
      files: { a: A },
      edits: [hunk('a', ' line one here\n-line two here')],
      is: { files: { a: 'line one here\n' } },
    },
    {
      name: 'removed from a file of CRLF',
      files: { a: A.replaceAll('\n', '\r\n') },
      edits: [hunk('a', ' line one here\n-line two here')],
      is: { files: { a: 'line one here\r\n' } },
    },
    {
      name: 'replaced by more lines than it was',
      files: { a: A.replaceAll('\n', '\r\n') },
      edits: [hunk('a', '-line two here\n+1\n+2\n+3')],
      is: { files: { a: 'line one here\r\n1\r\n2\r\n3\r\n' } },
    },
    {
      name: 'removed from a file that its first byte opens',
      files: { a: '\n' },
      edits: [hunk('a', '-', { scope: { ...NO_SCOPE, atStart: true, atEnd: true } })],
      is: { files: { a: '' } },
    },
  ]);
});

test('what the edit leaves as it stands is no region of the patch', () => {
  const edit = replace(
    'a',
    'one line here \nkept line\nlast one',
    'one line here\nkept line\nnew one',
  );
  const { patch } = apply(
    decodedOf([edit]),
    snapshotOf({ a: 'one line here\nkept line\nlast one\n' }),
    {
      repoName: '',
    },
  );
  expect(patch?.changes[0]?.regions.map(({ start, end }) => [start, end])).toEqual([[24, 33]]);
});

test('lines put in before a line that another edit changes come before it', () => {
  const rest = { freshReads: new Set(['a']) };
  const edits = [replace('a', 'line two here', 'second line'), insert('a', 1, 'put in\n')];
  for (const inOrder of [edits, edits.toReversed()])
    expect(outcome({ a: 'line one here\nline two here\n' }, inOrder, rest)).toEqual({
      files: { a: 'line one here\nput in\nsecond line\n' },
    });
});
