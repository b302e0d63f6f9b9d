import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { CrowdEdit } from '../../test/support/crowd-edits.ts';
import type { TempRepo } from '../../test/support/temp-repo.ts';

/** A body as the daemon gives it. */
type Body = Readonly<Record<string, unknown>>;

/** One call by the daemon's socket. Throws where it is not done. */
export type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Body>;

/** Opens the socket of the daemon for so many calls at once. */
export function askDaemon(repo: TempRepo, atOnce: number): { ask: Ask; close: () => void } {
  const info = readFileSync(join(repo.dir, '.git', 'sallyport', 'daemon.json'), 'utf8');
  const { socket: socketPath } = JSON.parse(info) as { readonly socket: string };
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const ask: Ask = async (method, path, body) => {
    const headers = { 'content-type': 'application/json' };
    const outgoing = request({ socketPath, method, path, agent, headers });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of incoming) text += String(chunk);
    if ((incoming.statusCode ?? 500) >= 300) throw new Error(`${method} ${path}: ${text}`);
    return JSON.parse(text) as Body;
  };
  return { ask, close: () => agent.destroy() };
}

const ENDED: ReadonlySet<unknown> = new Set(['landed', 'rejected', 'failed']);

/** One submitter: reads, edits, hands in, and goes on when that has ended. */
export async function submitAll(
  ask: Ask,
  { name, edits }: { readonly name: string; readonly edits: readonly CrowdEdit[] },
): Promise<void> {
  for (const { path, old, new: text } of edits) {
    const { token } = await ask('POST', '/v1/context', { paths: [path], agent: name });
    const { id } = await ask('POST', '/v1/submissions', {
      edits: [{ path, old, new: text }],
      tokens: [token],
      agent: name,
    });
    for (;;) {
      const { state } = await ask('GET', `/v1/submissions/${String(id)}/wait?seconds=45`);
      if (ENDED.has(state)) break;
    }
  }
}
