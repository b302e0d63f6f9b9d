import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import {
  request,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '../core/model/fault.ts';
import { boundedServer, closeServer } from '../intake/http/bounded-server.ts';

/** What the daemon answers on its socket for the command line; each is one JSON document. */
export interface ControlHandlers {
  readonly status: () => unknown;
  readonly wake: () => void;
  readonly stop: () => void;
  /** Takes every other request. */
  readonly other: RequestListener;
}

/** Longest path that every system's `sun_path` takes, in bytes. */
const MAX_SOCKET_PATH = 100;

/** Where the daemon of a state folder listens. A folder too deep for a socket gets one below the temporary folder. */
export function socketPath(stateDir: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\sallyport-${shortName(stateDir)}`;
  const beside = join(stateDir, 'daemon.sock');
  if (Buffer.byteLength(beside) <= MAX_SOCKET_PATH) return beside;
  return join(
    tmpdir(),
    `sallyport-${process.getuid?.() ?? 0}-${shortName(stateDir)}`,
    'daemon.sock',
  );
}

const shortName = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Listens for the command line and for agents. Only the user's own processes get in: the socket and its folder are theirs
 * alone.
 */
export async function listen(
  path: string,
  handlers: ControlHandlers,
): Promise<{ readonly close: () => Promise<void> }> {
  const server = boundedServer();
  server.on('request', (incoming, response) => answer(handlers, incoming, response));
  if (process.platform !== 'win32') {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
    rmSync(path, { force: true });
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  return { close: () => closeServer(server) };
}

function answer(
  handlers: ControlHandlers,
  incoming: IncomingMessage,
  response: ServerResponse,
): void {
  const reply = (status: number, body: unknown): void => {
    // One request a connection: a daemon that stops waits for nobody's next one.
    response
      .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
      .end(JSON.stringify(body));
  };
  switch (`${incoming.method} ${incoming.url}`) {
    case 'GET /status':
      return reply(200, handlers.status());
    case 'POST /wake':
      handlers.wake();
      return reply(202, {});
    case 'POST /stop':
      reply(202, {});
      return handlers.stop();
    default:
      return handlers.other(incoming, response);
  }
}

/** Milliseconds that a daemon may take to answer. */
const ANSWER_MS = 5_000;

/** Asks the daemon. Throws `Fault` `not-running` where nobody answers. */
export function ask(path: string, method: 'GET' | 'POST', url: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const notRunning = (cause?: unknown): void =>
      reject(
        new Fault('not-running', 'no daemon answers for this repository', {
          hint: 'start one with `sallyport start`',
          cause,
        }),
      );
    const outgoing = request(
      { socketPath: path, path: url, method, timeout: ANSWER_MS },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString('utf8'))));
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('timed out')));
    outgoing.on('error', notRunning);
    outgoing.end();
  });
}
