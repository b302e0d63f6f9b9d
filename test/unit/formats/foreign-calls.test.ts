import { describe, expect, test } from 'vitest';
import { isForeignEdit, opensForeignCall } from '../../../src/core/formats/foreign-calls.ts';
import { summary } from '../../support/decode-text.ts';

const F = '```';
const FIRST = 'b.ts\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n\n';
const EDIT = 'replace b.ts "old" -> "new"';
const CALL = '{"name":"edit","arguments":{"path":"a.ts","old_string":"x","new_string":"y"}}';
const BLOCK = 'x\n=======\ny\n>>>>>>> REPLACE\n';
const TAG = '! unclassified-edit unsupported-tag';
const TOOL = '! unclassified-edit unsupported-tool';

const rows: readonly (readonly [name: string, text: string, expected: string])[] = [
  [
    'a function tag with parameter tags',
    '<function=str_replace_editor>\n<parameter=path>a.ts</parameter>\n<parameter=old_str>x</parameter>\n</function>\n',
    TAG,
  ],
  ['a list of calls behind a mark', `[TOOL_CALLS][${CALL}]\n`, TAG],
  ['a call behind a token', `<|python_tag|>${CALL}\n`, TAG],
  [
    'an edit tag of another tool',
    '<edit file="a.ts">\n<search>x</search>\n<replace>y</replace>\n</edit>\n',
    TAG,
  ],
  ['a tag that holds a path', '<code edit a.ts>\ny\n</code>\n', TAG],
  ['an edit in YAML', `${F}yaml\n- path: a.ts\n  old_str: x\n  new_str: y\n${F}\n`, TOOL],
  [
    'an edit as a call in code',
    `${F}python\nedit_file(path="src/a.ts", old_str="x", new_str="y")\n${F}\n`,
    TOOL,
  ],
  [
    'an opener that holds the path, in a fence',
    `${F}\n<<<<<<< SEARCH src/a.ts\n${BLOCK}${F}\n`,
    '! unclassified-edit markers-in-code',
  ],
];

describe('an edit in a spelling that is not known', () => {
  test.each(rows)('%s is not left out beside another', (_, text, expected) => {
    expect(summary(FIRST + text)).toEqual([EDIT, expected]);
  });
  test.each([
    '<details>',
    '<b>x</b>',
    '[a link](a.ts)',
    '<function> is a tag',
    '<create>',
    '[TOOL] x',
  ])('no call: %s', (line) => {
    expect(opensForeignCall(line)).toBe(false);
  });
  test.each([
    [['const path = "a.ts";', 'const old = read(path);']],
    [['old_str: x', 'new_str: y']],
    [['path: a.ts', 'mode: 1']],
  ])('no edit: %j', (lines) => {
    expect(isForeignEdit(lines)).toBe(false);
  });
});

describe('the line that a folded part shows', () => {
  test.each([
    '<details><summary>src/a.ts</summary>',
    '<summary><b><code>src/a.ts</code></b></summary>',
  ])('is a caption: %s', (line) => {
    expect(summary(`${line}\n\n${F}ts\nwhole\n${F}\n</details>\n`)).toEqual([
      'write src/a.ts "whole\\n"',
    ]);
  });
});
