import type { RequestListener } from 'node:http';
import type { DoorContext } from '../intake/door-context.ts';
import type { HttpDoor } from '../intake/http/http-door.ts';
import { httpToken } from '../intake/http/http-token.ts';
import type { PipelineLog } from '../pipeline/pipeline-context.ts';

/** The HTTP door of a daemon, which is loaded when the first request comes. */
export interface AgentDoor {
  /** Takes what comes in by the socket. */
  readonly onSocket: RequestListener;
  /** Opens a port of 127.0.0.1; its address. */
  readonly openPort: (port: number) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** A response of the greatest size, escaped as JSON, and what stands around it. */
const bodyBytes = (response: number): number => 2 * response + 256 * 1024;

export function openAgentDoor(
  context: DoorContext,
  { maxResponseBytes, log }: { readonly maxResponseBytes: number; readonly log: PipelineLog },
): AgentDoor {
  let loading: Promise<HttpDoor> | undefined;
  const closers: (() => Promise<void>)[] = [];
  const load = async (): Promise<HttpDoor> => {
    const { createHttpDoor } = await import('../intake/http/http-door.ts');
    return createHttpDoor(context, {
      maxBodyBytes: bodyBytes(maxResponseBytes),
      onError: (error) => log.warn(`a request failed: ${error.message}`, { error }),
    });
  };
  const door = (): Promise<HttpDoor> => (loading ??= load());
  let onSocket: RequestListener | undefined;
  return {
    onSocket: (incoming, response) => {
      if (onSocket !== undefined) return onSocket(incoming, response);
      door().then(
        (opened) => (onSocket ??= opened.listener({ kind: 'socket' }))(incoming, response),
        (error: unknown) => {
          log.warn('the HTTP door could not be opened', { error });
          response.destroy();
        },
      );
    },
    openPort: async (port) => {
      const { openLoopback } = await import('../intake/http/loopback.ts');
      const token = httpToken(context.repo.stateDir);
      const loopback = await openLoopback(await door(), { port, token });
      closers.push(loopback.close);
      return loopback.url;
    },
    close: async () => {
      await (await loading)?.close();
      for (const close of closers) await close();
    },
  };
}
