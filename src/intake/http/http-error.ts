import type { ContextReason } from '../context-problem.ts';
import type { FaultCode } from '../../core/model/fault.ts';
import type { CallRefusal } from '../verbs/verb.ts';

/** Codes of requests that never come as far as a verb. */
type RequestCode =
  | 'bad-input'
  | 'bad-pattern'
  | 'no-token'
  | 'bad-token'
  | 'foreign-origin'
  | 'wrong-host'
  | 'no-such-endpoint'
  | 'wrong-method'
  | 'body-too-large'
  | 'not-json'
  | 'too-many-streams'
  | 'stopping'
  | 'not-found'
  | 'not-yours'
  | 'not-allowed'
  | 'bug';

/** Status by code; a code that is not here is the machine's problem, 500. */
const STATUS: Readonly<Partial<Record<RequestCode | FaultCode | ContextReason['code'], number>>> = {
  'bad-input': 400,
  'bad-pattern': 400,
  'nothing-asked': 400,
  'too-many': 400,
  'unsafe-path': 400,
  'bad-window': 400,
  'out-of-range': 400,
  'no-token': 401,
  'bad-token': 401,
  'foreign-origin': 403,
  'not-yours': 403,
  'not-found': 404,
  'no-such-endpoint': 404,
  'unknown-path': 404,
  'unknown-target': 404,
  folder: 404,
  'wrong-method': 405,
  'not-allowed': 409,
  'body-too-large': 413,
  'too-large': 413,
  'not-json': 415,
  'wrong-host': 421,
  symlink: 422,
  submodule: 422,
  binary: 422,
  'lfs-pointer': 422,
  'not-utf-8': 422,
  'too-many-streams': 503,
  stopping: 503,
  busy: 503,
  'store-busy': 503,
  'not-running': 503,
};

const statusOf = (code: string): number =>
  (STATUS as Readonly<Record<string, number | undefined>>)[code] ?? 500;

/** The one shape of every error: `{"error": {"code", "title", "hint"}}`, never cached. */
export function errorResponse(
  error: Omit<CallRefusal, 'code'> & { readonly code: RequestCode },
  headers?: Readonly<Record<string, string>>,
): Response;
export function errorResponse(error: CallRefusal): Response;
export function errorResponse(
  { code, title, hint }: CallRefusal,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(
    { error: { code, title, hint } },
    { status: statusOf(code), headers: { 'cache-control': 'no-store', ...headers } },
  );
}
