import { describe } from 'vitest';
import { NO_SCOPE } from '../../../src/core/model/edit.ts';
import { call, hunk, replace } from '../../support/edit-values.ts';
import { testOutcomes } from '../../support/outcomes.ts';

const T = 'first line here\nsecond line here\nthird line here\n';
const alternate = (old: string, now: string) => ({
  alternates: [{ old, new: now, why: 'html-entities' }],
});

describe('other readings', () => {
  testOutcomes([
    {
      name: 'taken where the block as spelt stands nowhere',
      files: { a: 'if (first && second) {\n' },
      edits: [
        replace(
          'a',
          'if (first &amp;&amp; second) {',
          'if (x) {',
          alternate('if (first && second) {', 'if (x) {'),
        ),
      ],
      is: { files: { a: 'if (x) {\n' } },
    },
    {
      name: 'left alone where it does',
      files: { a: T },
      edits: [replace('a', 'first line here', 'x', alternate('second line here', 'y'))],
      is: { files: { a: 'x\nsecond line here\nthird line here\n' } },
    },
    {
      name: 'with twins',
      files: { a: 'same line here\nsame line here\n' },
      edits: [replace('a', 'other line', 'x', alternate('same line here', 'y'))],
      is: { refused: ['ambiguous-anchor/twins'] },
    },
    {
      name: 'that stand nowhere either',
      files: { a: T },
      edits: [replace('a', 'other line here', 'x', alternate('no line of it', 'y'))],
      is: { refused: ['stale-anchor/nowhere'] },
    },
    {
      name: 'on the text of a later block',
      files: { a: T },
      edits: [
        replace('a', '&lt;other&gt; line', 'x', alternate('<other> line', 'y')),
        replace('a', 'first line here', '<other> line'),
      ],
      is: { refused: ['stale-anchor/nowhere'] },
    },
  ]);
});

const pieces = (...pairs: readonly (readonly [string, string])[]) => ({
  pieces: pairs.map(([old, now]) => ({ old, new: now })),
});

describe('pieces', () => {
  testOutcomes([
    {
      name: 'in order',
      files: { a: T },
      edits: [
        replace(
          'a',
          'first line here\n...\nthird line here',
          '1\n...\n3',
          pieces(['first line here', '1'], ['third line here', '3']),
        ),
      ],
      is: { files: { a: '1\nsecond line here\n3\n' } },
    },
    {
      name: 'out of order',
      files: { a: T },
      edits: [
        replace('a', 'x\n...\ny', '', pieces(['third line here', '3'], ['first line here', '1'])),
      ],
      is: { refused: ['stale-anchor/pieces-out-of-order'] },
    },
    {
      name: 'one that is missing',
      files: { a: T },
      edits: [
        replace('a', 'x\n...\ny', '', pieces(['first line here', '1'], ['fourth line here', '4'])),
      ],
      is: { refused: ['stale-anchor/nowhere'] },
    },
  ]);
});

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

const anchors = (...lines: readonly string[]) => ({ scope: { ...NO_SCOPE, anchors: lines } });

