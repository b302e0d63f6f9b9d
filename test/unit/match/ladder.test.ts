import { describe } from 'vitest';
import { testLookUps } from '../../support/look-ups.ts';

describe('rungs', () => {
  testLookUps([
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
    {
      name: 'in a file with CRLF, a line with LF is no closer than one with CRLF',
      file: 'a long line\r\nx\r\na long line\n',
      old: 'a long line',
      is: 'many twins 1,3',
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
