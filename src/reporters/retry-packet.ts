import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';
import { codeBlock } from './plain-text.ts';
import { replyOf } from './reply.ts';

/**
 * What a program gets that is asked for the next attempt: the reply, and the response that it is about, since the
 * program may remember nothing. Null where there is nothing to answer.
 */
export function retryPacket(
  view: SubmissionView,
  facts: SubmissionFacts,
  response: Uint8Array,
): string | null {
  const reply = replyOf(view, facts);
  if (reply === null) return null;
  const text = Buffer.from(response).toString('utf8');
  return `${reply}\n## The response that was refused\n\n${codeBlock(text)}\n`;
}
