import { describe, expect, test } from 'vitest';
import { locate, type Located } from '../../../src/core/match/locate.ts';
import { SourceText } from '../../../src/core/match/source-text.ts';
import { NO_SCOPE, type HunkScope } from '../../../src/core/model/edit.ts';

interface Row {
  readonly name: string;
  readonly file: string;
  readonly old: string;
  readonly scope?: Partial<HunkScope>;
  readonly isFresh?: boolean;
  readonly is: string;
}

const inWords = (source: SourceText, located: Located): string => {
  if (located.kind === 'one') {
    const lines = located.places.map(({ start }) => source.lineNumberAt(start)).join();
    return `${located.rung} ${lines} by ${located.by}`;
  }
  return `${located.kind} ${located.reason} ${located.lines.join()}`.trim();
};

const look = ({ file, old, scope, isFresh = false }: Row): string => {
  const source = new SourceText(Buffer.from(file));
  const query = { lines: old.split('\n'), scope: { ...NO_SCOPE, ...scope }, isFresh };
  return inWords(source, locate(source, query));
};

const run = (rows: readonly Row[]): void => {
  test.each(rows.map((row) => [row.name, row] as const))('%s', (_name, row) => {
    expect(look(row)).toBe(row.is);
  });
};

const TWINS = 'def one():\n    return value_of\n\ndef two():\n    return value_of\n';

const CLASSES = [
  'class Alpha:',
  '    def run(self):',
  '        return compute(1)',
  '',
  '    def stop(self):',
  '        return None',
  '',
  'class Beta:',
  '    def run(self):',
  '        return compute(1)',
  '',
].join('\n');

describe('rungs', () => {
  run([
    { name: 'exact', file: 'alpha beta\ngamma\n', old: 'alpha beta', is: 'exact 1 by text' },
    {
      name: 'last line without ending',
      file: 'x\nalpha beta',
      old: 'alpha beta',
      is: 'exact 2 by text',
    },
    {
      name: 'a part of a line is no line',
      file: 'alpha beta gamma\n',
      old: 'alpha beta',
      is: 'none nowhere',
    },
    {
      name: 'after a byte order mark',
      file: '\uFEFFalpha beta\nx\n',
      old: 'alpha beta',
      is: 'exact 1 by text',
    },
    {
      name: 'line endings',
      file: 'a long line\r\nand another\r\n',
      old: 'a long line\nand another',
      is: 'line-endings 1 by text',
    },
    {
      name: 'mixed line endings',
      file: 'a long line\r\nand another\nthird\r\n',
      old: 'a long line\nand another\nthird',
      is: 'line-endings 1 by text',
    },
    { name: 'a lone CR is content', file: 'a long\rline\n', old: 'line', is: 'none nowhere' },
    {
      name: 'form feed, U+2028 and the like break no line',
      file: 'one\f two\u2028three\v\nnext\n',
      old: 'one\f two\u2028three\v',
      is: 'exact 1 by text',
    },
    {
      name: 'trailing blanks',
      file: 'a long line  \nnext line\t\n',
      old: 'a long line\nnext line',
      is: 'trailing-blanks 1 by text',
    },
    {
      name: 'deeper in the file',
      file: '    if ready:\n        start(now)\n',
      old: 'if ready:\n    start(now)',
      is: 'indentation 1 by text',
    },
    {
      name: 'shallower in the file',
      file: 'if ready:\n    start(now)\n',
      old: '  if ready:\n      start(now)',
      is: 'indentation 1 by text',
    },
    {
      name: 'tabs for blanks',
      file: '\tif ready:\n\t\tstart(now)\n',
      old: '    if ready:\n        start(now)',
      is: 'indentation 1 by text',
    },
    {
      name: 'blanks for tabs, one level up',
      file: 'if ready:\n  start(now)\n',
      old: '\tif ready:\n\t\tstart(now)',
      is: 'indentation 1 by text',
    },
    {
      name: 'only the first line lost its indentation',
      file: '    if ready:\n        start(now)\n',
      old: 'if ready:\n        start(now)',
      is: 'indentation 1 by text',
    },
    {
      name: 'another nesting',
      file: 'if ready:\n    start(now)\n',
      old: 'if ready:\nstart(now)',
      is: 'none nowhere',
    },
    {
      name: 'typographic quotes',
      file: 'say \u201Chello there\u201D now\n',
      old: 'say "hello there" now',
      is: 'look-alikes 1 by text',
    },
    {
      name: 'a decomposed letter',
      file: 'cafe\u0301 au lait bar\n',
      old: 'caf\u00E9 au lait bar',
      is: 'look-alikes 1 by text',
    },
    {
      name: 'a no-break blank',
      file: 'price:\u00A0one hundred\n',
      old: 'price: one hundred',
      is: 'look-alikes 1 by text',
    },
    {
      name: 'case is not a look-alike',
      file: 'return UserName\n',
      old: 'return username',
      is: 'none nowhere',
    },
    {
      name: 'blanks inside are tokens',
      file: 'if a in total:\n',
      old: 'if a int otal:',
      is: 'none nowhere',
    },
    { name: 'blank lines alone', file: 'x\n\n\ny\n', old: '\n', is: 'exact 2 by text' },
    { name: 'one empty line', file: 'x\n\ny\n', old: '', is: 'exact 2 by text' },
  ]);
});

