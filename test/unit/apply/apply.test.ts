import { describe } from 'vitest';
import { call, create, hunk, remove, rename, replace, write } from '../../support/edit-values.ts';
import { testOutcomes } from '../../support/outcomes.ts';

const ABC = 'first line\nsecond line\nthird line\n';

describe('replace', () => {
  testOutcomes([
    {
      name: 'a block whose result stands, and what it takes away too, was not carried out',
      files: { 'a.txt': 'first line\nsecond line\nthe third of the lines\nlast but one line\n' },
      edits: [
        replace('a.txt', 'first line\n...\nthe third of the lines', 'first line\nsecond line'),
        replace('a.txt', 'last but one line', 'the last line'),
      ],
      is: { refused: ['stale-anchor/nowhere'] },
    },
    {
      name: 'a call whose text ends without a line break repeats the next line',
      files: { 'a.txt': ABC },
      edits: [call('a.txt', 'first line', 'first line\none and a half\nsecond line')],
      is: { refused: ['malformed-edit/repeated-boundary'] },
    },
    {
      name: 'a call that ends inside a line repeats nothing',
      files: { 'a.txt': 'first(line)\nsecond line\n' },
      edits: [call('a.txt', 'first(', 'zero\nsecond line\nfirst(')],
      is: { files: { 'a.txt': 'zero\nsecond line\nfirst(line)\nsecond line\n' } },
    },
    {
      name: 'one line',
      files: { 'a.txt': ABC },
      edits: [replace('a.txt', 'second line', 'another line')],
      is: { files: { 'a.txt': 'first line\nanother line\nthird line\n' } },
    },
    {
      name: 'two blocks out of file order',
      files: { 'a.txt': ABC },
      edits: [replace('a.txt', 'third line', 'line 3'), replace('a.txt', 'first line', 'line 1')],
      is: { files: { 'a.txt': 'line 1\nsecond line\nline 3\n' } },
    },
    {
      name: 'twins',
      files: { 'a.txt': 'same line\nother\nsame line\n' },
      edits: [replace('a.txt', 'same line', 'x')],
      is: { refused: ['ambiguous-anchor/twins'] },
    },
    {
      name: 'nowhere',
      files: { 'a.txt': ABC },
      edits: [replace('a.txt', 'fourth line', 'x')],
      is: { refused: ['stale-anchor/nowhere'] },
    },
    {
      name: 'CRLF file keeps CRLF',
      files: { 'a.txt': 'one one one\r\ntwo two two\r\n' },
      edits: [replace('a.txt', 'one one one\ntwo two two', 'one one one\nnew\ntwo two two')],
      is: { files: { 'a.txt': 'one one one\r\nnew\r\ntwo two two\r\n' } },
    },
    {
      name: 'no final newline stays so',
      files: { 'a.txt': 'first line\nlast line' },
      edits: [replace('a.txt', 'last line', 'last line\nvery last')],
      is: { files: { 'a.txt': 'first line\nlast line\nvery last' } },
    },
    {
      name: 'overlap',
      files: { 'a.txt': ABC },
      edits: [
        replace('a.txt', 'first line\nsecond line', 'x\nsecond line'),
        replace('a.txt', 'first line', 'y'),
      ],
      is: { refused: ['overlapping-edits/same-lines', 'overlapping-edits/same-lines'] },
    },
    {
      name: 'a later block on the text of an earlier one',
      files: { 'a.txt': ABC },
      edits: [
        replace('a.txt', 'second line', 'changed line'),
        replace('a.txt', 'changed line', 'changed twice'),
      ],
      is: { files: { 'a.txt': 'first line\nchanged twice\nthird line\n' } },
    },
    {
      name: 'a hunk with context',
      files: { 'a.txt': ABC },
      edits: [hunk('a.txt', ' first line\n-second line\n+2\n third line')],
      is: { files: { 'a.txt': 'first line\n2\nthird line\n' } },
    },
    {
      name: 'a tool call inside a line',
      files: { 'a.txt': ABC },
      edits: [call('a.txt', 'ond li', 'OND LI')],
      is: { refused: ['stale-anchor/cuts-word'] },
    },
    {
      name: 'a tool call inside a decimal number',
      files: { 'a.txt': 'timeout = 1.5\n' },
      edits: [call('a.txt', 'timeout = 1', 'timeout = 2')],
      is: { refused: ['stale-anchor/cuts-word'] },
    },
    {
      name: 'a tool call from inside a decimal number on',
      files: { 'a.txt': 'timeout = 1.5 s\n' },
      edits: [call('a.txt', '5 s', '7 s')],
      is: { refused: ['stale-anchor/cuts-word'] },
    },
    {
      name: 'a tool call up to the point of a sentence',
      files: { 'a.txt': 'It is 1. Or 2.\n' },
      edits: [call('a.txt', 'is 1', 'is 3')],
      is: { files: { 'a.txt': 'It is 3. Or 2.\n' } },
    },
    {
      name: 'a tool call of a whole word inside a line',
      files: { 'a.txt': ABC },
      edits: [call('a.txt', 'second', 'SECOND')],
      is: { files: { 'a.txt': 'first line\nSECOND line\nthird line\n' } },
    },
  ]);
});

describe('files', () => {
  testOutcomes([
    {
      name: 'create',
      files: {},
      edits: [create('src/new.txt', 'hello\n')],
      is: { files: { 'src/new.txt': 'hello\n' } },
    },
    {
      name: 'create over a file',
      files: { 'a.txt': ABC },
      edits: [create('a.txt', 'hello\n')],
      is: { refused: ['file-exists/tracked'] },
    },
    {
      name: 'create, then edit what was made',
      files: {},
      edits: [create('new.txt', 'hello there\n'), replace('new.txt', 'hello there', 'hi')],
      is: { files: { 'new.txt': 'hi\n' } },
    },
    {
      name: 'write keeps line endings and the last line',
      files: { 'a.txt': '\uFEFFone\r\ntwo\r\nthree' },
      edits: [write('a.txt', 'one\n2\nthree\n')],
      is: { files: { 'a.txt': '\u00EF\u00BB\u00BFone\r\n2\r\nthree' } },
    },
    {
      name: 'write of the same content',
      files: { 'a.txt': ABC },
      edits: [write('a.txt', ABC)],
      is: { refused: ['no-effective-change'] },
    },
    {
      name: 'delete',
      files: { 'a.txt': ABC },
      edits: [remove('a.txt')],
      is: { files: { 'a.txt': null } },
    },
    {
      name: 'delete what is not there',
      files: { 'a.txt': ABC },
      edits: [remove('other.txt')],
      is: { refused: ['file-missing/no-such-file'] },
    },
    {
      name: 'rename and edit',
      files: { 'a.txt': ABC },
      edits: [rename('a.txt', 'b/c.txt'), replace('b/c.txt', 'first line', 'one')],
      is: { files: { 'a.txt': null, 'b/c.txt': 'one\nsecond line\nthird line\n' } },
    },
  ]);
});
