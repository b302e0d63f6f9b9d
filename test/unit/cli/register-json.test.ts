import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { registerJson } from '../../../src/cli/mcp-clients/register-json.ts';

const ENTRY = { command: '/bin/node', args: ['/s.js', 'mcp'] };

const textOf = (text: string | null, isForced = false): string => {
  const made = registerJson(text, 'servers', ENTRY, isForced);
  if (!('text' in made)) throw new Error(made.message);
  return made.text;
};

describe('a registration in JSON', () => {
  test.each([
    ['no file', null],
    ['an empty file', ''],
    ['an empty object', '{}'],
    ['other settings', '{ "a": 1 }'],
    ['other servers', '{"servers": {"x": {"command": "y"}}}'],
  ])('into %s', (_name, text) => {
    const after = textOf(text);
    const before = (parse(text ?? '') ?? {}) as { servers?: object };
    expect(parse(after)).toEqual({
      ...before,
      servers: { ...before.servers, sallyport: ENTRY },
    });
    expect(textOf(after)).toBe(after);
  });

  test('leaves comments, trailing commas, tabs, line endings and other entries as they are', () => {
    const lines = [
      '// mine',
      '{',
      '\t"inputs": [], // kept',
      '\t"servers": {',
      '\t\t"x": { "command": "y" }, // of x',
      '\t},',
      '}',
      '',
    ];
    const after = textOf(lines.join('\r\n'));
    for (const line of lines) expect(after).toContain(line);
    expect(after.split('\n').every((line) => line === '' || line.endsWith('\r'))).toBe(true);
    expect(after).toContain('\t\t"sallyport": {\r\n\t\t\t"command"');
  });

  test('another one of the same name stays, unless it is replaced on purpose', () => {
    const text = '{ "servers": { "sallyport": { "command": "old" }, "x": 1 } } // end';
    expect(registerJson(text, 'servers', ENTRY, false)).toEqual({
      message: expect.stringContaining('another "sallyport"'),
      hint: expect.stringContaining('--force'),
    });
    const after = textOf(text, true);
    expect(parse(after)).toEqual({ servers: { sallyport: ENTRY, x: 1 } });
    expect(after.endsWith('// end')).toBe(true);
  });

  test.each(['{ "servers": [', '[]', '{ "servers": 3 }', 'not json'])(
    '%s is left alone',
    (text) => {
      expect(registerJson(text, 'servers', ENTRY, true)).toEqual({
        message: expect.any(String),
        hint: 'mend the file first',
      });
    },
  );
});
