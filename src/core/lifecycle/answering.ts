import type { Rejection, RejectionCode } from '../model/rejection.ts';
import type { SubmissionFacts } from '../model/submission.ts';
import type { SubmissionView } from './submission-view.ts';

/** What no program tries again by itself: a person drew that line, or the answer is not the author's to give. */
const NEVER: ReadonlySet<RejectionCode> = new Set([
  'protected-path',
  'path-denied',
  'approval-refused',
]);

/** Doors at which somebody stays to read the answer and sends the next attempt. */
const ANSWERED_AT_THE_DOOR: ReadonlySet<string> = new Set(['mcp', 'http', 'apply', 'branch']);

/**
 * Whether a program may be asked for the next attempt of a submission: a response that was refused for what its author
 * can mend, and behind which no agent stands that does so itself. Never what is held, failed, or was refused by a person.
 */
export function mayBeAnswered(
  { state, endedBy, rejections }: Pick<SubmissionView, 'state' | 'endedBy' | 'rejections'>,
  { source, author }: Pick<SubmissionFacts, 'source' | 'author'>,
): boolean {
  if (state !== 'rejected' || endedBy !== null || rejections.length === 0) return false;
  if (author.agent !== null || ANSWERED_AT_THE_DOOR.has(source)) return false;
  return !rejections.some(isSettled) && !rejections.every(({ code }) => code === 'already-applied');
}

const isSettled = ({ code, reason }: Rejection): boolean =>
  NEVER.has(code) || (code === 'unknown-reference' && reason === 'no-target');

/** How asking a program for the next attempt ended: with a submission, or why there is none, in one sentence. */
export type Answer =
  | { readonly kind: 'answered'; readonly submission: string }
  | { readonly kind: 'gave-up'; readonly detail: string };

/** What a program printed when it was asked; `detail` is a sentence about a run that did not end well. */
export type AnswerRun =
  | { readonly kind: 'printed'; readonly output: Uint8Array }
  | { readonly kind: 'broke'; readonly detail: string }
  | { readonly kind: 'stopped' };

/**
 * What to make of an output: the next attempt, or why it is none. `tried` are the hashes of the attempts before.
 */
export function answerOf(
  output: Uint8Array,
  { hash, tried }: { readonly hash: string; readonly tried: ReadonlySet<string> },
): string | null {
  const text = Buffer.from(output).toString('utf8');
  if (text.trim() === '') return 'it printed nothing';
  return tried.has(hash) ? 'it printed a response that was refused already' : null;
}
