import { describe, expect, test } from 'vitest';
import { apply } from '../../../src/core/apply/apply.ts';
import { NO_SCOPE, type Edit } from '../../../src/core/model/edit.ts';
import { decodedOf, remove, replace, snapshotOf } from '../../support/edit-values.ts';
import { testOutcomes } from '../../support/outcomes.ts';

const T = 'first line here\nsecond line here\nthird line here\n';
const alternate = (old: string, now: string) => ({
  alternates: [{ old, new: now, why: 'html-entities' }],
});

const pieces = (...pairs: readonly (readonly [string, string])[]) => ({
  pieces: pairs.map(([old, now]) => ({ old, new: now })),
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
      name: 'and on what later ones make, of which the latter is none',
      files: { a: T },
      edits: [
        replace('a', 'first line here', 'one made line'),
        replace('a', 'one made line\ntwo made line', 'both'),
        replace('a', 'second line here', 'two made line'),
      ],
      is: { refused: ['stale-anchor/nowhere'] },
    },
    {
      name: 'in another reading',
      files: { a: T },
      edits: [
        replace('a', 'first line here', '<made> line here'),
        replace('a', '&lt;made&gt; line here', 'x', alternate('<made> line here', 'y')),
      ],
      is: { files: { a: 'y\nsecond line here\nthird line here\n' } },
    },
    {
      name: 'in another reading with other indentation',
      files: { a: `  ${T}` },
      edits: [replace('a', 'no such line', 'x', alternate('    first line here', 'y'))],
      is: { refused: ['stale-anchor/nowhere'] },
    },
    {
      name: 'in another reading with other trailing blanks',
      files: { a: T.replace('\n', '  \n') },
      edits: [replace('a', 'no such line', 'x', alternate('first line here', 'y'))],
      is: { files: { a: 'y\nsecond line here\nthird line here\n' } },
    },
    {
      name: 'in another reading with left-out code',
      files: { a: T },
      edits: [
        replace('a', 'no such line', 'x', alternate('first line here', '// ... rest of code ...')),
      ],
      is: { refused: ['elided-content'] },
    },
    {
      name: 'in pieces that are parts of lines',
      files: { a: `x = ${T}` },
      edits: [
        replace('a', 'x\n...\ny', '', pieces(['first line here', '1'], ['third line here', '3'])),
      ],
      is: { refused: ['stale-anchor/nowhere'] },
    },
    {
      name: 'in pieces with other indentation',
      files: { a: `  ${T}` },
      edits: [
        replace('a', 'x\n...\ny', '', pieces(['first line here', '1'], ['third line here', '3'])),
      ],
      is: { refused: ['stale-anchor/nowhere'] },
    },
    {
      name: 'of a file beside one that is refused',
      files: { a: T, b: T, c: T },
      edits: [remove('a', 'x\n'), replace('b', 'first line here', '1'), remove('c', T)],
      is: { refused: ['stale-anchor/deleted-content'] },
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

describe('a line number of the original decides nothing on made text', () => {
  const rest = { freshReads: new Set(['a']) };
  const scope = { ...NO_SCOPE, lineHint: 2 };
  const twins = { refused: ['ambiguous-anchor/twins'] };
  testOutcomes([
    {
      name: 'between lines that blocks made',
      files: { a: T },
      edits: [
        replace('a', 'first line here', 'a made line'),
        replace('a', 'second line here', 'a made line'),
        replace('a', 'a made line', 'x', { scope }),
      ],
      rest,
      is: twins,
    },
    {
      name: 'between the places of another reading',
      files: { a: 'one same line\none same line\n' },
      edits: [replace('a', 'no such line', 'x', { scope, ...alternate('one same line', 'y') })],
      rest,
      is: twins,
    },
    {
      name: 'between the places of a piece',
      files: { a: 'one same line\none same line\n' },
      edits: [replace('a', 'x\n...\ny', '', { scope, ...pieces(['one same line', '1']) })],
      rest,
      is: twins,
    },
  ]);
});

describe('other readings that do not stand', () => {
  testOutcomes([
    {
      name: 'one that stands in part of a word is refused for that, whatever the next one says',
      files: { a: T },
      edits: [
        replace('a', 'no such line', 'x', {
          alternates: [
            { old: 'irst line here', new: 'y', why: 'html-entities' },
            { old: 'second line here', new: 'y', why: 'line-numbers' },
          ],
        }),
      ],
      is: { refused: ['stale-anchor/cuts-word'] },
    },
    {
      name: 'a piece too short to be shifted stands nowhere',
      files: { a: `${T}    ab\n` },
      edits: [replace('a', 'x\n...\ny', '', pieces(['first line here', '1'], ['ab', 'cd']))],
      is: { refused: ['stale-anchor/nowhere'] },
    },
  ]);

  test.each<readonly [string, readonly Edit[]]>([
    [
      'a block on what a later one makes',
      [replace('a', 'changed line', 'x'), replace('a', 'second line here', 'changed line')],
    ],
    [
      'another reading on what a later one makes',
      [
        replace('a', 'no such line', 'x', alternate('changed line', 'y')),
        replace('a', 'second line here', 'changed line'),
      ],
    ],
  ])('%s has no lines of the file', (_name, edits) => {
    const { rejections } = apply(decodedOf(edits), snapshotOf({ a: T }), { repoName: '' });
    expect(rejections.map(({ reason, lines }) => [reason, lines])).toEqual([['nowhere', []]]);
  });
});
