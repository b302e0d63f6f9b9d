import { describe, expect, test } from 'vitest';
import { locate } from '../../../src/core/match/locate.ts';
import { SourceText } from '../../../src/core/match/source-text.ts';
import { NO_SCOPE } from '../../../src/core/model/edit.ts';
import { testLookUps } from '../../support/look-ups.ts';

const TWINS = 'def one():\n    return value_of\n\ndef two():\n    return value_of\n';

describe('which place', () => {
  testLookUps([
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
    {
      name: 'a bracket with a twin at another depth',
      file: 'f {\n  g {\n  }\n}\n',
      old: '}',
      is: 'many twins 3,4',
    },
    {
      name: 'such a bracket at the line of a fresh read',
      file: 'f {\n  g {\n  }\n}\n',
      old: '}',
      scope: { lineHint: 4 },
      isFresh: true,
      is: 'exact 4 by text',
    },
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
    {
      name: 'every, one after the other',
      file: 'aaa bbb ccc ddd\naaa bbb ccc ddd\n',
      old: 'aaa bbb ccc ddd',
      scope: { count: 'every' },
      is: 'exact 1,2 by count',
    },
    {
      name: 'every, where there is one',
      file: 'aaa bbb ccc ddd\nx\n',
      old: 'aaa bbb ccc ddd',
      scope: { count: 'every' },
      is: 'exact 1 by text',
    },
    {
      name: 'every, loosely, where there is one',
      file: '  aaa bbb ccc ddd\nx\n',
      old: 'aaa bbb ccc ddd',
      scope: { count: 'every' },
      is: 'many count 1',
    },
    {
      name: 'two declared, loosely, where there is one',
      file: '  aaa bbb ccc ddd\nx\n',
      old: 'aaa bbb ccc ddd',
      scope: { count: 2 },
      is: 'many count 1',
    },
    {
      name: 'two declared, loosely, where there are two',
      file: '  aaa bbb ccc ddd\n  aaa bbb ccc ddd\n',
      old: 'aaa bbb ccc ddd',
      scope: { count: 2 },
      is: 'many count 1,2',
    },
    {
      name: 'one declared, loosely, where there are two',
      file: '  aaa bbb ccc ddd\n  aaa bbb ccc ddd\n',
      old: 'aaa bbb ccc ddd',
      scope: { count: 1 },
      is: 'many count 1,2',
    },
    {
      name: 'one declared, where there are two',
      file: 'aaa bbb ccc ddd\naaa bbb ccc ddd\n',
      old: 'aaa bbb ccc ddd',
      scope: { count: 1 },
      is: 'many count 1,2',
    },
    {
      name: 'a count in a CRLF file',
      file: 'aaa bbb ccc ddd\r\nx\r\naaa bbb ccc ddd\r\n',
      old: 'aaa bbb ccc ddd',
      scope: { count: 2 },
      is: 'line-endings 1,3 by count',
    },
    {
      name: 'the number of a fresh read of a CRLF file',
      file: 'aaa bbb ccc ddd\r\nx\r\naaa bbb ccc ddd\r\n',
      old: 'aaa bbb ccc ddd',
      scope: { lineHint: 3 },
      isFresh: true,
      is: 'line-endings 3 by line',
    },
    {
      name: 'a fresh read without a number',
      file: TWINS,
      old: '    return value_of',
      isFresh: true,
      is: 'many twins 2,5',
    },
    {
      name: 'nine characters over two lines, loosely',
      file: '  four5\n  four\n',
      old: 'four5\nfour',
      is: 'none tiny 1',
    },
    {
      name: 'ten characters over two lines, loosely',
      file: '  four5\n  fours\n',
      old: 'four5\nfours',
      is: 'indentation 1 by text',
    },
    {
      name: 'brackets with words among them may have a twin at another depth',
      file: 'go {\n}\n  go {\n  }\n',
      old: 'go {\n}',
      is: 'exact 1 by text',
    },
    {
      name: 'brackets with twins at their own depth are those',
      file: '}\n}\n  }\n',
      old: '}',
      is: 'many twins 1,2',
    },
    {
      name: 'a declared count of brackets does not look at other depths',
      file: 'f {\n  g {\n  }\n}\n',
      old: '}',
      scope: { count: 1 },
      is: 'exact 4 by text',
    },
    {
      name: 'a bracket outside the scope is not looked for at other depths',
      file: 'f {\n  g {\n    }\n    }\n}\n',
      old: '}',
      scope: { anchors: ['g {'] },
      is: 'none outside-scope 5',
    },
  ]);
});

const located = (file: string, old: string, until?: 'line-endings' | 'trailing-blanks') =>
  locate(new SourceText(Buffer.from(file)), {
    lines: [old],
    scope: NO_SCOPE,
    isFresh: false,
    ...(until === undefined ? {} : { until }),
  });

test('no rung looser than the one given decides', () => {
  const file = 'a long enough line \n';
  expect(located(file, 'a long enough line', 'line-endings').kind).toBe('none');
  expect(located(file, 'a long enough line', 'trailing-blanks').kind).toBe('one');
});

test('of many twins the first thousand lines and the count are given', () => {
  const found = located('the same line\n'.repeat(1200), 'the same line');
  expect(found).toMatchObject({ kind: 'many', reason: 'twins', found: 1200, rung: 'exact' });
  expect(found.kind === 'many' && found.lines).toHaveLength(1000);
});

describe('more places than are compared one by one', () => {
  const file = `${'}\r\n'.repeat(99)}  }\r\n${'}\r\n'.repeat(40_000)}`;
  test.each([
    ['a number of a fresh read', { lineHint: 100 }],
    ['a declared count of one too many', { count: 40_100 }],
  ] as const)('none is taken for verbatim: %s', (_name, scope) => {
    const query = { lines: ['}'], scope: { ...NO_SCOPE, ...scope }, isFresh: true };
    expect(locate(new SourceText(Buffer.from(file)), query)).toMatchObject({ kind: 'many' });
  });

  test.each([
    ['every', { count: 'every' }],
    ['a declared count', { count: 40_099 }],
  ] as const)('those that stand verbatim are told from the other: %s', (_name, scope) => {
    const query = { lines: ['}'], scope: { ...NO_SCOPE, ...scope }, isFresh: false };
    const found = locate(new SourceText(Buffer.from(file)), query);
    expect(found.kind === 'one' && found.places).toHaveLength(40_099);
  });

  test('nor does a scope make one of them the place, whose indentation nobody measured', () => {
    const lines = Array.from({ length: 40 }, () => 'a long enough line');
    const repeated = '    a long enough line\n'.repeat(2000);
    const rows = [
      [{ atEnd: true }, 'twins'],
      [{ atStart: true }, 'twins'],
      [{ count: 1 }, 'overlapping'],
    ] as const;
    for (const [scope, reason] of rows)
      expect(
        locate(new SourceText(Buffer.from(repeated)), {
          lines,
          scope: { ...NO_SCOPE, ...scope },
          isFresh: false,
        }),
      ).toMatchObject({ kind: 'many', reason, found: 1961 });
  });
});
