import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callTool, waitFor, type ToolAnswer } from '../support/mcp-client.ts';
import { sallyport, startDaemon, type RunningDaemon } from '../support/sallyport-command.ts';
import { tempRepo, type TempRepo } from '../support/temp-repo.ts';

const FILES = { 'a.txt': 'one\ntwo\nthree\n' };
const EDIT = { path: 'a.txt', old: 'two', new: 'TWO' };

const stateDir = (repo: TempRepo): string => join(repo.dir, '.git', 'sallyport');
const socketOf = (repo: TempRepo): string =>
  (JSON.parse(readFileSync(join(stateDir(repo), 'daemon.json'), 'utf8')) as { socket: string })
    .socket;

/** A request by the socket, as `curl --unix-socket` makes it. */
async function bySocket(
  repo: TempRepo,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number | undefined; readonly body: Record<string, unknown> }> {
  const outgoing = request({
    socketPath: socketOf(repo),
    method,
    path,
    agent: false,
    headers: { 'content-type': 'application/json' },
  });
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return { status: incoming.statusCode, body: JSON.parse(text) as Record<string, unknown> };
}

/** A daemon with a port, and what its clients need. */
async function startWithPort(
  repo: TempRepo,
): Promise<{ daemon: RunningDaemon; url: string; headers: Record<string, string> }> {
  const daemon = await startDaemon(repo, { args: ['--http', '0'] });
  const [, url = '', file = ''] =
    /^HTTP: (\S+), with the token in (\S+)\.$/m.exec(daemon.output().stderr) ?? [];
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const token = readFileSync(file, 'utf8').trim();
  return { daemon, url, headers: { authorization: `Bearer ${token}` } };
}

