import * as z from 'zod';
import type { Answer } from '../core/lifecycle/answering.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import type { Values } from '../store/values.ts';

const answer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answered'), submission: z.string() }),
  z.object({ kind: z.literal('gave-up'), detail: z.string() }),
]);

/** How asking a program for a submission's next attempt ended; null: nobody was asked. */
export function answerTo({ values }: { readonly values: Values }, id: SubmissionId): Answer | null {
  const text = values.get(keyOf(id));
  return text === null ? null : answer.parse(JSON.parse(text));
}

/** Keeps how it ended, for people. */
export function noteAnswer(
  { values }: { readonly values: Values },
  id: SubmissionId,
  given: Answer,
): void {
  values.set(keyOf(id), JSON.stringify(given));
}

const keyOf = (id: SubmissionId): string => `answer:${id}`;
