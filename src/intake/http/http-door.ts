import { getRequestListener } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import type { RequestListener } from 'node:http';
import type { Call, DoorContext } from '../door-context.ts';
import type { McpEndpoint } from '../mcp/mcp-http.ts';
import { ok } from '../../core/model/result.ts';
import { findSubmission, shortLine } from '../verbs/fields.ts';
import { runVerb } from '../verbs/run-verb.ts';
import { eventStream } from './event-stream.ts';
import { refuseForeign, type Reach } from './guards.ts';
import { errorResponse } from './http-error.ts';
import { openApiDocument } from './openapi.ts';
import { queryInput } from './query-input.ts';
import { jsonBody } from './request-body.ts';
import { ROUTES, type Route } from './routes.ts';

export interface HttpDoorOptions {
  /** Bytes of a request's body. */
  readonly maxBodyBytes: number;
  /** What is no refusal: a bug, or a connection that broke. */
  readonly onError: (error: Error) => void;
}

/** The HTTP door of one repository, whatever it is reached by. */
export interface HttpDoor {
  /** What a listener hands its requests to. */
  readonly listener: (reach: Reach) => RequestListener;
  /** Ends streams and waits; a request from then on is refused. */
  readonly close: () => Promise<void>;
}

type App = Hono<{ Bindings: { readonly reach: Reach } }>;
type Ctx = Context<{ Bindings: { readonly reach: Reach } }>;

/** Open event streams at most: each costs a look at the ledger four times a second. */
const MAX_STREAMS = 64;

export function createHttpDoor(context: DoorContext, options: HttpDoorOptions): HttpDoor {
  const closing = new AbortController();
  const app: App = new Hono();
  app.use(async (c, next) => {
    if (closing.signal.aborted) return errorResponse(STOPPING);
    const refusal = refuseForeign(c.req.raw, c.env.reach);
    if (refusal !== null) return refusal;
    await next();
    c.header('x-content-type-options', 'nosniff');
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
    return undefined;
  });
  const limits = { maxBodyBytes: options.maxBodyBytes, closing: closing.signal };
  for (const route of ROUTES) {
    app.on(route.method, route.path, (c) => answer(context, route, c, limits));
  }
  addEvents(app, context, closing.signal);
  app.get('/openapi.json', (c) => c.json(openApiDocument(context.version)));
  const mcp = addMcp(app, context, { ...options, closing: closing.signal });
  app.notFound(noEndpoint);
  app.onError((error) => {
    options.onError(error);
    return errorResponse({
      code: 'bug',
      title: 'This is a bug of sallyport; nothing was landed by this call',
      hint: 'Ask the person who runs it to look into daemon.log, in the folder of the socket.',
    });
  });
  return {
    listener: (reach) => {
      const listen = getRequestListener((request) => app.fetch(request, { reach }), {
        overrideGlobalObjects: false,
      });
      return (incoming, outgoing) => void listen(incoming, outgoing);
    },
    close: async () => {
      closing.abort();
      await (await mcp())?.close();
    },
  };
}

const STOPPING = {
  code: 'stopping',
  title: 'The daemon is stopping',
  hint: 'Try again in a moment; what was handed in is kept.',
} as const;

async function answer(
  context: DoorContext,
  { method, verb, done, fixed }: Route,
  c: Ctx,
  { maxBodyBytes, closing }: { readonly maxBodyBytes: number; readonly closing: AbortSignal },
): Promise<Response> {
  const given =
    method === 'GET'
      ? queryInput(verb.input, new URL(c.req.url).searchParams)
      : await jsonBody(c.req.raw, maxBodyBytes);
  if (given instanceof Response) return given;
  const key = verb.name === 'submit' ? c.req.header('idempotency-key') : undefined;
  const input = {
    ...(key === undefined ? {} : { key }),
    ...given,
    ...fixed?.input,
    ...c.req.param(),
  };
  const call: Call = {
    source: 'http',
    agent: agentOf(c.req.raw) ?? 'http-client',
    signal: AbortSignal.any([c.req.raw.signal, closing]),
    progress: () => undefined,
  };
  const end = await runVerb(verb, context, input, call);
  if (!end.ok) return errorResponse(end.error);
  const { data } = end.value;
  const location =
    done === 202 && 'id' in data ? { location: `/v1/submissions/${String(data.id)}` } : {};
  return Response.json(data, { status: done, headers: location });
}

const AGENT = shortLine(80);

/** The name that a request gives its sender; null: none, or none that can be shown. */
function agentOf(request: Request): string | null {
  const named = AGENT.safeParse(request.headers.get('sallyport-agent'));
  return named.success ? named.data : null;
}

function addEvents(app: App, context: DoorContext, closing: AbortSignal): void {
  let open = 0;
  app.get('/v1/events', (c) => {
    const { ledger } = context.store;
    const asked = c.req.header('last-event-id') ?? c.req.query('after');
    const after = asked === undefined ? ledger.lastSeq() : Number(asked);
    if (!Number.isSafeInteger(after) || after < 0) {
      return errorResponse({
        code: 'bad-input',
        title: `${JSON.stringify(asked)} is no number of an event`,
        hint: 'Give back the id of the last event that you had, or 0 for all.',
      });
    }
    if (open >= MAX_STREAMS) {
      return errorResponse({
        code: 'too-many-streams',
        title: `${MAX_STREAMS} event streams are open already`,
        hint: 'Close one, or use `GET /v1/submissions/ID/wait`.',
      });
    }
    const named = c.req.query('submission');
    const found = named === undefined ? ok(null) : findSubmission(context, named);
    if (!found.ok) return errorResponse(found.error);
    open += 1;
    const signal = AbortSignal.any([c.req.raw.signal, closing]);
    const onEnd = (): void => {
      open -= 1;
    };
    const stream = eventStream(context, { after, submission: found.value, signal, onEnd });
    return new Response(stream, {
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
    });
  });
}

/** The MCP server, loaded when the first client comes. */
function addMcp(
  app: App,
  context: DoorContext,
  { maxBodyBytes, onError, closing }: HttpDoorOptions & { readonly closing: AbortSignal },
): () => Promise<McpEndpoint | undefined> {
  let endpoint: Promise<McpEndpoint> | undefined;
  const load = async (): Promise<McpEndpoint> => {
    const { createMcpEndpoint } = await import('../mcp/mcp-http.ts');
    return createMcpEndpoint(context, { maxBodyBytes, agentOf, onError, closing });
  };
  app.all('/mcp', async (c) => (await (endpoint ??= load())).fetch(c.req.raw));
  return async () => await endpoint;
}

function noEndpoint(c: Ctx): Response {
  const allowed = ROUTES.filter(({ path }) => matches(path, c.req.path)).map(
    ({ method }) => method,
  );
  if (allowed.length > 0) {
    return errorResponse(
      {
        code: 'wrong-method',
        title: `${c.req.path} takes ${allowed.join(' and ')}, not ${c.req.method}`,
        hint: 'GET /openapi.json describes every endpoint.',
      },
      { allow: allowed.join(', ') },
    );
  }
  return errorResponse({
    code: 'no-such-endpoint',
    title: `There is no ${c.req.method} ${c.req.path.slice(0, 200)} here`,
    hint: 'GET /openapi.json describes every endpoint.',
  });
}

const matches = (pattern: string, path: string): boolean => {
  const parts = path.split('/');
  const wanted = pattern.split('/');
  return (
    parts.length === wanted.length &&
    wanted.every((part, at) => part.startsWith(':') || part === parts[at])
  );
};