describe('which place', () => {
  run([
    { name: 'twins', file: TWINS, old: '    return value_of', is: 'many twins 2,5' },
    {
      name: 'exact before trimmed',
      file: 'return value_of\n  return value_of\n',
      old: 'return value_of',
      is: 'exact 1 by text',
    },
    {
      name: 'trimmed twins at two depths',
      file: '  return value_of\n    return value_of\n',
      old: 'return value_of',
      is: 'many twins 1,2',
    },
    {
      name: 'overlapping twins',
      file: 'aa bb cc\naa bb cc\naa bb cc\n',
      old: 'aa bb cc\naa bb cc',
      is: 'many twins 1,2',
    },
    { name: 'tiny and not exact', file: '    }\n', old: '}', is: 'none tiny 1' },
    { name: 'tiny and exact', file: 'x\n}\n', old: '}', is: 'exact 2 by text' },
    { name: 'tiny in a CRLF file', file: 'x\r\n}\r\n', old: '}', is: 'line-endings 2 by text' },
    {
      name: 'the number of a fresh read',
      file: TWINS,
      old: '    return value_of',
      scope: { lineHint: 5 },
      isFresh: true,
      is: 'exact 5 by line',
    },
    {
      name: 'a number without a read',
      file: TWINS,
      old: '    return value_of',
      scope: { lineHint: 5 },
      is: 'many twins 2,5',
    },
    {
      name: 'a number beside the twin',
      file: TWINS,
      old: '    return value_of',
      scope: { lineHint: 4 },
      isFresh: true,
      is: 'many twins 2,5',
    },
    {
      name: 'a number never chooses between loose twins',
      file: TWINS,
      old: 'return value_of',
      scope: { lineHint: 5 },
      isFresh: true,
      is: 'many twins 2,5',
    },
    {
      name: 'a declared count',
      file: TWINS,
      old: '    return value_of',
      scope: { count: 2 },
      is: 'exact 2,5 by count',
    },
    {
      name: 'a wrong count',
      file: TWINS,
      old: '    return value_of',
      scope: { count: 3 },
      is: 'many count 2,5',
    },
    {
      name: 'every',
      file: TWINS,
      old: '    return value_of',
      scope: { count: 'every' },
      is: 'exact 2,5 by count',
    },
    {
      name: 'every, loosely',
      file: TWINS,
      old: 'return value_of',
      scope: { count: 'every' },
      is: 'many count 2,5',
    },
    {
      name: 'one, loosely',
      file: '  only line here\n',
      old: 'only line here',
      scope: { count: 1 },
      is: 'indentation 1 by text',
    },
    {
      name: 'every, overlapping',
      file: 'aa bb cc\naa bb cc\naa bb cc\n',
      old: 'aa bb cc\naa bb cc',
      scope: { count: 'every' },
      is: 'many overlapping 1,2',
    },
  ]);
});

