import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandEnv, LAUNCHER, sallyport } from '../support/sallyport-command.ts';
import { tempRepo } from '../support/temp-repo.ts';

const CLIENTS = [
  ['claude-code', '.mcp.json', 'mcpServers'],
  ['cursor', '.cursor/mcp.json', 'mcpServers'],
  ['vscode', '.vscode/mcp.json', 'servers'],
] as const;

test.each(CLIENTS)(
  '%s: what is written starts a server that answers',
  async (client, file, key) => {
    using repo = tempRepo();
    const { code } = await sallyport(repo, ['mcp', 'install', client]);
    expect(code).toBe(0);
    const written = JSON.parse(readFileSync(join(repo.dir, file), 'utf8')) as Record<
      string,
      Record<string, { command: string; args: string[] }>
    >;
    const entry = written[key]?.['sallyport'];
    if (entry === undefined) throw new Error('no entry');
    const env = Object.entries(commandEnv(repo)).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    );
    const connected = new Client({ name: 'x', version: '1.0.0' });
    await connected.connect(
      new StdioClientTransport({
        ...entry,
        cwd: repo.dir,
        env: Object.fromEntries(env),
        stderr: 'ignore',
      }),
    );
    expect((await connected.listTools()).tools.length).toBeGreaterThan(5);
    await connected.close();
  },
);

test('the project’s own copy is preferred where the client can name the project', async () => {
  using repo = tempRepo();
  mkdirSync(join(repo.dir, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(LAUNCHER, join(repo.dir, 'node_modules', '.bin', 'sallyport'));
  const shown = await sallyport(repo, ['mcp', 'install', 'cursor', '--print', '--json']);
  expect(JSON.parse(shown.stdout)).toMatchObject({
    isPortable: true,
    written: false,
    text: expect.stringContaining('${workspaceFolder}/node_modules/.bin/sallyport'),
  });
  expect(existsSync(join(repo.dir, '.cursor'))).toBe(false);
});

test('another registration stays, a mistake says what there is, init does it on the way', async () => {
  using repo = tempRepo();
  const mine = '# mine\n[mcp_servers.sallyport]\ncommand = "other"\n';
  repo.write('.codex/config.toml', mine);
  const refused = await sallyport(repo, ['mcp', 'install', 'codex']);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('was left as it is')]);
  expect(readFileSync(join(repo.dir, '.codex/config.toml'), 'utf8')).toBe(mine);
  const unknown = await sallyport(repo, ['mcp', 'install', 'emacs']);
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    expect.stringContaining('claude-code, codex'),
  ]);
  const made = await sallyport(repo, ['init', '--mcp', 'claude-code', 'vscode']);
  expect(made.code).toBe(0);
  expect(existsSync(join(repo.dir, '.mcp.json'))).toBe(true);
  expect(existsSync(join(repo.dir, '.vscode/mcp.json'))).toBe(true);
});
