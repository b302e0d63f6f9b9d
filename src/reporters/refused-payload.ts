import { REPLY_BEGIN, REPLY_END } from '../core/formats/reply-mark.ts';
import { explain } from '../core/model/explain.ts';
import type { Rejection } from '../core/model/rejection.ts';
import { codeSpan, plainJson, plainLine } from './plain-text.ts';

/** A file that could not become a submission: absolute path, bytes. */
export interface RefusedPayload {
  readonly name: string;
  readonly path: string;
  readonly reason: 'too-large' | 'unreadable';
  readonly bytes: number;
  readonly limit: number;
  readonly detail: string;
}

/** What is written beside such a file. Its receipt has no id, since the store knows nothing of it. */
export function refusedReports(
  payload: RefusedPayload,
): readonly { readonly suffix: string; readonly text: string }[] {
  const { name, reason, bytes, limit } = payload;
  const isLarge = reason === 'too-large';
  const rejection: Rejection = { code: 'payload-too-large', facts: { bytes, limit } };
  const { title, hint } = explain(rejection);
  const fault = {
    code: 'no-permission',
    message: `The file cannot be read: ${plainLine(payload.detail)}`,
    hint: 'Make it readable for the user that runs Sallyport, and drop it again.',
  };
  const summary = isLarge ? `Refused: ${plainLine(title)}` : fault.message;
  const receipt = {
    schemaVersion: 1,
    id: null,
    name,
    outcome: isLarge ? 'rejected' : 'failed',
    summary,
    payload: { sha256: null, bytes },
    rejections: isLarge ? [{ ...rejection, title, hint }] : [],
    fault: isLarge ? null : fault,
  };
  const next = isLarge
    ? `Send a response of at most ${limit} bytes; this one has ${bytes}.`
    : fault.hint;
  return [
    { suffix: '.receipt.json', text: plainJson(receipt) },
    {
      suffix: '.reply.md',
      text: [
        REPLY_BEGIN,
        `# Nothing was changed. ${summary}`,
        `This is about ${codeSpan(name)}.`,
        '## Send next',
        next,
        `${REPLY_END}\n`,
      ].join('\n\n'),
    },
  ];
}
