import { describe, expect, test } from 'vitest';
import { summary } from '../../support/decode-text.ts';

const F = '```';
const AB = ['replace src/a.ts "a" -> "b"'];
const call = (name: string, args: unknown): string => JSON.stringify({ name, arguments: args });
const edit = { path: 'src/a.ts', old_str: 'a', new_str: 'b' };
const PATCH = '*** Begin Patch\n*** Update File: src/a.ts\n-a\n+b\n*** End Patch';

const rows: readonly (readonly [name: string, response: string, expected: readonly string[]])[] = [
  ['123 str_replace', JSON.stringify({ command: 'str_replace', ...edit }), AB],
  [
    '123 old_string',
    JSON.stringify({ file_path: 'src/a.ts', old_string: 'a', new_string: 'b' }),
    AB,
  ],
  [
    '123 oldText in edits',
    JSON.stringify({
      path: 'src/a.ts',
      edits: [
        { oldText: 'a', newText: 'b' },
        { oldText: 'c', newText: '' },
      ],
    }),
    [...AB, 'replace src/a.ts "c" -> ""'],
  ],
  [
    '123 search and replace',
    call('search_and_replace', { path: 'src/a.ts', search: 'a', replace: 'b' }),
    AB,
  ],
  [
    '123 name and arguments',
    call('Edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' }),
    AB,
  ],
  [
    '123 arguments as a string',
    JSON.stringify({ name: 'edit', arguments: JSON.stringify(edit) }),
    AB,
  ],
  ['123 fenced', `Here:\n\n${F}json\n${JSON.stringify(edit, null, 2)}\n${F}\n`, AB],
  [
    '123 JSON lines',
    `${JSON.stringify(edit)}\n${JSON.stringify({ ...edit, old_str: 'c', new_str: 'd' })}\n`,
    [...AB, 'replace src/a.ts "c" -> "d"'],
  ],
  ['123 a list', JSON.stringify([edit, call('x', {})]), AB],
  [
    '123 a message of Anthropic',
    JSON.stringify({
      type: 'message',
      role: 'assistant',
      content: [
        { type: 'text', text: 'On it.' },
        {
          type: 'tool_use',
          id: 't',
          name: 'str_replace_based_edit_tool',
          input: { command: 'str_replace', ...edit },
        },
      ],
      stop_reason: 'tool_use',
    }),
    AB,
  ],
  [
    '123 a completion of OpenAI',
    JSON.stringify({
      choices: [
        {
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [
              { type: 'function', function: { name: 'edit', arguments: JSON.stringify(edit) } },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
    }),
    AB,
  ],
  [
    '123 a response of OpenAI',
    JSON.stringify({
      output: [{ type: 'function_call', name: 'edit', arguments: JSON.stringify(edit) }],
    }),
    AB,
  ],
  [
    '123 a candidate of Gemini',
    JSON.stringify({
      candidates: [
        {
          content: {
            parts: [
              {
                functionCall: {
                  name: 'replace',
                  args: { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' },
                },
              },
            ],
          },
        },
      ],
    }),
    AB,
  ],
  [
    '123 MCP',
    JSON.stringify({
      method: 'tools/call',
      params: {
        name: 'edit_file',
        arguments: { path: 'src/a.ts', edits: [{ oldText: 'a', newText: 'b' }] },
      },
    }),
    AB,
  ],
  [
    "123 text in a provider's answer",
    JSON.stringify({
      content: [
        { type: 'text', text: 'src/a.ts\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n' },
      ],
    }),
    AB,
  ],
  [
    '123 thoughts are no text',
    JSON.stringify({
      candidates: [{ content: { parts: [{ thought: true, text: PATCH }, { text: 'Nothing.' }] } }],
    }),
    ['! no-edits only-prose'],
  ],
];

describe('123 dialects and providers', () => {
  test.each(rows)('%s', (_, response, expected) => {
    expect(summary(response)).toEqual(expected);
  });
});

describe("a provider's answer that says no role", () => {
  const text = 'src/a.ts\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n';
  test.each<readonly [string, unknown]>([
    ['a chat completion', { choices: [{ index: 0, message: { content: text } }] }],
    [
      'a chat completion with its reasoning',
      { choices: [{ message: { content: text, reasoning_content: PATCH, refusal: null } }] },
    ],
    ['a completion', { choices: [{ text, index: 0, finish_reason: 'stop' }] }],
    ['a message', { type: 'message', content: [{ type: 'text', text }] }],
    ['a message whose content is text', { content: text, stop_reason: 'end_turn' }],
    ['a message whose content is a list of text', { message: { content: [text] } }],
    ['one message alone', { message: { content: text } }],
    ['content alone', { content: text }],
    ['a local model', { model: 'm', response: text, done: true }],
    ['a local chat', { model: 'm', message: { content: text }, done: true }],
    ['a candidate', { candidates: [{ content: { parts: [{ text }] } }] }],
    [
      'an answer of a batch',
      { id: 1, response: { body: { choices: [{ message: { content: text } }] } } },
    ],
    [
      'the call of a message',
      {
        choices: [
          {
            message: { tool_calls: [{ function: { name: 'e', arguments: JSON.stringify(edit) } }] },
          },
        ],
      },
    ],
  ])('is read: %s', (_name, answer) => {
    expect(summary(JSON.stringify(answer))).toEqual(AB);
  });

  test.each<readonly [string, unknown]>([
    ['under a name that is not known', { answer: text }],
    ['deep under such names', { steps: [{ answer: { said: text } }] }],
    ['beside other things', { model: 'm', said: text, id: 7 }],
    ['a patch', { said: PATCH }],
  ])('is refused where it cannot be told: %s', (_name, answer) => {
    expect(summary(JSON.stringify(answer))).toEqual(['! malformed-edit unread-answer']);
  });

  test.each<readonly [string, unknown]>([
    ['what the user said', [{ role: 'user', content: text }]],
    ['what the user said, in parts', { role: 'user', content: [{ type: 'text', text }] }],
    ['what a tool gave back', { content: [{ type: 'tool_result', content: text }] }],
    ['what it gave back elsewhere', { output: [{ type: 'function_call_output', output: text }] }],
    ['data without an edit', { name: 'x', version: '1', text: 'y' }],
    ['what others said, under a name', { history: [{ role: 'user', content: text }] }],
  ])('is none: %s', (_name, answer) => {
    expect(summary(JSON.stringify(answer))).toEqual(['! no-edits only-prose']);
  });

  test('is the content of a document, where it stands under its path', () => {
    const json = JSON.stringify({ choices: [{ message: { content: text } }] });
    expect(summary(`docs/a.md (new file)\n${F}markdown\n${json}\n${F}\n`)).toEqual([
      `write docs/a.md ${JSON.stringify(`${json}\n`)}`,
    ]);
  });

  test('edits of another file than the one that it stands under are refused', () => {
    const json = JSON.stringify({ choices: [{ message: { content: text } }] });
    expect(summary(`src/b.ts\n${F}json\n${json}\n${F}\n`)).toEqual([
      '! malformed-edit paths-disagree src/a.ts',
    ]);
    expect(summary(`src/a.ts\n${F}json\n${json}\n${F}\n`)).toEqual(AB);
  });

  test('it is looked for at any depth', () => {
    let nested: unknown = text;
    for (let depth = 0; depth < 14; depth += 1) nested = { said: nested };
    expect(summary(JSON.stringify(nested))).toEqual(['! malformed-edit unread-answer']);
  });

  test('another answer beside real edits is not passed over', () => {
    expect(summary(`${text}\n${JSON.stringify({ said: PATCH })}\n`)).toEqual([
      ...AB,
      '! malformed-edit unread-answer',
    ]);
  });
});