describe('by the socket', () => {
  test('is there with every daemon, for its owner alone, and lands what comes in', async () => {
    using repo = tempRepo({ files: FILES });
    const daemon = await startDaemon(repo);
    const socket = socketOf(repo);
    expect([statSync(socket).mode & 0o777, statSync(dirname(socket)).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    const submitted = await bySocket(repo, 'POST', '/v1/submissions', { edits: [EDIT] });
    expect(submitted.status).toBe(202);
    const id = String(submitted.body['id']);
    const ended = await bySocket(repo, 'GET', `/v1/submissions/${id}/wait?seconds=45`);
    expect(ended.body).toMatchObject({ state: 'landed' });
    expect(repo.show('HEAD', 'a.txt')).toBe('one\nTWO\nthree\n');
    expect((await bySocket(repo, 'GET', '/nothing')).status).toBe(404);
    await daemon.stop();
    expect(existsSync(socket)).toBe(false);
  });

  test('the command line still steers the daemon by it', async () => {
    using repo = tempRepo({ files: FILES });
    const daemon = await startDaemon(repo);
    expect((await bySocket(repo, 'GET', '/status')).body).toMatchObject({
      pid: daemon.child.pid,
      worktree: repo.dir,
      http: null,
    });
    expect((await sallyport(repo, ['stop'])).code).toBe(0);
    await daemon.ended;
  });
});

describe('by a port', () => {
  test('none is open unless it was asked for', async () => {
    using repo = tempRepo({ files: FILES });
    const daemon = await startDaemon(repo);
    expect((await bySocket(repo, 'GET', '/status')).body).toMatchObject({ http: null });
    expect(existsSync(join(stateDir(repo), 'http-token'))).toBe(false);
    await daemon.stop();
  });

  test('the config of the branch may ask for one', async () => {
    using repo = tempRepo({
      files: { ...FILES, 'sallyport.config.json': '{ "http": { "port": 0 } }\n' },
    });
    const daemon = await startDaemon(repo);
    const url = String((await bySocket(repo, 'GET', '/status')).body['http']);
    expect((await fetch(`${url}/v1/status`)).status).toBe(401);
    await daemon.stop();
  });

  test('a port that is taken, or is none, is said so', async () => {
    using repo = tempRepo({ files: FILES });
    using other = tempRepo({ files: FILES });
    const { daemon, url } = await startWithPort(repo);
    expect((await sallyport(repo, ['status'])).stdout).toMatch(
      new RegExp(`^HTTP: ${url}, with the token in .*/http-token\\.$`, 'm'),
    );
    const taken = await sallyport(other, ['start', '--http', new URL(url).port]);
    expect([taken.code, taken.stderr]).toEqual([3, expect.stringContaining('is taken')]);
    expect(taken.stderr).toContain('--http PORT');
    const bad = await sallyport(other, ['start', '--http', '99999']);
    expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining('takes a port')]);
    await daemon.stop();
  });

  test.each([
    ['the older protocol', {}, 'mcp-client'],
    ['the newer protocol', { versionNegotiation: { mode: 'auto' as const } }, 'http-agent'],
  ])('MCP in %s', async (_name, options, name) => {
    using repo = tempRepo({ files: FILES });
    const { daemon, url, headers } = await startWithPort(repo);
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers },
    });
    const client = new Client({ name: 'http-agent', version: '1.0.0' }, options);
    await client.connect(transport);
    const call = (tool: string, input: Record<string, unknown>): Promise<ToolAnswer> =>
      callTool(client, tool, input);
    expect((await call('status', {})).data).toMatchObject({ isWorked: true, agent: name });
    const { data } = await call('submit', { edits: [EDIT] });
    const progress: string[] = [];
    await callTool(client, 'wait', { id: data['id'] }, (text) => progress.push(text));
    expect((await waitFor(call, data['id'])).data['state']).toBe('landed');
    expect(progress.length).toBeGreaterThan(0);
    expect((await call('wait', { id: 'none' })).isError).toBe(true);
    await client.close();
    await daemon.stop();
  });

  test('MCP asks for the token too, and takes a name for the agent by a header', async () => {
    using repo = tempRepo({ files: FILES });
    const { daemon, url, headers } = await startWithPort(repo);
    const connect = async (given: Record<string, string>): Promise<Client> => {
      const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
        requestInit: { headers: given },
      });
      const client = new Client({ name: 'x', version: '1.0.0' });
      await client.connect(transport);
      return client;
    };
    await expect(connect({})).rejects.toThrow(/401|token|nauthorized/);
    const client = await connect({ ...headers, 'sallyport-agent': 'carol' });
    expect((await callTool(client, 'status', {})).data['agent']).toBe('carol');
    await client.close();
    await daemon.stop();
  });

  test('a daemon that stops ends streams and waits, and loses nothing', async () => {
    using repo = tempRepo({
      files: {
        ...FILES,
        'sallyport.config.json': '{ "gates": [{ "name": "slow", "run": "sleep 120" }] }\n',
      },
    });
    const { daemon, url, headers } = await startWithPort(repo);
    const submitted = await fetch(`${url}/v1/submissions`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ edits: [EDIT] }),
    });
    const { id } = (await submitted.json()) as { id: string };
    const stream = await fetch(`${url}/v1/events?after=0`, { headers });
    const waiting = fetch(`${url}/v1/submissions/${id}/wait`, { headers });
    const events = stream.text();
    const client = new Client({ name: 'x', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers },
    });
    await client.connect(transport);
    const toolWaiting = callTool(client, 'wait', { id });
    // Both are under way by the time that another request was answered.
    await fetch(`${url}/v1/status`, { headers });
    const ended = await daemon.stop();
    expect(ended.code).toBe(0);
    expect(await events).toContain('event: Submitted');
    expect(await (await waiting).json()).toMatchObject({ id, isSettled: false });
    expect((await toolWaiting).data).toMatchObject({ id, isSettled: false });
    await client.close();
    const log = JSON.parse((await sallyport(repo, ['log', '--json'])).stdout) as object[];
    expect(log).toMatchObject([{ id, state: 'queued' }]);
  });
});