describe('scope', () => {
  run([
    {
      name: 'an anchor',
      file: TWINS,
      old: '    return value_of',
      scope: { anchors: ['def two():'] },
      is: 'exact 5 by text',
    },
    {
      name: 'a partial anchor',
      file: TWINS,
      old: '    return value_of',
      scope: { anchors: ['def two'] },
      is: 'exact 5 by text',
    },
    {
      name: 'an anchor inside a line',
      file: TWINS,
      old: '    return value_of',
      scope: { anchors: ['two()'] },
      is: 'exact 5 by text',
    },
    {
      name: 'no anchor cut out of a word',
      file: TWINS,
      old: '    return value_of',
      scope: { anchors: ['def tw'] },
      is: 'none anchor-missing',
    },
    {
      name: 'the first of two',
      file: CLASSES,
      old: '        return compute(1)',
      scope: { anchors: ['class Alpha:', 'def run'] },
      is: 'exact 3 by text',
    },
    {
      name: 'the second of two',
      file: CLASSES,
      old: '        return compute(1)',
      scope: { anchors: ['class Beta', 'def run'] },
      is: 'exact 10 by text',
    },
    {
      name: 'anchors in the wrong order',
      file: CLASSES,
      old: '        return compute(1)',
      scope: { anchors: ['def run', 'class Beta'] },
      is: 'none anchor-missing',
    },
    {
      name: 'outside the anchor',
      file: CLASSES,
      old: '        return None',
      scope: { anchors: ['class Beta'] },
      is: 'none outside-scope 6',
    },
    {
      name: 'the anchor line itself',
      file: CLASSES,
      old: 'class Beta:\n    def run(self):',
      scope: { anchors: ['class Beta:'] },
      is: 'exact 8 by text',
    },
    {
      name: 'an anchor that heads nothing',
      file: 'import one\nimport two\nrun(one, two)\n',
      old: 'run(one, two)',
      scope: { anchors: ['import one'] },
      is: 'exact 3 by text',
    },
    {
      name: 'the closing line belongs to it',
      file: 'function go() {\n  step(1);\n}\n\nfunction no() {\n  step(2);\n}\n',
      old: '}',
      scope: { anchors: ['function go() {'] },
      is: 'exact 3 by text',
    },
    {
      name: 'a closed signature goes on',
      file: 'def go(\n    a,\n):\n    return a + 1 + 2\n',
      old: '    return a + 1 + 2',
      scope: { anchors: ['def go('] },
      is: 'exact 4 by text',
    },
    {
      name: 'at the end',
      file: 'same line here\nx\nsame line here\n',
      old: 'same line here',
      scope: { atEnd: true },
      is: 'exact 3 by text',
    },
    {
      name: 'not at the end',
      file: 'same line here\nx\n',
      old: 'same line here',
      scope: { atEnd: true },
      is: 'none not-at-edge 1',
    },
    {
      name: 'at the start',
      file: 'same line here\nx\nsame line here\n',
      old: 'same line here',
      scope: { atStart: true },
      is: 'exact 1 by text',
    },
    {
      name: 'an anchor on every line',
      file: `${'mark\n'.repeat(80)}the old line\n`,
      old: 'the old line',
      scope: { anchors: ['mark'] },
      is: `many anchor-twins ${Array.from({ length: 80 }, (_, at) => at + 1).join()}`,
    },
  ]);
});

describe('bounded work', () => {
  const MEGABYTE = 1024 * 1024;
  const many = 'x\n'.repeat(MEGABYTE / 2);

  // Not timed: a quadratic search would run into the time-out of the test by hours.
  test.each([
    ['repeated lines', many, `${'x\n'.repeat(MEGABYTE / 8)}y`],
    ['repeated lines that match', many, 'x\n'.repeat(MEGABYTE / 8).slice(0, -1)],
    ['repeated blank lines', '\n'.repeat(MEGABYTE), '\n'.repeat(MEGABYTE / 4)],
    [
      'repeated indented lines',
      '  a long enough line\n'.repeat(50_000),
      `${'a long enough line\n'.repeat(10_000)}a long enough line`,
    ],
    [
      'trailing blanks',
      'a long enough line \n'.repeat(50_000),
      `${'a long enough line\n'.repeat(10_000)}b`,
    ],
    [
      'one long line',
      'a'.repeat(MEGABYTE),
      `${'a'.repeat(MEGABYTE / 2)}b${'a'.repeat(MEGABYTE / 4)}`,
    ],
    [
      'look-alikes',
      `\u201Cquoted\u201D line\n`.repeat(50_000),
      `${'"quoted" line\n'.repeat(10_000)}z`,
    ],
  ])('%s', (_name, file, old) => {
    const source = new SourceText(Buffer.from(file));
    const located = locate(source, { lines: old.split('\n'), scope: NO_SCOPE, isFresh: false });
    expect(located.kind).not.toBe('one');
  });
});
