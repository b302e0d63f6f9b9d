import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Readable, Writable } from 'node:stream';
import type { DoorContext } from '../door-context.ts';
import { createMcpServer, type McpOptions } from './mcp-server.ts';

/** Bytes of one message: a response of the greatest size, escaped as JSON. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** The two ends of a client's pipe. Nothing but the protocol may be written to `output`. */
export interface StdioOptions extends McpOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** What went wrong with the connection; it does not end it. */
  readonly onError: (error: Error) => void;
}

/** Serves one client; `closed` resolves when it has gone. */
export function serveMcp(
  context: DoorContext,
  { input, output, onError, agent }: StdioOptions,
): { readonly closed: Promise<void>; readonly close: () => Promise<void> } {
  const transport = new StdioServerTransport(input, output, {
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
  const handle = serveStdio(() => createMcpServer(context, { agent }), {
    transport,
    onerror: onError,
  });
  const closed = new Promise<void>((resolve) => {
    input.once('end', resolve);
    input.once('close', resolve);
    input.once('error', () => resolve());
  });
  return { closed, close: () => handle.close() };
}
