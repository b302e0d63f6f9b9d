import { describe } from 'vitest';
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
  ]);
});
