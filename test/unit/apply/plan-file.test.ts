import { describe } from 'vitest';
import { create, insert, mode, remove, replace } from '../../support/edit-values.ts';
import { testOutcomes } from '../../support/outcomes.ts';

const T = 'the old text\nthe other text\n';
const OLD = 'the old text';
const LINK = { mode: '120000', bytes: 'elsewhere' } as const;

describe('modes', () => {
  testOutcomes([
    {
      name: 'made executable',
      files: { a: T },
      edits: [mode('a', '100755')],
      is: { files: { a: T } },
    },
    {
      name: 'as it was',
      files: { a: T },
      edits: [mode('a', '100644')],
      is: { refused: ['no-effective-change'] },
    },
    {
      name: 'made a symlink',
      files: { a: T },
      edits: [mode('a', '120000')],
      is: { refused: ['file-kind-refused/symlink'] },
    },
    {
      name: 'of a file that is not there',
      files: {},
      edits: [mode('a', '100755')],
      is: { refused: ['file-missing/no-such-file'] },
    },
  ]);
});

describe('deletions', () => {
  testOutcomes([
    {
      name: 'with its content',
      files: { a: T },
      edits: [remove('a', T)],
      is: { files: { a: null } },
    },
    {
      name: 'with its content, CRLF in the file',
      files: { a: T.replaceAll('\n', '\r\n') },
      edits: [remove('a', T)],
      is: { files: { a: null } },
    },
    {
      name: 'with other content',
      files: { a: T },
      edits: [remove('a', `${T}more\n`)],
      is: { refused: ['stale-anchor/deleted-content'] },
    },
    {
      name: 'with content of which one line is another',
      files: { a: T },
      edits: [remove('a', 'the old text\nanother text\n')],
      is: { refused: ['stale-anchor/deleted-content'] },
    },
    {
      name: 'with content beyond ASCII',
      files: { a: 'caf\u00E9\n' },
      edits: [remove('a', 'caf\u00E9')],
      is: { files: { a: null } },
    },
    {
      name: 'of one blank line, with its content',
      files: { a: '\n' },
      edits: [remove('a', '\n')],
      is: { files: { a: null } },
    },
    {
      name: 'of a symlink with its content',
      files: { a: LINK },
      edits: [remove('a', 'elsewhere')],
      is: { refused: ['file-kind-refused/symlink'] },
    },
    {
      name: 'of a symlink, and an edit',
      files: { a: LINK },
      edits: [remove('a'), replace('a', 'elsewhere', 'x')],
      is: { refused: ['file-kind-refused/symlink', 'file-kind-refused/symlink'] },
    },
    {
      name: 'and an edit',
      files: { a: T },
      edits: [remove('a'), replace('a', OLD, 'x')],
      is: { refused: ['overlapping-edits/deleted'] },
    },
    {
      name: 'of what the response makes',
      files: {},
      edits: [create('a', T), remove('a')],
      is: { refused: ['overlapping-edits/deleted', 'file-missing/no-such-file'] },
    },
    { name: 'of a symlink', files: { a: LINK }, edits: [remove('a')], is: { files: { a: null } } },
    {
      name: 'twice',
      files: { a: T },
      edits: [remove('a'), remove('a')],
      is: { files: { a: null } },
    },
  ]);
});

describe('numbers', () => {
  const fresh = { freshReads: new Set(['a']) };
  testOutcomes([
    {
      name: 'at the start',
      files: { a: T },
      edits: [insert('a', 0, 'x')],
      rest: fresh,
      is: { files: { a: `x\n${T}` } },
    },
    {
      name: 'at the end',
      files: { a: T },
      edits: [insert('a', 2, 'x\n')],
      rest: fresh,
      is: { files: { a: `${T}x\n` } },
    },
    {
      name: 'at the end of an open line',
      files: { a: 'one' },
      edits: [insert('a', 1, 'two')],
      rest: fresh,
      is: { files: { a: 'one\ntwo' } },
    },
    {
      name: 'an empty line',
      files: { a: T },
      edits: [insert('a', 1, '\n')],
      rest: fresh,
      is: { files: { a: 'the old text\n\nthe other text\n' } },
    },
    {
      name: 'past the end',
      files: { a: T },
      edits: [insert('a', 3, 'x')],
      rest: fresh,
      is: { refused: ['stale-anchor/line-out-of-range'] },
    },
    {
      name: 'before the start',
      files: { a: T },
      edits: [insert('a', -1, 'x')],
      rest: fresh,
      is: { refused: ['stale-anchor/line-out-of-range'] },
    },
    {
      name: 'between lines',
      files: { a: T },
      edits: [insert('a', 0.5, 'x')],
      rest: fresh,
      is: { refused: ['stale-anchor/line-out-of-range'] },
    },
    {
      name: 'beside a block',
      files: { a: T },
      edits: [insert('a', 1, 'x'), replace('a', 'the other text', 'y')],
      rest: fresh,
      is: { files: { a: 'the old text\nx\ny\n' } },
    },
    {
      name: 'of nothing',
      files: { a: T },
      edits: [insert('a', 1, '')],
      rest: fresh,
      is: { refused: ['no-effective-change'] },
    },
    {
      name: 'of half a character',
      files: { a: T },
      edits: [insert('a', 1, 'x\uD800')],
      rest: fresh,
      is: { refused: ['encoding-refused/surrogate'] },
    },
    {
      name: 'of left-out code',
      files: { a: T },
      edits: [insert('a', 1, '// ... rest of the code ...')],
      rest: fresh,
      is: { refused: ['elided-content'] },
    },
    {
      name: 'of a block twice, in characters and in lines',
      files: { a: T },
      edits: [insert('a', 1, 'x'), insert('a', 1, 'x')],
      rest: fresh,
      is: { files: { a: 'the old text\nx\nthe other text\n' } },
    },
    {
      name: 'two of them',
      files: { a: T },
      edits: [insert('a', 1, 'x'), insert('a', 2, 'y')],
      rest: fresh,
      is: { refused: ['malformed-edit/several-numbers', 'malformed-edit/several-numbers'] },
    },
    {
      name: 'without a read',
      files: { a: T },
      edits: [insert('a', 1, 'x')],
      is: { refused: ['read-required/number-only'] },
    },
    {
      name: 'in a file that the response makes',
      files: {},
      edits: [create('a', T), insert('a', 1, 'x')],
      is: { refused: ['read-required/number-only'] },
    },
  ]);
});