describe('hunks', () => {
  testOutcomes([
    {
      name: 'added under an anchor',
      files: { a: T },
      edits: [hunk('a', '+new', anchors('second line here'))],
      is: { files: { a: 'first line here\nsecond line here\nnew\nthird line here\n' } },
    },
    {
      name: 'added under an anchor with twins',
      files: { a: `${T}first line here\n` },
      edits: [hunk('a', '+new', anchors('first line here'))],
      is: { refused: ['ambiguous-anchor/anchor-twins'] },
    },
    {
      name: 'added under an anchor that is missing',
      files: { a: T },
      edits: [hunk('a', '+new', anchors('fifth line'))],
      is: { refused: ['stale-anchor/anchor-missing'] },
    },
    {
      name: 'added inside an open bracket',
      files: { a: 'def go(\n    a,\n):\n    pass\n' },
      edits: [hunk('a', '+    x()', anchors('def go('))],
      is: { refused: ['stale-anchor/no-context'] },
    },
    {
      name: 'added with no context',
      files: { a: T },
      edits: [hunk('a', '+new')],
      is: { refused: ['stale-anchor/no-context'] },
    },
    {
      name: 'added at the end',
      files: { a: T },
      edits: [hunk('a', '+new', { scope: { ...NO_SCOPE, atEnd: true } })],
      is: { files: { a: `${T}new\n` } },
    },
    {
      name: 'added at the start',
      files: { a: T },
      edits: [hunk('a', '+new', { scope: { ...NO_SCOPE, atStart: true } })],
      is: { files: { a: `new\n${T}` } },
    },
    {
      name: 'the final newline taken away',
      files: { a: T },
      edits: [hunk('a', '-third line here\n+third line here', { finalNewline: false })],
      is: { files: { a: T.slice(0, -1) } },
    },
    {
      name: 'the final newline added',
      files: { a: T.slice(0, -1) },
      edits: [hunk('a', '-third line here\n+third line here', { finalNewline: true })],
      is: { files: { a: T } },
    },
    {
      name: 'a mark on a kept last line',
      files: { a: T },
      edits: [hunk('a', '-second line here\n+2\n third line here', { finalNewline: false })],
      is: { files: { a: 'first line here\n2\nthird line here\n' } },
    },
    {
      name: 'the open last line removed',
      files: { a: T.slice(0, -1) },
      edits: [hunk('a', ' second line here\n-third line here')],
      is: { files: { a: 'first line here\nsecond line here' } },
    },
    {
      name: 'two insertions at one place',
      files: { a: T },
      edits: [hunk('a', ' first line here\n+x'), hunk('a', ' first line here\n+y')],
      is: { refused: ['overlapping-edits/same-lines', 'overlapping-edits/same-lines'] },
    },
    {
      name: 'insertions from both sides of one place',
      files: { a: T },
      edits: [hunk('a', '+y\n second line here'), hunk('a', ' first line here\n+x')],
      is: { files: { a: 'first line here\nx\ny\nsecond line here\nthird line here\n' } },
    },
    {
      name: 'an insertion inside the context of another',
      files: { a: T },
      edits: [
        hunk('a', ' first line here\n+x'),
        hunk('a', ' first line here\n second line here\n-third line here'),
      ],
      is: { refused: ['overlapping-edits/same-lines', 'overlapping-edits/same-lines'] },
    },
    {
      name: 'added lines in another unit of indentation',
      files: { a: '\tif (ready) {\n\t}\n' },
      edits: [hunk('a', ' if (ready) {\n+  start();\n }')],
      is: { refused: ['stale-anchor/unmeasured-indent'] },
    },
  ]);
});

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

describe('blocks on what earlier blocks made', () => {
  testOutcomes([
    {
      name: 'by a later block, which is none',
      files: { a: T },
      edits: [replace('a', 'changed line', 'x'), replace('a', 'second line here', 'changed line')],
      is: { refused: ['stale-anchor/nowhere'] },
    },
    {
      name: 'over what two earlier ones made',
      files: { a: T },
      edits: [
        replace('a', 'first line here', 'one made line'),
        replace('a', 'second line here', 'two made line'),
        replace('a', 'one made line\ntwo made line', 'both'),
      ],
      is: { files: { a: 'both\nthird line here\n' } },
    },
    {
      name: 'with twins',
      files: { a: T },
      edits: [
        replace('a', 'first line here', 'a made line'),
        replace('a', 'second line here', 'a made line'),
        replace('a', 'a made line', 'x'),
      ],
      is: { refused: ['ambiguous-anchor/twins'] },
    },
    {
      name: 'with left-out code',
      files: { a: T },
      edits: [
        replace('a', 'first line here', 'a made line'),
        replace('a', 'a made line', '// ... rest of the code ...'),
      ],
      is: { refused: ['elided-content'] },
    },
    {
      name: 'at a looser rung than trailing blanks',
      files: { a: T },
      edits: [replace('a', 'first line here', '    a made line'), replace('a', 'a made line', 'x')],
      is: { refused: ['stale-anchor/nowhere'] },
    },
    {
      name: 'in pieces, of which one stands on a later block',
      files: { a: T },
      edits: [
        replace('a', 'x\n...\ny', '', pieces(['first line here', '1'], ['made line here', '3'])),
        replace('a', 'third line here', 'made line here'),
      ],
      is: { refused: ['stale-anchor/pieces-out-of-order'] },
    },
    {
      name: 'in pieces with twins',
      files: { a: `${T}${T}` },
      edits: [
        replace('a', 'x\n...\ny', '', pieces(['first line here', '1'], ['third line here', '3'])),
      ],
      is: { refused: ['ambiguous-anchor/twins'] },
    },
    {
      name: 'in pieces that touch',
      files: { a: T },
      edits: [
        replace('a', 'x\n...\ny', '', pieces(['first line here', '1'], ['second line here', '2'])),
      ],
      is: { files: { a: '1\n2\nthird line here\n' } },
    },
  ]);
});
