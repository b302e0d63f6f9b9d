import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds for the headers, for the whole request, and between requests of one connection. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;
const KEEP_ALIVE_MS = 5_000;
const CHECK_MS = 2_000;
/** Connections at once: one that says nothing for `HEADERS_MS` makes room again. */
const MAX_CONNECTIONS = 256;
const MAX_HEADER_BYTES = 16 * 1024;

/** Milliseconds that answers under way get when the server closes. */
const DRAIN_MS = 2_000;
const SWEEP_MS = 25;

/** An HTTP server that no slow, silent or endless client can hold; its `request` event is the caller's. */
export function boundedServer(): Server {
  const server = createServer({
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: CHECK_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  server.maxConnections = MAX_CONNECTIONS;
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
