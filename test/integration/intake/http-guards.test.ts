import { once } from 'node:events';
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { boundedServer, closeServer } from '../../../src/intake/http/bounded-server.ts';
import { httpToken, tokenFile } from '../../../src/intake/http/http-token.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { tempRepo } from '../../support/temp-repo.ts';
import { codeOf, openDoor, TOKEN } from './http-fixture.ts';

/** A request as it is, with headers that `fetch` does not let through. */
async function raw(
  url: string,
  headers: Readonly<Record<string, string>>,
  path = '/v1/status',
): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const { hostname, port } = new URL(url);
  const outgoing = request({ hostname, port, path, headers, agent: false });
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of incoming) body += String(chunk);
  return { status: incoming.statusCode, body };
}

describe('who is let in', () => {
  test.each<readonly [string, Record<string, string>, number]>([
    ['nobody without the token', { authorization: '' }, 401],
    ['nobody with another token', { authorization: `Bearer ${TOKEN}x` }, 401],
    ['nobody with a part of the token', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }, 401],
    ['nobody with the token in another scheme', { authorization: `Basic ${TOKEN}` }, 401],
    ['nobody by another name (DNS rebinding)', { host: 'evil.example' }, 421],
    ['nobody by another name with this port', { host: 'evil.example:PORT' }, 421],
    ['nobody by a name that only begins like ours', { host: '127.0.0.1.evil.example:PORT' }, 421],
    ['nobody under another port', { host: '127.0.0.1:1' }, 421],
    ['no page of another site', { origin: 'http://evil.example' }, 403],
    ['no page of another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['no page without a site', { origin: 'null' }, 403],
    ['nothing that a browser sends for another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['nothing that a browser sends for a sibling', { 'sec-fetch-site': 'same-site' }, 403],
    ['who holds the token', {}, 200],
    ['who calls by localhost', { host: 'localhost:PORT' }, 200],
  ])('%s', async (_name, headers, status) => {
    using temp = tempRepo();
    const { url } = await openDoor(temp);
    const { port } = new URL(url);
    const all = { authorization: `Bearer ${TOKEN}`, host: `127.0.0.1:${port}`, ...headers };
    const sent = Object.entries(all).map(([key, value]) => [key, value.replace('PORT', port)]);
    const answer = await raw(url, Object.fromEntries(sent) as Record<string, string>);
    expect(answer.status).toBe(status);
    if (status !== 200) expect(await codeOf(new Response(answer.body))).toMatch(/^[a-z-]+$/);
    // Neither an answer nor a refusal tells a page of another site anything.
    expect(answer.body).not.toContain(TOKEN);
  });

  test('no answer carries leave for other origins', async () => {
    using temp = tempRepo();
    const { get, url } = await openDoor(temp);
    const headers = [...(await get('/v1/status')).headers.keys()];
    const preflight = await fetch(`${url}/v1/check`, { method: 'OPTIONS' });
    expect(
      [...headers, ...preflight.headers.keys()].filter((name) => name.startsWith('access-control')),
    ).toEqual([]);
    expect(preflight.status).toBe(401);
  });

  test('nobody from another machine: the port is on 127.0.0.1 alone', async () => {
    using temp = tempRepo();
    const { url } = await openDoor(temp);
    const outside = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => address);
    for (const host of [...outside, '127.0.0.2']) {
      const socket = connect({ host, port: Number(new URL(url).port) });
      const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
      expect(error.code).toBe('ECONNREFUSED');
    }
  });

  test('what steers the daemon is not on the port', async () => {
    using temp = tempRepo();
    const { get, post } = await openDoor(temp);
    for (const answer of [await get('/status'), await post('/stop', {}), await post('/wake', {})]) {
      expect([answer.status, await codeOf(answer)]).toEqual([404, 'no-such-endpoint']);
    }
  });
});

describe('the token', () => {
  test('is made once, for its owner alone', () => {
    const dir = tempDir();
    const token = httpToken(dir);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(httpToken(dir)).toBe(token);
    expect(statSync(tokenFile(dir)).mode & 0o777).toBe(0o600);
  });

  test('that somebody made readable for others is closed again', () => {
    const dir = tempDir();
    writeFileSync(join(dir, 'http-token'), 'mine\n');
    chmodSync(join(dir, 'http-token'), 0o644);
    expect(httpToken(dir)).toBe('mine');
    expect(statSync(tokenFile(dir)).mode & 0o777).toBe(0o600);
  });
});

describe('a client that holds on', () => {
  const BOUNDS = { headersMs: 200, requestMs: 400, lookMs: 50, connections: 4 };

  /** What the server answers to a client that sends this and then nothing more. */
  async function answerTo(sent: string): Promise<string> {
    const server = boundedServer(BOUNDS);
    server.on('request', (incoming, response) => {
      incoming.resume().on('end', () => response.end('whole'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const socket = connect({ host: '127.0.0.1', port: address.port });
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.write(sent);
    await once(socket, 'close');
    await closeServer(server);
    return answer;
  }

  test.each([
    ['with headers that never end', 'GET / HTTP/1.1\r\nHost: x\r\nA: ', '408', 'too-slow'],
    [
      'with a body that never comes',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n12',
      '408',
      'too-slow',
    ],
    [
      'with headers past all bounds',
      `GET / HTTP/1.1\r\nA: ${'x'.repeat(40_000)}`,
      '431',
      'headers-too-large',
    ],
    ['that speaks something else', 'HELLO\r\n\r\n', '400', 'bad-request'],
  ])('%s is let go', async (_name, sent, status, code) => {
    const answer = await answerTo(sent);
    expect(answer.split('\r\n')[0]).toContain(status);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: { code } });
  });
});
