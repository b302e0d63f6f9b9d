import { describe, expect, test } from 'vitest';
import type { Located } from '../../../src/core/match/locate.ts';
import { locateCharacters } from '../../../src/core/match/locate-characters.ts';
import { SourceText } from '../../../src/core/match/source-text.ts';
import { NO_SCOPE, type HunkScope } from '../../../src/core/model/edit.ts';

interface Row {
  readonly name: string;
  readonly file: string;
  readonly old: string;
  readonly now?: string;
  readonly scope?: Partial<HunkScope>;
  readonly isFresh?: boolean;
  readonly isDeclared?: boolean;
  /** Rung, offsets and what decided; or the reason and the lines. */
  readonly is: string;
}

const inWords = (located: Located): string =>
  located.kind === 'one'
    ? `${located.rung} ${located.places.map(({ start, end }) => `${start}-${end}`).join()} by ${located.by}`
    : `${located.kind} ${located.reason} ${located.lines.join()}`.trim();

const rows: readonly Row[] = [
  { name: 'inside a line', file: 'f(a, b)\n', old: '(a,', is: 'exact 1-4 by text' },
  {
    name: 'before a point at the end',
    file: 'v = 1.',
    old: '1',
    now: '2',
    is: 'exact 4-5 by text',
  },
  { name: 'a part of a decimal', file: 'v = 1.5', old: '1', now: '2', is: 'none cuts-word 1' },
  { name: 'the other part', file: 'v = 1.5', old: '5', now: '2', is: 'none cuts-word 1' },
  { name: 'after a point at the start', file: '.5', old: '5', now: '2', is: 'exact 1-2 by text' },
  { name: 'nowhere', file: 'f(a, b)\n', old: '(c', is: 'none nowhere' },
  { name: 'after a mark', file: '\uFEFFf(a)\n', old: 'f(a)', is: 'exact 3-7 by text' },
  { name: 'over lines', file: 'f(\na)\n', old: '(\na', is: 'exact 1-4 by text' },
  { name: 'over lines of CRLF', file: 'f(\r\na)\r\n', old: '(\na', is: 'line-endings 1-5 by text' },
  { name: 'in one line of CRLF', file: 'f(\r\na)\r\n', old: 'a)', is: 'exact 4-6 by text' },
  {
    name: 'a first line feed stands for the whole CRLF',
    file: 'f(\r\na)\r\n',
    old: '\na)',
    is: 'line-endings 2-6 by text',
  },
  {
    name: 'a last line feed too',
    file: 'f(\r\na)\r\n',
    old: 'a)\n',
    is: 'line-endings 4-8 by text',
  },
  {
    name: 'a lone CR is no part of an ending',
    file: 'x\r\nf(\ra)\r\n',
    old: '(\ra)\n',
    is: 'line-endings 4-10 by text',
  },
  {
    name: 'a first line feed after LF alone',
    file: 'one\r\n-\n(b)\r\n',
    old: '\n(b)\n',
    is: 'line-endings 6-12 by text',
  },
  {
    name: 'a last line feed at the open end of the file',
    file: 'one\n(two)',
    old: '(two)\n',
    is: 'line-endings 4-9 by text',
  },
  {
    name: 'a last line feed at the open end of a CRLF file',
    file: 'a)\r\nb)\r\nc)',
    old: 'b)\nc)\n',
    is: 'line-endings 4-10 by text',
  },
  {
    name: 'a last line feed before the open end of the file is one',
    file: '(one)\n(two)',
    old: '(one)\n',
    is: 'exact 0-6 by text',
  },
  {
    name: 'a last line feed that is not at the open end',
    file: '(one) (two)',
    old: '(one)\n',
    is: 'none nowhere',
  },
  {
    name: 'longer than the file',
    file: 'a',
    old: '(a)\n',
    is: 'none nowhere',
  },
  { name: 'a line feed alone in an open file', file: 'one', old: '\n', is: 'none nowhere' },
  { name: 'twins', file: 'f(a)\nf(a)\n', old: '(a)', is: 'many twins 1,2' },
  {
    name: 'twins, one at the line of a fresh read',
    file: 'f(a)\nf(a)\n',
    old: '(a)',
    scope: { lineHint: 2 },
    isFresh: true,
    is: 'exact 6-9 by line',
  },
  {
    name: 'twins at a number without a read',
    file: 'f(a)\nf(a)\n',
    old: '(a)',
    scope: { lineHint: 2 },
    is: 'many twins 1,2',
  },
  {
    name: 'twins, and a read without a number',
    file: 'f(a)\nf(a)\n',
    old: '(a)',
    isFresh: true,
    is: 'many twins 1,2',
  },
  {
    name: 'two of the twins at the line of a fresh read',
    file: 'f(a)\nf(a)(a)\n',
    old: '(a)',
    scope: { lineHint: 2 },
    isFresh: true,
    is: 'many twins 1,2,2',
  },
  {
    name: 'a twin at the line of a fresh read that cuts a word',
    file: 'at\nbat\n',
    old: 'at',
    now: 'x',
    scope: { lineHint: 2 },
    isFresh: true,
    is: 'many twins 1,2',
  },
  {
    name: 'a declared count',
    file: '(a)(a)\n',
    old: '(a)',
    scope: { count: 2 },
    is: 'exact 0-3,3-6 by count',
  },
  {
    name: 'a declared one',
    file: '(a)\n',
    old: '(a)',
    scope: { count: 1 },
    is: 'exact 0-3 by text',
  },
  {
    name: 'every one, where there is one',
    file: '(a)\n',
    old: '(a)',
    scope: { count: 'every' },
    is: 'exact 0-3 by text',
  },
  {
    name: 'another count',
    file: '(a)(a)\n',
    old: '(a)',
    scope: { count: 3 },
    is: 'many count 1,1',
  },
  {
    name: 'every one, overlapping',
    file: '- - -\n',
    old: '- -',
    scope: { count: 'every' },
    is: 'many overlapping 1,1',
  },
  {
    name: 'every one, of which one cuts a word',
    file: 'at\nbat\n',
    old: 'at',
    now: 'x',
    scope: { count: 'every' },
    is: 'none cuts-word 1,2',
  },
  { name: 'the head of a word', file: 'count\n', old: 'cou', now: 'x', is: 'none cuts-word 1' },
  { name: 'the tail of a word', file: 'count\n', old: 'unt', now: 'x', is: 'none cuts-word 1' },
  { name: 'the middle of a word', file: 'count\n', old: 'un', now: 'x', is: 'none cuts-word 1' },
  { name: 'a whole word', file: 'a count b\n', old: 'count', now: 'x', is: 'exact 2-7 by text' },
  { name: 'a word that is the file', file: 'count', old: 'count', is: 'exact 0-5 by text' },
  { name: '10 is not 100', file: 'n = 100\n', old: '10', now: '20', is: 'none cuts-word 1' },
  { name: '00 is not 100', file: 'n = 100\n', old: '00', now: '01', is: 'none cuts-word 1' },
  {
    name: 'a number after a letter, declared',
    file: 'v1 of it\n',
    old: '1',
    now: '2',
    is: 'exact 1-2 by text',
  },
  {
    name: 'a number after a letter, not declared',
    file: 'v1 of it\n',
    old: '1',
    now: '2',
    isDeclared: false,
    is: 'none cuts-word 1',
  },
  {
    name: 'a letter after a number',
    file: '1px wide\n',
    old: 'px',
    now: 'em',
    is: 'none cuts-word 1',
  },
  { name: 'beyond ASCII', file: 'caf\u00E9 x\n', old: 'caf', now: 'x', is: 'none cuts-word 1' },
  { name: 'with _', file: 'a_b\n', old: 'a', now: 'x', is: 'none cuts-word 1' },
  { name: 'with $', file: 'a$\n', old: 'a', now: 'x', is: 'none cuts-word 1' },
  { name: 'A to Z', file: 'AZ\n', old: 'A', now: 'x', is: 'none cuts-word 1' },
  { name: 'Z to A', file: 'zZ\n', old: 'Z', now: 'x', is: 'none cuts-word 1' },
  { name: '0 to 9', file: '09\n', old: '0', now: 'x', is: 'none cuts-word 1' },
  { name: '9 to 0', file: '90\n', old: '0', now: 'x', is: 'none cuts-word 1' },
  ...['@', '[', '`', '{', '/', ':', '#', '%', '^', '.', '\u007F'].map((sign) => ({
    name: `${sign} is no word`,
    file: `a${sign}b\n`,
    old: 'a',
    now: 'x',
    is: 'exact 0-1 by text',
  })),
  {
    name: 'an end that both share may lie inside a word',
    file: 'call(prefixName)\n',
    old: 'call(pre',
    now: 'run(pre',
    is: 'exact 0-8 by text',
  },
  {
    name: 'half of an end that both share may not',
    file: 'call(prefixName)\n',
    old: 'call(pre',
    now: 'run(xre',
    is: 'none cuts-word 1',
  },
  {
    name: 'a start that both share may lie inside a word',
    file: 'nameOf(x)\n',
    old: 'Of(x)',
    now: 'Of(y)',
    is: 'exact 4-9 by text',
  },
  {
    name: 'half of a start that both share may not',
    file: 'nameOf(x)\n',
    old: 'Of(x)',
    now: 'Ox(x)',
    is: 'none cuts-word 1',
  },
  {
    name: 'a start that is all of both may',
    file: 'nameOf(x)\n',
    old: 'Of',
    now: 'Of',
    is: 'exact 4-6 by text',
  },
];

