import { describe } from 'vitest';
import { NO_SCOPE } from '../../../src/core/model/edit.ts';
import { hunk, replace } from '../../support/edit-values.ts';
import { testOutcomes } from '../../support/outcomes.ts';

const T = 'first line here\nsecond line here\nthird line here\n';
const alternate = (old: string, now: string) => ({
  alternates: [{ old, new: now, why: 'html-entities' }],
});

const pieces = (...pairs: readonly (readonly [string, string])[]) => ({
  pieces: pairs.map(([old, now]) => ({ old, new: now })),
});

const anchors = (...lines: readonly string[]) => ({ scope: { ...NO_SCOPE, anchors: lines } });

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
      name: 'added under an anchor on more lines than are measured',
      files: { a: 'mark\n'.repeat(65) },
      edits: [hunk('a', '+new', anchors('mark'))],
      is: { refused: ['ambiguous-anchor/anchor-twins'] },
    },
    {
      name: 'added under an anchor that its line holds twice',
      files: { a: 'mark mark\nx\n' },
      edits: [hunk('a', '+new', anchors('mark'))],
      is: { files: { a: 'mark mark\nnew\nx\n' } },
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
