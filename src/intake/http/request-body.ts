import { errorResponse } from './http-error.ts';

/**
 * The body of a request as a JSON object, an empty one where there is none; or the refusal. Reads no further than the
 * limit, whatever the headers say of its length.
 */
export async function jsonBody(
  request: Request,
  maxBytes: number,
): Promise<Record<string, unknown> | Response> {
  const bytes = await limitedBytes(request, maxBytes);
  if (bytes === null) {
    return errorResponse({
      code: 'body-too-large',
      title: `The body has more than ${maxBytes} bytes`,
      hint: 'Hand the edits in as several submissions.',
    });
  }
  if (bytes.length === 0) return {};
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    return errorResponse({
      code: 'not-json',
      title: `The body is ${type === '' ? 'of no type' : JSON.stringify(type.slice(0, 200))}, not JSON`,
      hint: 'Send JSON, with `Content-Type: application/json`.',
    });
  }
  return parsed(bytes);
}

function parsed(bytes: Buffer): Record<string, unknown> | Response {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return badBody(`The body is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...value }
    : badBody('The body is no JSON object');
}

const badBody = (title: string): Response =>
  errorResponse({ code: 'bad-input', title, hint: 'GET /openapi.json describes every body.' });

/** Null: there is more than that. */
async function limitedBytes(request: Request, maxBytes: number): Promise<Buffer | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  const body: ReadableStream<Uint8Array> | null = request.body;
  if (body === null) return Buffer.alloc(0);
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
