import { describe, expect, test } from 'vitest';
import { decodeText, summary } from '../../support/decode-text.ts';

const F = '```';
const SR = '<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE';
const AB = 'replace src/a.ts "a" -> "b"';
const code = (body: string, info = 'ts'): string => `${F}${info}\n${body}\n${F}\n`;

const rows: readonly (readonly [name: string, response: string, expected: readonly string[]])[] = [
  ['a heading names the block under a sentence', `### \`src/a.ts\`\n\nRename it:\n\n${SR}\n`, [AB]],
  [
    'a heading names code that is no edit',
    `### \`src/a.ts\`\n\nAdd this function:\n\n${code('x')}`,
    ['! unclassified-edit path-in-sentence src/a.ts'],
  ],
  [
    'the new text of quoted code is no example',
    `In \`src/a.ts\`, change\n${code('x')}\nto:\n${code('y')}`,
    [
      '! unclassified-edit path-in-sentence src/a.ts',
      '! unclassified-edit path-in-sentence src/a.ts',
    ],
  ],
  [
    'the new text of what looks like a whole file is no example',
    `**src/a.ts**\n${code('x')}\nbecomes\n\n${code('y')}`,
    ['write src/a.ts "x\\n"', '! unclassified-edit path-in-sentence src/a.ts'],
  ],
  [
    'code that is not the new text is an example',
    `**src/a.ts**\n${code('x')}\nWith this you can write:\n\n${code('y')}`,
    ['write src/a.ts "x\\n"'],
  ],
  [
    'another heading ends the section',
    `### \`src/a.ts\`\n\n## Notes\n\n${code('x')}`,
    ['! no-edits only-examples'],
  ],
  [
    'an edit ends the section for code',
    `### \`src/a.ts\`\n\n${SR}\n\nUse it so:\n\n${code('x')}`,
    [AB],
  ],
  [
    'a heading makes no file',
    `### src/a.ts\n\nText.\n\n<<<<<<< SEARCH\n=======\nb\n>>>>>>> REPLACE\n`,
    ['! malformed-edit create-needs-caption src/a.ts'],
  ],
  [
    'a diff without its fence name is no content',
    `src/a.ts\n${code(' k\n-a\n+b')}`,
    ['! malformed-edit looks-like-diff src/a.ts'],
  ],
  [
    'hunks without their fence name are no content',
    `src/a.ts\n${code('@@ -1,2 +1,2 @@\n k\n-a\n+b', '')}`,
    ['! malformed-edit looks-like-diff src/a.ts'],
  ],
  [
    'only added lines are no content',
    `src/a.ts\n${code('+a\n+b')}`,
    ['! malformed-edit looks-like-diff src/a.ts'],
  ],
  [
    'a list in a document is content',
    `list.md\n${code('- a\n- b', 'md')}`,
    ['write list.md "- a\\n- b\\n"'],
  ],
  [
    'a listing with line numbers is no content',
    `src/a.ts\n${code('1 | a\n2 | b\n3 | c')}`,
    ['! malformed-edit line-numbers src/a.ts'],
  ],
  [
    'markers inside content',
    `src/a.ts\n${code(`x\n${SR}`)}`,
    ['! malformed-edit markers-in-code src/a.ts'],
  ],
  [
    'markers in an example inside a document',
    `doc.md\n${F}\`md\nText\n\n${F}\n${SR}\n${F}\n${F}\`\n`,
    [`write doc.md ${JSON.stringify(`Text\n\n${F}\n${SR}\n${F}\n`)}`],
  ],
  [
    'code between edits',
    `${F}\nsrc/a.ts\n${SR}\nlet lost = 1;\n${F}\n`,
    [AB, '! malformed-edit stray-lines'],
  ],
  [
    'comments between edits',
    `${F}\n# first\nsrc/a.ts\n${SR}\n\n// src/b.ts\n${SR}\n${F}\n`,
    [AB, 'replace src/b.ts "a" -> "b"'],
  ],
  [
    'code whose fence was lost',
    `src/a.ts\ntypescript\nCopy code\nconst a = 1;\n`,
    ['! unclassified-edit code-without-fence src/a.ts'],
  ],
  [
    'commands before a heredoc',
    code(
      "cd /repo && apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: src/a.ts\n*** End Patch\nEOF\nnpm test",
      'bash',
    ),
    ['delete src/a.ts'],
  ],
  ['a heading that is a word is no path', `### Build\n${code('x')}`, ['! no-edits only-examples']],
  ['a version is no alternative', `Version 2 of the API:\n\nsrc/a.ts\n${SR}\n`, [AB]],
  [
    'a recommended option is one',
    `### Option B (recommended)\n\nsrc/a.ts\n${SR}\n`,
    [AB, '? alternatives'],
  ],
  [
    "another tool's file tag",
    `<file path="src/a.ts">\nx\n</file>\n`,
    ['! unclassified-edit unsupported-tag src/a.ts'],
  ],
  [
    'a hedged call is held',
    `A call might look like this:\n\n${code('{"path":"src/a.ts","old_str":"a","new_str":"b"}', 'json')}`,
    [AB, '? hedged-edit src/a.ts'],
  ],
  [
    'a hedged diff is held',
    `For example:\n\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n`,
    [AB, '? hedged-edit src/a.ts'],
  ],
];

describe('classification', () => {
  test.each(rows)('%s', (_, response, expected) => {
    expect(summary(response)).toEqual(expected);
  });
  test('every stretch says what it was taken for', () => {
    const response = `Hello.\n\n<think>\nhm\n</think>\n\nsrc/a.ts\n${SR}\n\n> quoted\n\n${code('npm i', 'bash')}\n${code('x()')}Bye.\n`;
    expect(
      decodeText(response).spans.map(({ kind, firstLine, lastLine }) => [
        kind,
        firstLine,
        lastLine,
      ]),
    ).toEqual([
      ['prose', 1, 2],
      ['reasoning', 3, 5],
      ['prose', 6, 6],
      ['edit', 7, 12],
      ['prose', 13, 13],
      ['example', 14, 14],
      ['prose', 15, 15],
      ['shell', 16, 18],
      ['prose', 19, 19],
      ['example', 20, 22],
      ['prose', 23, 23],
    ]);
  });
});
