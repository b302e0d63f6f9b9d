import { describe, expect, test } from 'vitest';
import { decodeText, summary } from '../../support/decode-text.ts';

const F = '```';
const AB = ['replace src/a.ts "a" -> "b"'];
const edit = { path: 'src/a.ts', old_str: 'a', new_str: 'b' };

const xml: readonly (readonly [name: string, response: string, expected: readonly string[]])[] = [
  [
    'replace_in_file',
    '<replace_in_file>\n<path>src/a.ts</path>\n<diff>\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n</diff>\n</replace_in_file>',
    AB,
  ],
  [
    'write_to_file',
    '<write_to_file>\n<path>n.ts</path>\n<content>\na\n<b/>\n</content>\n<line_count>2</line_count>\n</write_to_file>',
    ['write n.ts "a\\n<b/>\\n"'],
  ],
  [
    'insert_content',
    '<insert_content>\n<path>src/a.ts</path>\n<line>2</line>\n<content>\nn\n</content>\n</insert_content>',
    ['insert src/a.ts 1 "n\\n"'],
  ],
  [
    'invoke',
    '<function_calls>\n<invoke name="str_replace_editor">\n<parameter name="command">str_replace</parameter>\n<parameter name="path">src/a.ts</parameter>\n<parameter name="old_str">a</parameter>\n<parameter name="new_str">b</parameter>\n</invoke>\n</function_calls>',
    AB,
  ],
  [
    'tool_call with JSON',
    `<tool_call>\n${JSON.stringify({ name: 'edit', arguments: edit })}\n</tool_call>`,
    AB,
  ],
  [
    'pairs',
    '<edits>\n<old_text>\na\n</old_text>\n<new_text>\nb\n</new_text>\n</edits>',
    ['! malformed-edit no-path'],
  ],
  [
    'pairs under a path',
    '`src/a.ts`\n\n<edits>\n<old_text>\na\n</old_text>\n<new_text>\nb\n</new_text>\n\n<old_text>c</old_text>\n<new_text>d</new_text>\n</edits>',
    [...AB, 'replace src/a.ts "c" -> "d"'],
  ],
  [
    'pairs with a path in the tag',
    '<edit_file path="src/a.ts">\n<old_text>a</old_text>\n<new_text>b</new_text>\n</edit_file>',
    AB,
  ],
  [
    '21 swapped end tags',
    'src/a.ts\n<edits>\n<old_text>a</new_text>\n<new_text>b</old_text>\n</edits>',
    AB,
  ],
  [
    '21 leaked end tags',
    'src/a.ts\n<old_text>\na\n</old_text>\n<new_text>\nb\n</parameter></invoke>',
    AB,
  ],
  [
    'unclosed',
    '<write_to_file>\n<path>n.ts</path>\n<content>\na\n',
    ['! truncated-response unclosed-tag'],
  ],
  [
    'unclosed pair',
    'src/a.ts\n<edits>\n<old_text>a</old_text>\n</edits>',
    ['! truncated-response unclosed-tag'],
  ],
  [
    'markup under a path is a file',
    `x.xml\n${F}xml\n<edit><a/></edit>\n${F}`,
    ['write x.xml "<edit><a/></edit>\\n"'],
  ],
  ['markup in prose', 'Use <b>bold</b>.\n<div>\n</div>', ['! no-edits only-prose']],
];

describe('21 tagged calls', () => {
  test.each(xml)('%s', (_, response, expected) => {
    expect(summary(response)).toEqual(expected);
  });
  test('19 entities stay, with another reading', () => {
    const response = 'src/a.ts\n<old_text>\na &lt; b\n</old_text>\n<new_text>\nc\n</new_text>';
    expect(decodeText(response).edits[0]).toMatchObject({
      unit: 'line-or-part',
      old: 'a &lt; b',
      alternates: [{ old: 'a < b', new: 'c', why: 'html-entities' }],
    });
  });
});
