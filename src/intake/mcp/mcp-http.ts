import { createMcpHandler } from '@modelcontextprotocol/server';
import type { DoorContext } from '../door-context.ts';
import { createMcpServer } from './mcp-server.ts';

/** The MCP server behind one HTTP endpoint. Every request stands alone: there are no sessions to lose. */
export interface McpEndpoint {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** Who asks is told by the header `Sallyport-Agent`, else by the client's own name where the protocol carries it. */
export function createMcpEndpoint(
  context: DoorContext,
  {
    maxBodyBytes,
    agentOf,
    onError,
    closing,
  }: {
    readonly maxBodyBytes: number;
    readonly agentOf: (request: Request) => string | null;
    readonly onError: (error: Error) => void;
    /** Ends calls that wait. */
    readonly closing: AbortSignal;
  },
): McpEndpoint {
  const handler = createMcpHandler(
    ({ requestInfo }) =>
      createMcpServer(context, {
        agent: requestInfo === undefined ? null : agentOf(requestInfo),
        closing,
      }),
    { maxRequestBodySize: maxBodyBytes, onerror: onError },
  );
  return { fetch: (request) => handler.fetch(request), close: handler.close };
}
