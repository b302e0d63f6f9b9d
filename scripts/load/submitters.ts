import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CrowdEdit } from '../../test/support/crowd-edits.ts';
import type { TempRepo } from '../../test/support/temp-repo.ts';

/** A body as the daemon gives it. */
type Body = Readonly<Record<string, unknown>>;

/** One call by the daemon's socket. Throws where it is not done. */
export type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Body>;

/** Calls by the daemon's socket, each on a connection of its own. */
export function askDaemon(repo: TempRepo): Ask {
  const info = readFileSync(join(repo.dir, '.git', 'sallyport', 'daemon.json'), 'utf8');
  const { socket: socketPath } = JSON.parse(info) as { readonly socket: string };
  return async (method, path, body) => {
    const headers = { 'content-type': 'application/json' };
    const outgoing = request({ socketPath, method, path, agent: false, headers });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of incoming) text += String(chunk);
    if ((incoming.statusCode ?? 500) >= 300) throw new Error(`${method} ${path}: ${text}`);
    return JSON.parse(text) as Body;
  };
}

const ENDED: ReadonlySet<unknown> = new Set(['landed', 'rejected', 'failed']);

/** An edit, and when it is to be made, in milliseconds from the start; null: as soon as the one before has ended. */
export interface TimedEdit extends CrowdEdit {
  readonly at: number | null;
}

/** One submitter: reads, edits, hands in, and waits for the end of all. */
export async function submitAll(
  ask: Ask,
  {
    name,
    edits,
    started,
  }: { readonly name: string; readonly edits: readonly TimedEdit[]; readonly started: number },
): Promise<void> {
  const open: string[] = [];
  for (const edit of edits) {
    if (edit.at !== null) await pause(Math.max(0, started + edit.at - performance.now()));
    const id = await submitOne(ask, name, edit);
    if (edit.at === null) await untilEnded(ask, id);
    else open.push(id);
  }
  for (const id of open) await untilEnded(ask, id);
}

async function submitOne(ask: Ask, agent: string, edit: CrowdEdit): Promise<string> {
  const { path, old, new: text } = edit;
  const { token } = await ask('POST', '/v1/context', { paths: [path], agent });
  const edits = [{ path, old, new: text }];
  const { id } = await ask('POST', '/v1/submissions', { edits, tokens: [token], agent });
  return String(id);
}

async function untilEnded(ask: Ask, id: string): Promise<void> {
  for (;;) {
    const { state } = await ask('GET', `/v1/submissions/${id}/wait?seconds=45`);
    if (ENDED.has(state)) return;
  }
}
