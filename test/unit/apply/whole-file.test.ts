import { describe, expect, test } from 'vitest';
import { apply } from '../../../src/core/apply/apply.ts';
import {
  asBytes,
  codes,
  create,
  decodedOf,
  outcome,
  replace,
  snapshotOf,
  write,
} from '../../support/edit-values.ts';
import { testOutcomes } from '../../support/outcomes.ts';

const LONG = Array.from({ length: 40 }, (_, at) => `line number ${at}\n`).join('');
const short = (count: number): string =>
  Array.from({ length: count }, (_, at) => `new line ${at}\n`).join('');

describe('a whole content', () => {
  test.each<readonly [string, string, string, string]>([
    // name, file, content, result
    ['in LF', 'a\nb\nc\n', 'a\nx\nc\n', 'a\nx\nc\n'],
    ['in CRLF', 'a\r\nb\r\n', 'a\nx\nb\n', 'a\r\nx\r\nb\r\n'],
    ['in CRLF, given in CRLF', 'a\r\nb\r\n', 'a\r\nx\r\nb\r\n', 'a\r\nx\r\nb\r\n'],
    ['in LF, given in CRLF', 'a\nb\n', 'a\r\nx\r\nb\r\n', 'a\nx\nb\n'],
    [
      'in mixed endings: lines that stay keep theirs',
      'a\r\nb\nc\r\nd\n',
      'a\nb\nx\nc\nd\n',
      'a\r\nb\nx\nc\r\nd\n',
    ],
    [
      'in mixed endings: new lines take that of the line before',
      'a\r\nb\nc\n',
      'a\nx\ny\nb\nc\n',
      'a\r\nx\r\ny\r\nb\nc\n',
    ],
    ['new first lines take that of the next', 'a\r\nb\r\n', 'x\na\nb\n', 'x\r\na\r\nb\r\n'],
    ['open, given closed', 'a\nb', 'a\nx\n', 'a\nx'],
    ['open, given open', 'a\nb', 'a\nx', 'a\nx'],
    ['closed, given open', 'a\nb\n', 'a\nx', 'a\nx\n'],
    ['open CRLF, given closed', 'a\r\nb', 'x\na\n', 'x\r\na'],
    ['open, its last line now inside', 'a\nb', 'a\nb\nx\n', 'a\nb\nx'],
    ['open CRLF, its last line now inside', 'a\r\nb', 'b\na\nx\n', 'b\r\na\r\nx'],
    ['of a file that begins with a mark', '\uFEFFa\nb\n', 'a\nx\n', '\uFEFFa\nx\n'],
    ['given with a mark that the file has', '\uFEFFa\nb\n', '\uFEFFa\nx\n', '\uFEFFa\nx\n'],
    ['given with a mark that the file has not', 'a\nb\n', '\uFEFFa\nx\n', 'a\nx\n'],
    ['of an empty file, closed', '', 'a\nb\n', 'a\nb\n'],
    ['of an empty file, open', '', 'a\nb', 'a\nb'],
    ['of a file of nothing but a mark', '\uFEFF', 'a\nb', '\uFEFFa\nb'],
    ['of nothing', 'a\nb\n', '', ''],
    ['of one blank line', 'a\n', '\n', '\n'],
    ['with more blank lines at its end', 'a\n\n', 'x\n\n\n', 'x\n\n\n'],
    ['with a lone CR inside a line', 'a\n', 'x\ry\n', 'x\ry\n'],
    ['with twins, of which one stays', 'a\r\na\nb\n', 'a\nc\n', 'a\r\nc\r\n'],
  ])('%s', (_name, file, content, result) => {
    expect(outcome({ a: file }, [write('a', content)])).toEqual({ files: { a: asBytes(result) } });
  });

  test('of a new file is what was given, byte for byte', () => {
    for (const text of ['a\r\nb', '\uFEFFa\n', 'a\n\n', ''])
      expect(outcome({}, [create('a', text)])).toEqual({ files: { a: asBytes(text) } });
    expect(outcome({}, [write('a', 'x\n', { captionLine: '// a' })])).toEqual({
      files: { a: 'x\n' },
    });
  });

  testOutcomes([
    {
      name: 'whose caption is the first line of the file',
      files: { a: '// a\nold\n' },
      edits: [write('a', 'new\n', { captionLine: '// a' })],
      is: { files: { a: '// a\nnew\n' } },
    },
    {
      name: 'whose caption is no line of the file',
      files: { a: 'old\n// a\n' },
      edits: [write('a', 'new\n', { captionLine: '// a' })],
      is: { files: { a: 'new\n' } },
    },
    {
      name: 'with a caption, over an empty file',
      files: { a: '' },
      edits: [write('a', 'new\n', { captionLine: '// a' })],
      is: { files: { a: 'new\n' } },
    },
    {
      name: 'of a tenth of a long file',
      files: { a: LONG },
      edits: [write('a', short(4))],
      is: { refused: ['content-dropped/illustration'] },
    },
    {
      name: 'of a little more than a tenth',
      files: { a: LONG },
      edits: [write('a', short(5))],
      is: { files: { a: short(5) } },
    },
    {
      name: 'of one line for a file that is not long',
      files: { a: LONG.split('\n').slice(0, 19).join('\n') },
      edits: [write('a', 'x')],
      is: { files: { a: 'x' } },
    },
    {
      name: 'of a line in another encoding',
      files: { a: Buffer.from('caf\u00E9\n', 'latin1') },
      edits: [write('a', 'plain\n')],
      is: { refused: ['encoding-refused/not-utf-8'] },
    },
    {
      name: 'with left-out code',
      files: { a: 'one\ntwo\n' },
      edits: [write('a', 'one\n// ... rest of the code ...\n')],
      is: { refused: ['elided-content'] },
    },
    {
      name: 'with a placeholder that stands in the file',
      files: { a: 'one\n// ... rest of the code ...\n' },
      edits: [write('a', 'two\n// ... rest of the code ...\n')],
      is: { files: { a: 'two\n// ... rest of the code ...\n' } },
    },
    {
      name: 'of a new file, with left-out code',
      files: {},
      edits: [create('a', '// ... rest of the code ...\n')],
      is: { refused: ['elided-content'] },
    },
    {
      name: 'and a block on it',
      files: { a: 'the old line\n' },
      edits: [write('a', 'the new line\n'), replace('a', 'the new line', 'the last line')],
      is: { files: { a: 'the last line\n' } },
    },
  ]);

  test('refused twice is refused once each', () => {
    const applied = apply(
      decodedOf([create('a', 'x\n'), create('a', 'y\n')]),
      snapshotOf({ a: 'z\n' }),
      { repoName: '' },
    );
    expect(codes(applied)).toEqual(['overlapping-edits/two-contents', 'file-exists/tracked']);
  });
});

describe('what a whole content says', () => {
  test('lines of CRLF in a file of LF lose their CR alone', () => {
    expect(
      outcome({ a: 'one line\ntwo line\n' }, [write('a', 'one line\r\nnew line\r\n')]),
    ).toEqual({
      files: { a: 'one line\nnew line\n' },
    });
  });

  test('a blank line alone is a content, even where such a line stands in the file', () => {
    expect(outcome({ a: 'x\n\ny\n' }, [write('a', '\n')])).toEqual({ files: { a: '\n' } });
  });

  test('a placeholder for left-out code is shown', () => {
    const edit = write('a.ts', 'const a = 1;\n// ... rest of the code\n');
    const applied = apply(decodedOf([edit]), snapshotOf({ 'a.ts': 'const a = 0;\nb();\n' }), {
      repoName: '',
    });
    expect(applied.rejections.map(({ code, facts }) => [code, facts])).toEqual([
      ['elided-content', { line: '// ... rest of the code' }],
    ]);
  });
});
