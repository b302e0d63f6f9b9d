import { describe } from 'vitest';
import { NO_SCOPE } from '../../../src/core/model/edit.ts';
import { call, hunk, replace } from '../../support/edit-values.ts';
import { testOutcomes } from '../../support/outcomes.ts';

describe('additions', () => {
  testOutcomes([
    {
      name: 'that stand after their context already',
      files: { a: 'line one here\nthe added line\nx\n' },
      edits: [hunk('a', ' line one here\n+the added line')],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'that stand before their context already',
      files: { a: 'x\nthe added line\nline one here\n' },
      edits: [hunk('a', '+the added line\n line one here')],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'that stand there but for trailing blanks',
      files: { a: 'line one here\nthe added line  \nx\n' },
      edits: [hunk('a', ' line one here\n+the added line')],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'of a brace that stands there already',
      files: { a: 'line one here\n}\nx\n' },
      edits: [hunk('a', ' line one here\n+}')],
      is: { refused: ['already-applied/at-site-short'] },
    },
    {
      name: 'of a line that its context has already, and which stands before it',
      files: { a: 'the same line\nthe same line\nanother line\n' },
      edits: [hunk('a', ' the same line\n+the same line\n another line')],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'between kept lines of which the first has twins, and which stand there already',
      files: { a: 'x\nline one here\nbetween them\nline two here\ny\n' },
      edits: [hunk('a', ' line one here\n+between them\n line two here')],
      is: { refused: ['already-applied/stands-in-context'] },
    },
    {
      name: 'before the first line, where nothing could stand already',
      files: { a: 'line one here\nx\n' },
      edits: [hunk('a', '+the added line\n+and another\n line one here')],
      is: { files: { a: 'the added line\nand another\nline one here\nx\n' } },
    },
    {
      name: 'after the last line, where nothing could stand already',
      files: { a: 'x\nline one here\n' },
      edits: [hunk('a', ' line one here\n+the added line')],
      is: { files: { a: 'x\nline one here\nthe added line\n' } },
    },
    {
      name: 'at the end of the file that stand there already',
      files: { a: 'x\nline one here\nthe added line' },
      edits: [hunk('a', ' line one here\n+the added line')],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'with two kept lines, of which the added one stands before',
      files: { a: 'the added line\nline one here\nline two here\nx\n' },
      edits: [hunk('a', '+the added line\n line one here\n line two here')],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'with two kept lines, of which the added one stands after',
      files: { a: 'y\nline one here\nline two here\nthe added line\n' },
      edits: [hunk('a', ' line one here\n line two here\n+the added line')],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'with other indentation than what stands there',
      files: { a: 'line one here\n  the added line\nx\n' },
      edits: [hunk('a', ' line one here\n+the added line')],
      is: { refused: ['malformed-edit/repeated-boundary'] },
    },
    {
      name: 'that are nothing',
      files: { a: 'line one here\nx\n' },
      edits: [hunk('a', ' line one here')],
      is: { refused: ['no-effective-change'] },
    },
    {
      name: 'of a line in place of another, that stand below it already',
      files: { a: 'the old line\nthe new line\n' },
      edits: [hunk('a', '-the old line\n+the new line')],
      is: { refused: ['malformed-edit/repeated-boundary'] },
    },
    {
      name: 'at two of the places that were declared, of which one has them',
      files: { a: 'mark here now\nthe added line\nmark here now\nx\n' },
      edits: [
        replace('a', 'mark here now', 'mark here now\nthe added line', {
          scope: { ...NO_SCOPE, count: 2 },
        }),
      ],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'whose context is too short to prove the place',
      files: { a: '{\nthe new line\nx\n' },
      edits: [hunk('a', ' {\n-the old line\n+the new line')],
      is: { refused: ['already-applied/stands'] },
    },
    {
      name: 'whose context of ten characters proves the place',
      files: { a: '0123456789\nthe new line\nx\n' },
      edits: [hunk('a', ' 0123456789\n-the old line\n+the new line')],
      is: { refused: ['already-applied/stands-in-context'] },
    },
    {
      name: 'of which there are none: lines were to be taken away, and are',
      files: { a: 'line one here\nline two here\n' },
      edits: [hunk('a', ' line one here\n-the old line\n line two here')],
      is: { refused: ['already-applied/stands'] },
    },
    {
      name: 'in characters over lines that have grown already',
      files: { a: 'f(\n  a,\n  b\n)\n' },
      edits: [call('a', 'f(\n  a', 'f(\n  a,\n  b')],
      is: { refused: ['already-applied/at-site-short'] },
    },
    {
      name: 'that stand somewhere else',
      files: { a: 'line one here\nx\nthe added line\n' },
      edits: [hunk('a', ' line one here\n+the added line')],
      is: { files: { a: 'line one here\nthe added line\nx\nthe added line\n' } },
    },
    {
      name: 'of which only a part stands there',
      files: { a: 'line one here\nthe added line\nx\n' },
      edits: [hunk('a', ' line one here\n+the added line\n+another line')],
      is: {
        files: { a: 'line one here\nthe added line\nanother line\nthe added line\nx\n' },
      },
    },
    {
      name: 'between kept lines, whose result is gone',
      files: { a: 'line one here\nline two here\n' },
      edits: [hunk('a', ' line one here\n+between\n line two here')],
      is: { files: { a: 'line one here\nbetween\nline two here\n' } },
    },
    {
      name: 'whose context is gone, and which stand with context',
      files: { a: 'line one here\nthe new line\nx\n' },
      edits: [hunk('a', ' line one here\n-the old line\n+the new line')],
      is: { refused: ['already-applied/stands-in-context'] },
    },
    {
      name: 'whose old text is gone, and which stand alone',
      files: { a: 'line one here\nthe new line\nx\n' },
      edits: [replace('a', 'the old line', 'the new line')],
      is: { refused: ['already-applied/stands'] },
    },
    {
      name: 'whose old text is gone, and which stand twice',
      files: { a: 'the new line\nthe new line\nx\n' },
      edits: [replace('a', 'the old line', 'the new line')],
      is: { refused: ['stale-anchor/nowhere'] },
    },
    {
      name: 'whose old text is gone, and which are too short to tell',
      files: { a: 'new\nx\n' },
      edits: [replace('a', 'the old line', 'new')],
      is: { refused: ['stale-anchor/nowhere'] },
    },
    {
      name: 'whose old text is gone, and which stand with other indentation',
      files: { a: '  the new line\nx\n' },
      edits: [replace('a', 'the old line', 'the new line')],
      is: { refused: ['stale-anchor/nowhere'] },
    },
    {
      name: 'in characters that have grown already, before and after',
      files: { a: 'call(first, second);\n' },
      edits: [call('a', 'second', 'first, second')],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'in characters that have grown at another place',
      files: { a: 'f(a);\ng(a, b);\n' },
      edits: [call('a', 'f(a', 'f(a, b')],
      is: { files: { a: 'f(a, b);\ng(a, b);\n' } },
    },
    {
      name: 'in characters whose growth would begin before the file',
      files: { a: 'b)\n' },
      edits: [call('a', 'b)', 'a, b)')],
      is: { files: { a: 'a, b)\n' } },
    },
    {
      name: 'in characters whose growth would end after the file',
      files: { a: 'f(a' },
      edits: [call('a', 'f(a', 'f(a, b')],
      is: { files: { a: 'f(a, b' } },
    },
    {
      name: 'in characters that are the same',
      files: { a: 'f(a)\n' },
      edits: [call('a', 'f(a)', 'f(a)')],
      is: { refused: ['no-effective-change'] },
    },
  ]);
});

