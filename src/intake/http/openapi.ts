import * as z from 'zod';
import { ROUTES, type Route } from './routes.ts';

type Json = Readonly<Record<string, unknown>>;

/** The OpenAPI 3.1 document of the HTTP door, made of the very schemas that check its requests. */
export const openApiDocument = (version: string): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Sallyport',
    version,
    description:
      'Hands edits to the queue of one repository and reads its ledger. On a unix socket, and on 127.0.0.1 with a bearer token where that was asked for. Callers are agents: none can approve, reject or trust. Every error has one shape, with what to do next.',
  },
  servers: [{ url: 'http://127.0.0.1:7451' }],
  security: [{ bearer: [] }],
  paths: Object.fromEntries(
    Array.from(
      Map.groupBy(ROUTES, ({ path }) => path),
      ([path, routes]) => [
        path.replaceAll(/:(\w+)/g, '{$1}'),
        Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), operationOf(route)])),
      ],
    ).concat([['/v1/events', { get: EVENTS }]]),
  ),
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: { Error: ERROR },
  },
});

const ERROR: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'title', 'hint'],
      properties: {
        code: { type: 'string', description: 'What programs branch on.' },
        title: { type: 'string', description: 'What is wrong.' },
        hint: { type: 'string', description: 'What to do next.' },
      },
    },
  },
};

const REFUSED: Json = {
  description: 'Not done; the body says why and what to do next.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

const AGENT: Json = {
  name: 'Sallyport-Agent',
  in: 'header',
  schema: { type: 'string', maxLength: 80 },
  description: 'Name of the agent that calls.',
};

const KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', maxLength: 200 },
  description: 'The same as `key` in the body.',
};

const EVENTS: Json = {
  operationId: 'events',
  summary: "The ledger's events as server-sent events",
  description:
    'Each event has the id of its place in the ledger; `Last-Event-ID` or `after` goes on behind one. Without either, only what happens from now on.',
  parameters: [
    { name: 'after', in: 'query', schema: { type: 'integer', minimum: 0 } },
    { name: 'submission', in: 'query', schema: { type: 'string' } },
    { name: 'Last-Event-ID', in: 'header', schema: { type: 'integer', minimum: 0 } },
  ],
  responses: {
    200: { description: 'A stream without end.', content: { 'text/event-stream': {} } },
    default: REFUSED,
  },
};

function operationOf({ method, path, verb, done, fixed }: Route): Json {
  const { properties = {}, required = [] } = schemaOf(verb.input, 'input');
  const inPath = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name);
  const isGiven = (name: string): boolean =>
    inPath.includes(name) || Object.hasOwn(fixed?.input ?? {}, name);
  const rest = Object.entries(properties as Json).filter(([name]) => !isGiven(name));
  const parameters: Json[] = [
    AGENT,
    ...('key' in (properties as Json) ? [KEY] : []),
    ...inPath.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: (properties as Json)[name],
    })),
  ];
  const needed = (required as readonly string[]).filter((name) => !isGiven(name));
  if (method === 'GET') {
    for (const [name, schema] of rest) {
      parameters.push({ name, in: 'query', required: needed.includes(name), schema });
    }
  }
  const body = {
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: Object.fromEntries(rest),
          ...(needed.length === 0 ? {} : { required: needed }),
          additionalProperties: false,
        },
      },
    },
    required: needed.length > 0,
  };
  return {
    operationId: fixed?.name ?? verb.name,
    summary: fixed?.summary ?? verb.title,
    ...(fixed === undefined ? { description: verb.description } : {}),
    parameters,
    ...(method === 'POST' ? { requestBody: body } : {}),
    responses: {
      [done]: {
        description: 'Done.',
        content: { 'application/json': { schema: schemaOf(verb.output, 'output') } },
      },
      default: REFUSED,
    },
  };
}

/** Without the key that names the dialect: a document of OpenAPI 3.1 has one dialect. */
function schemaOf(schema: z.ZodObject, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
