import * as z from 'zod';
import type { State } from '../../core/lifecycle/states.ts';
import { ok } from '../../core/model/result.ts';
import type { SubmissionId } from '../../core/model/ids.ts';
import { awaitSubmission } from '../../store/await-submission.ts';
import type { DoorContext, DoorRepair } from '../door-context.ts';
import { findSubmission, idField } from './fields.ts';
import { submissionAnswer, submissionDocument } from './submission-document.ts';
import { verb } from './verb.ts';

/** Seconds that a call may last: clients break calls off after a minute. */
const LONGEST_WAIT = 45;

const input = z.strictObject({
  id: idField,
  seconds: z
    .number()
    .min(0)
    .max(LONGEST_WAIT)
    .describe('How long to wait at most. Call it again where the time was up.')
    .default(LONGEST_WAIT),
});

/** How often the caller hears that nothing has changed; milliseconds. */
const BEAT_MS = 5_000;

/** What would mend it, as long as nobody has sent a next attempt. */
async function openRepair(context: DoorContext, id: SubmissionId): Promise<DoorRepair | null> {
  const { ledger } = context.store;
  if (ledger.state(id) !== 'rejected' || ledger.children(id).length > 0) return null;
  return await context.turns.take(() => context.repair(id));
}

/** `wait`: returns when a submission ended, is held or waits for the checkout, or when the time is up. */
export const wait = verb({
  name: 'wait',
  title: 'Wait for a submission',
  description:
    'Wait until a submission landed, was rejected (with the reply that says what to mend), or needs a person. Returns after 45 seconds at most: call it again then.',
  input,
  output: submissionDocument,
  isReadOnly: true,
  isDestructive: false,
  isIdempotent: true,
  async run(context, { id: spelt, seconds }, call) {
    const found = findSubmission(context, spelt);
    if (!found.ok) return found;
    const id = found.value;
    const started = context.clock();
    let last: State | null = null;
    let told = 0;
    try {
      await awaitSubmission(context.store, id, {
        // Where nobody works the queue, only a person can help.
        timeoutMs: context.daemon() === null ? 0 : seconds * 1_000,
        signal: call.signal,
        isWorked: () => context.daemon() !== null,
        onLook: (state) => {
          const now = context.clock();
          if (state === last && now - told < BEAT_MS) return;
          [last, told] = [state, now];
          call.progress(`${id} ${state}, ${Math.round((now - started) / 1_000)} s`);
        },
      });
    } catch (error) {
      // Who hung up hears nothing; what is known is as good an end as any.
      if (!call.signal.aborted) throw error;
    }
    return ok(submissionAnswer(context, id, await openRepair(context, id)));
  },
});
