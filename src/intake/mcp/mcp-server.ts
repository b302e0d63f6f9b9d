import {
  CLIENT_INFO_META_KEY,
  McpServer,
  type CallToolResult,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { Call, DoorContext } from '../door-context.ts';
import { runVerb, type CallEnd } from '../verbs/run-verb.ts';
import type { Verb } from '../verbs/verb.ts';
import { VERBS } from '../verbs/verbs.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';

/** Who a connection is, where neither the client nor the call says it. */
export interface McpOptions {
  /** A name that was given outside the protocol (environment, header): it wins over the client's own. Null: none. */
  readonly agent: string | null;
  /** Ends calls that wait, besides the call's own signal. */
  readonly closing?: AbortSignal;
}

const INSTRUCTIONS = `This repository's files are edited through a queue that applies, checks and lands edits; other agents edit them at the same time.
Work like this: \`read\` what you will edit (never from disk: the branch may be ahead), then \`submit\` all edits of one change together with the read token, then \`wait\`. Where it was rejected, do what the reply says and \`resubmit\` all edits. Where it is held, a person decides: go on with something else.`;

/** One server for one connection (or one request over HTTP): the verbs as tools, submissions as resources, prompts. */
export function createMcpServer(context: DoorContext, options: McpOptions): McpServer {
  const server = new McpServer(
    { name: 'sallyport', title: 'Sallyport', version: context.version },
    { instructions: INSTRUCTIONS },
  );
  const callOf = (ctx: ServerContext): Call => ({
    source: 'mcp',
    agent: options.agent ?? plainName(clientName(server, ctx)) ?? 'mcp-client',
    signal: AbortSignal.any([
      ctx.mcpReq.signal,
      ...(options.closing === undefined ? [] : [options.closing]),
    ]),
    progress: progressOf(ctx),
  });
  for (const one of VERBS)
    addTool(server, one, (input, ctx) => run(one, context, input, callOf(ctx)));
  addResources(server, context);
  addPrompts(server, context);
  return server;
}

function addTool(
  server: McpServer,
  one: Verb,
  handle: (input: unknown, ctx: ServerContext) => Promise<CallToolResult>,
): void {
  server.registerTool(
    one.name,
    {
      title: one.title,
      description: one.description,
      inputSchema: advertised(one.input),
      outputSchema: one.output,
      annotations: {
        title: one.title,
        readOnlyHint: one.isReadOnly,
        destructiveHint: one.isDestructive,
        idempotentHint: one.isIdempotent,
        openWorldHint: false,
      },
    },
    handle,
  );
}

/** A schema that is shown to clients and checked by the verb itself, whose refusals say more. */
const advertised = (schema: z.ZodObject): StandardSchemaWithJSON<unknown, unknown> => ({
  '~standard': {
    ...schema['~standard'],
    validate: (value: unknown) => ({ value }),
  },
});

async function run(
  one: Verb,
  context: DoorContext,
  input: unknown,
  call: Call,
): Promise<CallToolResult> {
  return toolResult(await runVerb(one, context, input, call));
}

/**
 * What was asked about went wrong, or the call itself: both are errors to the model, with what to do next. A call that
 * was not done has no structured content, since some clients hold that to the schema of one that was; its code is in
 * the metadata, for programs.
 */
const ERROR_KEY = 'sallyport/error';

function toolResult(end: CallEnd): CallToolResult {
  if (!end.ok) {
    const { code, title, hint } = end.error;
    return {
      isError: true,
      content: [{ type: 'text', text: `${code}: ${title}\nNext: ${hint}` }],
      _meta: { [ERROR_KEY]: { code, title, hint } },
    };
  }
  const { data, text, isProblem = false } = end.value;
  return {
    isError: isProblem,
    content: [{ type: 'text', text }],
    structuredContent: { ...data },
  };
}

/** The name that a client gives itself: with each request, or once when it connected. */
function clientName(server: McpServer, { mcpReq }: ServerContext): string | null {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const info = envelope[CLIENT_INFO_META_KEY];
  const named = typeof info === 'object' && info !== null && 'name' in info ? info.name : null;
  return typeof named === 'string' ? named : (server.server.getClientVersion()?.name ?? null);
}

const MAX_NAME = 80;

/** A foreign name that can be stored and shown; null: nothing is left of it. */
function plainName(name: string | null): string | null {
  const plain = name
    ?.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '')
    .trim()
    .slice(0, MAX_NAME);
  return plain === undefined || plain === '' ? null : plain.toWellFormed();
}

/** Progress notes, where the client asked for them. */
function progressOf({ mcpReq }: ServerContext): (text: string) => void {
  const { _meta: meta } = mcpReq;
  const progressToken = meta?.progressToken;
  let progress = 0;
  return (message) => {
    if (progressToken === undefined) return;
    progress += 1;
    const params = { progressToken, progress, message };
    // A client that is gone cannot be told; the call itself ends by its signal.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
