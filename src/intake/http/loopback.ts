import type { AddressInfo } from 'node:net';
import { Fault } from '../../core/model/fault.ts';
import { boundedServer, closeServer } from './bounded-server.ts';
import type { HttpDoor } from './http-door.ts';

/** A port of this machine alone. */
export interface Loopback {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Opens a port on 127.0.0.1, never on another address. Port 0 takes any that is free. Throws `Fault` busy where the port
 * is taken.
 */
export async function openLoopback(
  door: HttpDoor,
  { port, token }: { readonly port: number; readonly token: string },
): Promise<Loopback> {
  const server = boundedServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(notOpened(error, port)));
    server.listen({ host: '127.0.0.1', port }, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  server.on('request', door.listener({ kind: 'loopback', port: bound, token }));
  return { url: `http://127.0.0.1:${bound}`, close: () => closeServer(server) };
}

function notOpened(error: NodeJS.ErrnoException, port: number): Fault {
  const isTaken = error.code === 'EADDRINUSE';
  return new Fault(
    isTaken ? 'busy' : 'no-permission',
    isTaken
      ? `port ${port} of 127.0.0.1 is taken, perhaps by the daemon of another repository`
      : `port ${port} of 127.0.0.1 cannot be opened: ${error.message}`,
    { hint: 'choose another one with `--http PORT`; 0 takes any that is free', cause: error },
  );
}
