import { describe, expect, test } from 'vitest';
import { decodeText, summary } from '../../support/decode-text.ts';

const F = '```';
const AB = ['replace src/a.ts "a" -> "b"'];
const call = (name: string, args: unknown): string => JSON.stringify({ name, arguments: args });
const edit = { path: 'src/a.ts', old_str: 'a', new_str: 'b' };
const PATCH = '*** Begin Patch\n*** Update File: src/a.ts\n-a\n+b\n*** End Patch';

const rows: readonly (readonly [name: string, response: string, expected: readonly string[]])[] = [
  [
    'create',
    call('str_replace_editor', { command: 'create', path: 'n.ts', file_text: 'a\n' }),
    ['create n.ts "a\\n"'],
  ],
  ['write', call('Write', { file_path: 'n.ts', content: 'a\n' }), ['write n.ts "a\\n"']],
  ['write_to_file', call('write_to_file', { path: 'n.ts', content: 'a\n' }), ['write n.ts "a\\n"']],
  [
    '128 insert after a line',
    call('x', { command: 'insert', path: 'src/a.ts', insert_line: 3, new_str: 'n\n' }),
    ['insert src/a.ts 3 "n\\n"'],
  ],
  [
    '128 insert at the start',
    call('x', { command: 'insert', path: 'src/a.ts', insert_line: 0, insert_text: 'n\n' }),
    ['insert src/a.ts 0 "n\\n"'],
  ],
  [
    '128 insert before a line',
    call('insert_content', { path: 'src/a.ts', line: 3, content: 'n\n' }),
    ['insert src/a.ts 2 "n\\n"'],
  ],
  [
    '128 insert before line 0',
    call('insert_content', { path: 'src/a.ts', line: 0, content: 'n\n' }),
    ['! malformed-edit bad-line src/a.ts'],
  ],
  [
    '128 a negative line',
    call('x', { command: 'insert', path: 'src/a.ts', insert_line: -1, new_str: 'n' }),
    ['! malformed-edit bad-line src/a.ts'],
  ],
  ['delete', call('delete_file', { path: 'src/a.ts' }), ['delete src/a.ts']],
  ['rename', call('move_file', { source: 'a.ts', destination: 'b.ts' }), ['rename a.ts b.ts']],
  ['112 apply_patch as a command', JSON.stringify({ command: ['apply_patch', PATCH] }), AB],
  ['112 apply_patch as an argument', call('apply_patch', { input: PATCH }), AB],
  [
    '112 apply_patch in a shell call',
    call('shell', { command: `apply_patch <<'EOF'\n${PATCH}\nEOF` }),
    AB,
  ],
  ['112 a list of strings', JSON.stringify(['apply_patch', PATCH]), AB],
  [
    'a diff argument of search blocks',
    call('replace_in_file', {
      path: 'src/a.ts',
      diff: '<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE',
    }),
    AB,
  ],
  [
    '146 a diff of another path',
    call('apply_diff', {
      path: 'src/a.ts',
      diff: '--- a/src/b.ts\n+++ b/src/b.ts\n@@ -1 +1 @@\n-a\n+b\n',
    }),
    ['! malformed-edit paths-disagree src/b.ts'],
  ],
  [
    '146 two paths',
    JSON.stringify({ ...edit, file_path: 'src/b.ts' }),
    ['! malformed-edit paths-disagree'],
  ],
  [
    '125 no new text',
    JSON.stringify({ path: 'src/a.ts', old_str: 'a' }),
    ['! malformed-edit missing-new src/a.ts'],
  ],
  [
    '125 an empty new text removes',
    JSON.stringify({ ...edit, new_str: '' }),
    ['replace src/a.ts "a" -> ""'],
  ],
  [
    '126 lines as a list',
    JSON.stringify({ ...edit, old_str: ['a', 'b'], new_str: ['c'] }),
    ['replace src/a.ts "a\\nb" -> "c"'],
  ],
  [
    '126 a number',
    JSON.stringify({ ...edit, new_str: 5 }),
    ['! malformed-edit not-a-string src/a.ts'],
  ],
  [
    '126 null',
    JSON.stringify({ ...edit, new_str: null }),
    ['! malformed-edit not-a-string src/a.ts'],
  ],
  [
    '127 truncated',
    `${F}json\n{"path": "src/a.ts", "old_str": "a",\n${F}\n`,
    ['! truncated-response unclosed-json'],
  ],
  [
    '127 truncated in a string',
    '{"path": "src/a.ts", "old_str": "a',
    ['! truncated-response unclosed-json'],
  ],
  [
    '127 truncated arguments',
    JSON.stringify({ name: 'edit', arguments: '{"path": "src/a' }),
    ['! truncated-response unclosed-json'],
  ],
  [
    '127 line breaks inside a string',
    `${F}json\n{"path": "src/a.ts", "old_str": "a\nb", "new_str": "c"}\n${F}`,
    ['! malformed-edit bad-json'],
  ],
  [
    '83 cut for its length',
    JSON.stringify({
      choices: [
        {
          message: { role: 'assistant', content: 'src/a.ts\n```ts\na\n```\n' },
          finish_reason: 'length',
        },
      ],
    }),
    ['write src/a.ts "a\\n"', '! truncated-response length-limit'],
  ],
  [
    '124 a new file of one escaped line',
    call('create_file', { path: 'n.ts', content: 'a\\nb\\n' }),
    ['! malformed-edit escaped-newlines n.ts'],
  ],
  [
    '130 an empty old text makes a file',
    JSON.stringify({ ...edit, old_str: '' }),
    ['create src/a.ts "b"'],
  ],
  [
    '130 two empty texts',
    JSON.stringify({ ...edit, old_str: '', new_str: '' }),
    ['! malformed-edit empty-block src/a.ts'],
  ],
  [
    '54 a count that is none',
    JSON.stringify({ ...edit, expected_replacements: 'two' }),
    ['! malformed-edit bad-count src/a.ts'],
  ],
  [
    'a pattern instead of a text',
    JSON.stringify({ path: 'src/a.ts', search: 'a+', replace: 'b', use_regex: true }),
    ['! malformed-edit regex src/a.ts'],
  ],
  ['no path', JSON.stringify({ old_str: 'a', new_str: 'b' }), ['! malformed-edit no-path']],
  [
    'a lazy edit',
    call('edit_file', { target_file: 'src/a.ts', code_edit: '// ...\nb' }),
    ['! unclassified-edit unsupported-tool src/a.ts'],
  ],
  [
    'content with no tool',
    JSON.stringify({ path: 'src/a.ts', content: 'a' }),
    ['! unclassified-edit tool-without-name src/a.ts'],
  ],
  ['reading is no edit', call('read_file', { path: 'src/a.ts' }), ['! no-edits only-prose']],
  ['a command is no edit', call('bash', { command: 'rm -rf src' }), ['! no-edits only-prose']],
  [
    'a manifest is no call',
    `${F}json\n{"name": "create-app", "version": "1.0.0", "files": ["dist"]}\n${F}`,
    ['! no-edits only-examples'],
  ],
  [
    'JSON under a path is a file',
    `package.json\n${F}json\n${JSON.stringify({ name: 'edit', arguments: edit })}\n${F}`,
    [
      `write package.json ${JSON.stringify(`${JSON.stringify({ name: 'edit', arguments: edit })}\n`)}`,
    ],
  ],
  [
    'data is no call',
    JSON.stringify({ users: [{ id: 1, content: 'x' }] }),
    ['! no-edits only-prose'],
  ],
  [
    '32 a path out of the tree',
    JSON.stringify({ ...edit, path: '/etc/passwd' }),
    ['! path-denied absolute /etc/passwd'],
  ],
  [
    '72 a lone surrogate',
    '{"path": "src/a.ts", "old_str": "a", "new_str": "\\ud800"}',
    ['! encoding-refused unwritable-character src/a.ts'],
  ],
  [
    'CRLF in strings',
    JSON.stringify({ ...edit, old_str: 'a\r\nb' }),
    ['replace src/a.ts "a\\nb" -> "b"'],
  ],
  [
    'CRLF in the content of a new file',
    call('write_file', { path: 'n.bat', content: 'a\r\nb\r\n' }),
    ['write n.bat "a\\r\\nb\\r\\n"'],
  ],
];

