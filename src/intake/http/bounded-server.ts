import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** What a client may take: milliseconds for the headers, for the whole request, and how often that is looked at. */
export interface ServerBounds {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly lookMs: number;
  /** Connections at once: one that says nothing for `headersMs` makes room again. */
  readonly connections: number;
}

const BOUNDS: ServerBounds = {
  headersMs: 10_000,
  requestMs: 60_000,
  lookMs: 2_000,
  connections: 256,
};
const KEEP_ALIVE_MS = 5_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** Milliseconds that answers under way get when the server closes. */
const DRAIN_MS = 2_000;
const SWEEP_MS = 25;

/** An HTTP server that no slow, silent or endless client can hold; its `request` event is the caller's. */
export function boundedServer(bounds: ServerBounds = BOUNDS): Server {
  const server = createServer({
    headersTimeout: bounds.headersMs,
    requestTimeout: bounds.requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: bounds.lookMs,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  server.maxConnections = bounds.connections;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuse(error, socket));
  return server;
}

/** What cannot be read as a request is answered in the shape of every other error. */
function refuse({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const isLarge = code === 'HPE_HEADER_OVERFLOW';
  const status = isLate
    ? '408 Request Timeout'
    : isLarge
      ? '431 Headers Too Large'
      : '400 Bad Request';
  const error = isLate
    ? {
        code: 'too-slow',
        title: 'The request did not come in time',
        hint: 'Send it again at once.',
      }
    : isLarge
      ? {
          code: 'headers-too-large',
          title: 'The headers are too large',
          hint: 'Send fewer headers.',
        }
      : { code: 'bad-request', title: 'This is no HTTP request', hint: 'Send HTTP/1.1.' };
  const body = JSON.stringify({ error });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Takes no more connections, lets answers under way finish for a moment, and ends what is left. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const limit = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    // A connection whose answer was just finished would be kept for the client's next request.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.close(() => {
      clearTimeout(limit);
      clearInterval(sweep);
      resolve();
    });
  });
