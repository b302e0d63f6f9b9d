import { cancel } from '../verbs/cancel.ts';
import { check } from '../verbs/check.ts';
import { log } from '../verbs/log.ts';
import { read } from '../verbs/read.ts';
import { resubmit } from '../verbs/resubmit.ts';
import { search } from '../verbs/search.ts';
import { show } from '../verbs/show.ts';
import { status } from '../verbs/status.ts';
import { submit } from '../verbs/submit.ts';
import type { Verb } from '../verbs/verb.ts';
import { wait } from '../verbs/wait.ts';

/** An endpoint: a verb under a path. A GET takes its input from the query, a POST from a JSON body. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** With `:id` for the field of that name. */
  readonly path: string;
  readonly verb: Verb;
  /** Status of a call that was done. */
  readonly done: 200 | 202;
  /** Input that this endpoint gives by itself, and what it is then. */
  readonly fixed?: {
    readonly input: Readonly<Record<string, unknown>>;
    readonly name: string;
    readonly summary: string;
  };
}

/** Every endpoint that is a verb; each verb has one, or more. */
export const ROUTES: readonly Route[] = [
  { method: 'POST', path: '/v1/context', verb: read, done: 200 },
  { method: 'POST', path: '/v1/search', verb: search, done: 200 },
  { method: 'POST', path: '/v1/check', verb: check, done: 200 },
  { method: 'POST', path: '/v1/submissions', verb: submit, done: 202 },
  { method: 'GET', path: '/v1/submissions', verb: log, done: 200 },
  {
    method: 'GET',
    path: '/v1/submissions/:id',
    verb: wait,
    done: 200,
    fixed: { input: { seconds: 0 }, name: 'submission', summary: 'How a submission stands' },
  },
  { method: 'GET', path: '/v1/submissions/:id/show', verb: show, done: 200 },
  { method: 'GET', path: '/v1/submissions/:id/wait', verb: wait, done: 200 },
  { method: 'POST', path: '/v1/submissions/:id/cancel', verb: cancel, done: 200 },
  { method: 'POST', path: '/v1/submissions/:id/retry', verb: resubmit, done: 202 },
  { method: 'GET', path: '/v1/status', verb: status, done: 200 },
];
