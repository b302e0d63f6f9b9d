import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { registerToml, tomlBlock } from '../../../src/cli/mcp-clients/register-toml.ts';

const SERVER = { command: '/usr/bin/no "quotes"\\here', args: ['/s.js', 'mcp'] };

const textOf = (text: string | null, isForced = false, server = SERVER): string => {
  const made = registerToml(text, server, isForced);
  if (!('text' in made)) throw new Error(made.message);
  return made.text;
};

describe('a registration in TOML', () => {
  test.each([
    ['no file', null],
    ['an empty file', ''],
    ['other settings', 'model = "x" # mine\n'],
    ['an open last line', '[mcp_servers.other]\ncommand = "y"'],
  ])('is appended to %s', (_name, text) => {
    const after = textOf(text);
    expect(after.startsWith(text ?? '')).toBe(true);
    expect(parse(after)).toMatchObject({
      ...parse(text ?? ''),
      mcp_servers: { sallyport: { command: SERVER.command, args: SERVER.args } },
    });
    expect(textOf(after)).toBe(after);
  });

  test('its own block is replaced on purpose, and nothing around it', () => {
    const before = `a = 1\n\n${tomlBlock(SERVER)}\n[other]\nb = 2\n`;
    const other = { command: '/new', args: ['mcp'] };
    expect(registerToml(before, other, false)).toEqual({
      message: expect.stringContaining('another "sallyport"'),
      hint: expect.stringContaining('--force'),
    });
    const after = textOf(before, true, other);
    expect(parse(after)).toMatchObject({ a: 1, other: { b: 2 } });
    expect(after.match(/sallyport:begin/g)).toHaveLength(1);
    expect(after).toContain('command = "/new"');
  });

  test("a person's own table is never replaced", () => {
    const text = '[mcp_servers.sallyport]\ncommand = "mine"\n';
    expect(registerToml(text, SERVER, true)).toEqual({
      message: expect.stringContaining('another "sallyport"'),
      hint: expect.stringContaining('take that table out'),
    });
  });

  test.each([
    ['what is no TOML', 'a = ', 'mend the file first'],
    ['servers in one line', 'mcp_servers = { x = { command = "y" } }\n', 'by hand'],
  ])('%s is left alone', (_name, text, hint) => {
    expect(registerToml(text, SERVER, true)).toEqual({
      message: expect.any(String),
      hint: expect.stringContaining(hint),
    });
  });
});
