import { onTestFinished } from 'vitest';
import { doorContext } from '../../../src/daemon/door-context.ts';
import { openRepository, closeRepository } from '../../../src/git/repository.ts';
import type { DoorContext } from '../../../src/intake/door-context.ts';
import { createHttpDoor, type HttpDoor } from '../../../src/intake/http/http-door.ts';
import { openLoopback } from '../../../src/intake/http/loopback.ts';
import { judgeResponse } from '../../../src/pipeline/judge-response.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { TempRepo } from '../../support/temp-repo.ts';

export const TOKEN = 'the-token-of-this-test';

/** A door of a real repository on a real port, with no daemon behind it: what is handed in stays queued. */
export interface OpenDoor {
  readonly context: DoorContext;
  readonly door: HttpDoor;
  readonly url: string;
  /** What was no refusal. */
  readonly errors: readonly Error[];
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  readonly post: (
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>;
}

export async function openDoor(temp: TempRepo, maxBodyBytes = 1024 * 1024): Promise<OpenDoor> {
  const repo = await openRepository(temp.dir);
  const store = openStore(repo.stateDir, Date.now);
  const context = doorContext({
    repo,
    store,
    wake: () => Promise.resolve(),
    judge: (request) => judgeResponse({ repo, store, clock: Date.now }, request),
  });
  const errors: Error[] = [];
  const door = createHttpDoor(context, { maxBodyBytes, onError: (error) => errors.push(error) });
  const { url, close } = await openLoopback(door, { port: 0, token: TOKEN });
  onTestFinished(async () => {
    await door.close();
    await close();
    store.close();
    await closeRepository(repo);
  });
  const authorization = `Bearer ${TOKEN}`;
  return {
    context,
    door,
    url,
    errors,
    get: (path, headers = {}) => fetch(url + path, { headers: { authorization, ...headers } }),
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
}

/** The code of an error's body, after its shape was looked at. */
export async function codeOf(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: Record<string, string> };
  const { code = '', title = '', hint = '', ...rest } = error;
  if (code === '' || title === '' || hint === '' || Object.keys(rest).length > 0)
    throw new Error(`not the shape of an error: ${JSON.stringify(error)}`);
  return code;
}