describe('JSON tool calls', () => {
  test.each(rows)('%s', (_, response, expected) => {
    expect(summary(response)).toEqual(expected);
  });
  test.each([
    [{ replace_all: true }, { count: 'every' }],
    [{ replace_all: false }, {}],
    [{ expected_replacements: 3 }, { count: 3 }],
  ])('54 %j', (more, scope) => {
    const [found] = decodeText(JSON.stringify({ ...edit, ...more })).edits;
    expect(found?.kind === 'replace' && found.scope).toEqual({
      anchors: [],
      atEnd: false,
      atStart: false,
      ...scope,
    });
  });
  test('124 an old text escaped twice has another reading', () => {
    expect(
      decodeText(JSON.stringify({ ...edit, old_str: 'a\\n\\tb', new_str: 'c' })).edits[0],
    ).toMatchObject({
      unit: 'characters',
      old: 'a\\n\\tb',
      alternates: [{ old: 'a\n\tb', new: 'c', why: 'escaped-twice' }],
    });
  });
  test('a call deep inside texts is refused, not followed for ever', () => {
    let response = 'x';
    for (let depth = 0; depth < 6; depth += 1)
      response = JSON.stringify({ content: [{ type: 'text', text: response }] });
    expect(decodeText(response).rejections.map(({ reason }) => reason)).toEqual(['too-deep']);
  });
});

test('a list of very many edits inside a list is refused for their number', () => {
  const edits = Array.from({ length: 150_000 }, () => ({ old_str: 'a', new_str: 'b' }));
  const response = JSON.stringify({ path: 'a.ts', edits: [{ edits }] });
  expect(summary(response, { maxBytes: 32_000_000 })).toEqual(['! payload-too-large blocks']);
});