describe('what stands already', () => {
  testOutcomes([
    {
      name: 'a line before its twin, which is kept',
      files: { a: 'line one here\nthe same line\nthe same line\n' },
      edits: [hunk('a', ' line one here\n+the same line\n the same line')],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'an addition of ten characters',
      files: { a: 'line one here\n0123456789\nx\n' },
      edits: [hunk('a', ' line one here\n+0123456789')],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'an addition with its indentation',
      files: { a: 'line one here\n  the added line\nx\n' },
      edits: [hunk('a', ' line one here\n+  the added line')],
      is: { refused: ['already-applied/at-site'] },
    },
    {
      name: 'characters that have grown at one of two places',
      files: { a: 'f(a);\nf(a, b);\n' },
      edits: [call('a', 'f(a', 'f(a, b', { scope: { ...NO_SCOPE, count: 2 } })],
      is: { refused: ['already-applied/at-site-short'] },
    },
    {
      name: 'characters that have grown up to the end of the file',
      files: { a: 'f(a, b' },
      edits: [call('a', 'f(a', 'f(a, b')],
      is: { refused: ['already-applied/at-site-short'] },
    },
    {
      name: 'the new line, with a bracket of the old text somewhere',
      files: { a: '{\n}\nthe new line here\n' },
      edits: [replace('a', 'the gone line\n}', 'the new line here')],
      is: { refused: ['already-applied/stands'] },
    },
    {
      name: 'the new line, with a line of ten characters of the old text: that was not carried out',
      files: { a: '0123456789\nthe new line here\n' },
      edits: [replace('a', 'the gone line\n0123456789', 'the new line here')],
      is: { refused: ['stale-anchor/nowhere'] },
    },
    {
      name: 'new lines that are too short to tell, together too',
      files: { a: 'ab\ncd\n' },
      edits: [replace('a', 'the gone line', 'ab\ncd')],
      is: { refused: ['stale-anchor/nowhere'] },
    },
    {
      name: 'nothing: an empty line is kept, and one comes after it',
      files: { a: 'a\n\nb\n' },
      edits: [hunk('a', ' \n+x')],
      is: { files: { a: 'a\n\nx\nb\n' } },
    },
  ]);
});
