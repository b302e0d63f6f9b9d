import { describe } from 'vitest';
import { NO_SCOPE } from '../../../src/core/model/edit.ts';
import { call } from '../../support/edit-values.ts';
import { testOutcomes } from '../../support/outcomes.ts';

const T = 'first line here\nsecond line here\nthird line here\n';
describe('tool calls', () => {
  testOutcomes([
    {
      name: 'whole lines with other indentation',
      files: { a: '    if ready:\n        start(now)\n' },
      edits: [call('a', '  if ready:\n      start(now)\n', '  if ready:\n      start(later)\n')],
      is: { files: { a: '    if ready:\n        start(later)\n' } },
    },
    {
      name: 'deleted whole lines with other trailing blanks',
      files: { a: 'first line here \nsecond line here\n' },
      edits: [call('a', 'first line here\nsecond line here\n', '')],
      is: { files: { a: '' } },
    },
    {
      name: 'a final newline that the file does not have',
      files: { a: 'one\nlast line here' },
      edits: [call('a', 'last line here\n', 'the end\n')],
      is: { files: { a: 'one\nthe end' } },
    },
    {
      name: 'a final newline only on one side, loosely',
      files: { a: '  first line here \n' },
      edits: [call('a', ' first line here\n', 'x')],
      is: { refused: ['stale-anchor/nowhere'] },
    },
    {
      name: 'one blank line instead, loosely, is no deletion',
      files: { a: 'first line here \nsecond line here\n' },
      edits: [call('a', 'first line here\n', '\n')],
      is: { files: { a: '\nsecond line here\n' } },
    },
    {
      name: 'a blank line into an empty file',
      files: { a: '' },
      edits: [call('a', '', '\n')],
      is: { files: { a: '\n' } },
    },
    {
      name: 'whole lines loosely, closed on neither side',
      files: { a: '  first line here\n  second line here\n' },
      edits: [call('a', '    first line here\n    second line here', '    x\n    y')],
      is: { files: { a: '  x\n  y\n' } },
    },
    {
      name: 'a line break that stands nowhere',
      files: { a: 'one' },
      edits: [call('a', '\n', 'x\n')],
      is: { refused: ['stale-anchor/nowhere'] },
    },
    {
      name: 'from inside a line on, whose last added line repeats the next',
      files: { a: 'go(first\nsecond line\nthird line here\n' },
      edits: [call('a', 'first\nsecond line', '1\nsecond line\nthird line here')],
      is: { refused: ['malformed-edit/repeated-boundary'] },
    },
    {
      name: 'a blank line that stands nowhere',
      files: { a: 'first line here\n' },
      edits: [call('a', '\n\n', 'x\n')],
      is: { refused: ['stale-anchor/nowhere'] },
    },
    {
      name: 'a final line feed that only the new text has not, loosely',
      files: { a: 'first line here \nsecond line here\n' },
      edits: [call('a', 'first line here\n', 'x')],
      is: { refused: ['stale-anchor/nowhere'] },
    },
    {
      name: 'over mixed line endings',
      files: { a: 'one\r\ntwo\nthree\r\n' },
      edits: [call('a', 'one\ntwo\nthree', 'one\n2\nthree')],
      is: { files: { a: 'one\r\n2\nthree\r\n' } },
    },
    {
      name: 'twice in a line',
      files: { a: 'f(a, a)\n' },
      edits: [call('a', 'a', 'b')],
      is: { refused: ['ambiguous-anchor/twins'] },
    },
    {
      name: 'all of a declared count, overlapping',
      files: { a: 'a a a\n' },
      edits: [call('a', 'a a', 'b', { scope: { ...NO_SCOPE, count: 'every' } })],
      is: { refused: ['ambiguous-anchor/overlapping'] },
    },
    {
      name: 'a number cut off a word by declaration',
      files: { a: 'v1.0.0 of it\n' },
      edits: [call('a', '1.0.0', '1.1.0')],
      is: { files: { a: 'v1.1.0 of it\n' } },
    },
    {
      name: 'a shared end may lie inside a word',
      files: { a: 'call(prefixName)\n' },
      edits: [call('a', 'call(pre', 'run(pre')],
      is: { files: { a: 'run(prefixName)\n' } },
    },
    {
      name: 'grown already',
      files: { a: 'f(a, b);\n' },
      edits: [call('a', 'f(a', 'f(a, b')],
      is: { refused: ['already-applied/at-site-short'] },
    },
    {
      name: 'nothing to look for',
      files: { a: T },
      edits: [call('a', '', 'x')],
      is: { refused: ['malformed-edit/empty-search'] },
    },
    {
      name: 'nothing to look for in an empty file',
      files: { a: '' },
      edits: [call('a', '', 'x\n')],
      is: { files: { a: 'x\n' } },
    },
  ]);
});