describe('characters', () => {
  test.each(rows.map((row) => [row.name, row] as const))('%s', (_name, row) => {
    const located = locateCharacters(new SourceText(Buffer.from(row.file)), {
      old: row.old,
      new: row.now ?? row.old,
      scope: { ...NO_SCOPE, ...row.scope },
      isFresh: row.isFresh ?? false,
      isDeclared: row.isDeclared ?? true,
    });
    expect(inWords(located)).toBe(row.is);
  });
});

describe('ends of the text and of numbers', () => {
  test.each<readonly [string, string, string, string, string]>([
    [
      'closed in the file, and once more at its open end',
      'a b\r\nx\r\na b',
      'a b\n',
      'c\n',
      'line-endings 0-5 by text',
    ],
    ['an open file that holds all but the last character', 'x\nab', 'abc', 'd', 'none nowhere'],
    [
      'a line before LF in a file with CRLF',
      'one\r\ntwo\nthree\r\n',
      'two\nthree\n',
      'x\n',
      'line-endings 5-16 by text',
    ],
    [
      'text after a lone CR',
      'a\r\nq\rfoo bar\nx\r\n',
      'foo bar\nx\n',
      'y\n',
      'line-endings 5-16 by text',
    ],
    [
      'an end that the new text shares, word and all',
      'x bars here',
      ' bar',
      '-bar',
      'exact 1-5 by text',
    ],
    ['a letter of two bytes inside a word', 'x\u00E9y', '\u00E9', 'e', 'none cuts-word 1'],
    ['a word before another number', 'ab 1', 'ab', 'x', 'exact 0-2 by text'],
    ['a word after another number', '1 ab', 'ab', 'x', 'exact 2-4 by text'],
    ['a number before another', '5 1', '5', '6', 'exact 0-1 by text'],
    ['a number after another', '1 5', '5', '6', 'exact 2-3 by text'],
    ['a name before a point and a digit', 'a.1', 'a', 'x', 'exact 0-1 by text'],
    ['a name after a digit and a point', '1.a', 'a', 'x', 'exact 2-3 by text'],
    ['a whole part whose last digit stays', '15.5', '15', '25', 'exact 0-2 by text'],
    ['a fraction whose first digit stays', '1.52', '52', '53', 'exact 2-4 by text'],
  ])('%s', (_name, file, old, now, is) => {
    const source = new SourceText(Buffer.from(file));
    const query = { old, new: now, scope: NO_SCOPE, isFresh: false, isDeclared: true };
    expect(inWords(locateCharacters(source, query))).toBe(is);
  });
});
