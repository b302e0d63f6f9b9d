import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { commandEnv, LAUNCHER } from './sallyport-command.ts';
import type { TempRepo } from './temp-repo.ts';

/** What a tool call came to, as an agent sees it. */
export interface ToolAnswer {
  readonly isError: boolean;
  /** What the model reads. */
  readonly text: string;
  readonly data: Record<string, unknown>;
}

/** An agent: the official client, with the server as a child process. */
export interface Agent extends AsyncDisposable {
  readonly client: Client;
  readonly call: (
    name: string,
    input?: Record<string, unknown>,
    onProgress?: (text: string) => void,
  ) => Promise<ToolAnswer>;
  /** Submits and waits, again and again until it is settled. */
  readonly land: (input: Record<string, unknown>) => Promise<ToolAnswer>;
}

/** A call may last 45 s by itself, and a machine be slow: the limit is only there to end a hang. */
const CALL_MS = 300_000;

/** Calls a tool of a connected client. */
export async function callTool(
  client: Client,
  name: string,
  input: Record<string, unknown>,
  onProgress?: (text: string) => void,
): Promise<ToolAnswer> {
  const result = await client.callTool(
    { name, arguments: input },
    {
      timeout: CALL_MS,
      ...(onProgress === undefined
        ? {}
        : { onprogress: ({ message }) => onProgress(message ?? '') }),
    },
  );
  const content = result.content as readonly { readonly type: string; readonly text?: string }[];
  return {
    isError: result.isError === true,
    text: content.map(({ text = '' }) => text).join('\n'),
    data: (result.structuredContent ?? {}) as Record<string, unknown>,
  };
}

/** Waits as an agent does: each call is bounded, and made again. */
export async function waitFor(
  call: (name: string, input: Record<string, unknown>) => Promise<ToolAnswer>,
  id: unknown,
): Promise<ToolAnswer> {
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = await call('wait', { id });
    if (answer.data['isSettled'] !== false) return answer;
  }
  throw new Error(`${String(id)} is not settled after a quarter of an hour`);
}

/** Starts an agent on a repository, over standard input and output. */
export async function startAgent(
  repo: TempRepo,
  options: {
    readonly name?: string;
    readonly args?: readonly string[];
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<Agent> {
  const env = Object.entries(commandEnv(repo, options.env ?? {})).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [LAUNCHER, 'mcp', ...(options.args ?? [])],
    cwd: options.cwd ?? repo.dir,
    env: Object.fromEntries(env),
    stderr: 'ignore',
  });
  const client = new Client({ name: options.name ?? 'test-agent', version: '1.0.0' });
  await client.connect(transport);
  const call: Agent['call'] = (name, input = {}, onProgress) =>
    callTool(client, name, input, onProgress);
  return {
    client,
    call,
    land: async (input) => {
      const submitted = await call('submit', input);
      return submitted.isError ? submitted : waitFor(call, submitted.data['id']);
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
