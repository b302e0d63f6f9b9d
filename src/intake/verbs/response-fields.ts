import * as z from 'zod';
import { parseContentHash } from '../../core/model/content-hash.ts';
import { plainText } from '../../core/model/explain/plain-text.ts';
import { ok, refused, type Result } from '../../core/model/result.ts';
import type { ReadClaim, Stated } from '../../core/model/stated.ts';
import { editsPayload, structuredEdit } from '../structured-edits.ts';
import { agentField, shortLine, targetField } from './fields.ts';
import type { CallRefusal } from './verb.ts';

/** What a response consists of, for every verb that takes one. */
export const RESPONSE_FIELDS = {
  edits: z
    .array(structuredEdit)
    .min(1)
    .max(500)
    .describe(
      'Edits that land together: {path, old, new} replaces text that stands there exactly once; {path, content} makes a file or replaces it whole; {delete}; {rename, to}.',
    )
    .optional(),
  text: z
    .string()
    .min(1)
    .describe('Instead of `edits`: a response as models write it (search/replace blocks, a diff).')
    .optional(),
  tokens: z.array(shortLine(80)).max(50).describe('Read tokens that `read` gave you.').default([]),
  reads: z
    .array(shortLine(4_400))
    .max(200)
    .describe('Instead of tokens: `PATH@blob:ID`, or `PATH:10-40@sha256:HASH` for lines.')
    .default([]),
  base: shortLine(400).describe('Commit that you worked from, where you know no token.').optional(),
  message: z.string().min(1).max(20_000).describe('The commit message.').optional(),
  deletes: z
    .array(shortLine(4_200))
    .max(200)
    .describe('Paths whose deletion is meant, where `text` deletes them without saying so.')
    .default([]),
  target: targetField,
  agent: agentField,
} as const;

const responseFields = z.strictObject(RESPONSE_FIELDS);
export type ResponseFields = z.infer<typeof responseFields>;

/** A response as the queue takes it. */
export interface HandedIn {
  readonly payload: Uint8Array;
  readonly stated: Stated;
}

/** The payload and what is stated beside it; null payload where neither edits nor text were given. */
export function handedIn(
  fields: ResponseFields,
): Result<{ readonly payload: Uint8Array | null; readonly stated: Stated }, CallRefusal> {
  const { edits, text } = fields;
  if (edits !== undefined && text !== undefined) {
    return refused(bad('Both `edits` and `text` were given', 'Give one of the two.'));
  }
  const reads: ReadClaim[] = [];
  for (const spelt of fields.reads) {
    const claim = readClaim(spelt);
    if (claim === null) {
      return refused(
        bad(
          `${JSON.stringify(spelt)} in \`reads\` is no read`,
          'Write `PATH@blob:ID` or `PATH:10-40@sha256:HASH`, or give the token of `read` as `tokens`.',
        ),
      );
    }
    reads.push(claim);
  }
  const stated: Stated = {
    base: fields.base ?? null,
    reads,
    readTokens: fields.tokens,
    message: fields.message ?? null,
    deletes: fields.deletes,
  };
  if (text !== undefined) return ok({ payload: Buffer.from(text.toWellFormed()), stated });
  if (edits === undefined) return ok({ payload: null, stated });
  const made = editsPayload(edits);
  if (made.ok) return ok({ payload: made.value, stated });
  const said = made.error.map(({ at, problem }) => `edits[${at}]: ${plainText(problem)}`);
  return refused(bad(said.join('; '), 'Send all edits again with that put right.'));
}

/** The response of a call that needs one. */
export function requireHandedIn(fields: ResponseFields): Result<HandedIn, CallRefusal> {
  const given = handedIn(fields);
  if (!given.ok) return given;
  const { payload, stated } = given.value;
  if (payload !== null) return ok({ payload, stated });
  return refused(
    bad(
      'Neither `edits` nor `text` was given',
      'Give `edits`, a list such as [{"path": "src/a.ts", "old": "...", "new": "..."}].',
    ),
  );
}

const WINDOW = /^(.+):(\d{1,9})-(\d{1,9})$/s;

function readClaim(spelt: string): ReadClaim | null {
  const at = spelt.lastIndexOf('@');
  const hash = parseContentHash(spelt.slice(at + 1));
  const place = spelt.slice(0, Math.max(at, 0));
  if (hash === null || place === '') return null;
  const window = WINDOW.exec(place);
  if (window === null) return { path: place, hash };
  const [first, last] = [Number(window[2]), Number(window[3])];
  if (first < 1 || last < first) return null;
  return { path: window[1] ?? '', hash, window: [first, last] };
}

const bad = (title: string, hint: string): CallRefusal => ({ code: 'bad-input', title, hint });
