import * as z from 'zod';
import { ok, refused } from '../../core/model/result.ts';
import { agentField, agentOf, findSubmission, idField, stateField } from './fields.ts';
import { verb } from './verb.ts';

const input = z.strictObject({ id: idField, agent: agentField });
const output = z.object({ id: z.string(), state: stateField });

/** `cancel`: takes back what the same agent handed in. Others' submissions are theirs, or a person's to cancel. */
export const cancel = verb({
  name: 'cancel',
  title: 'Cancel a submission',
  description:
    'Take back a submission of your own that has not landed. What has landed stays: a further edit can undo it.',
  input,
  output,
  isReadOnly: false,
  isDestructive: true,
  isIdempotent: true,
  async run(context, { id: spelt, agent }, call) {
    const found = findSubmission(context, spelt);
    if (!found.ok) return found;
    const id = found.value;
    const { ledger } = context.store;
    const name = agentOf({ agent }, call);
    const facts = ledger.facts(id);
    if (facts.author.agent !== name) {
      const owner = facts.author.agent ?? facts.author.name;
      return refused({
        code: 'not-yours',
        title: `${id} was handed in by ${JSON.stringify(owner)}, and you are ${JSON.stringify(name)}`,
        hint: 'Only your own submissions can be cancelled; a person cancels any with `sallyport cancel`. Where it is yours, give the `agent` that you gave to `submit`.',
      });
    }
    if (ledger.state(id) !== 'cancelled') {
      const recorded = ledger.cancel(id, { kind: 'agent', name });
      if (!recorded.ok) {
        return refused({
          code: 'not-allowed',
          title: `${id} is ${ledger.state(id)} and cannot be cancelled any more`,
          hint: `A landing is not broken off, and what has ended stays as it ended: \`wait\` ${id} shows it.`,
        });
      }
      await context.wake();
    }
    const state = ledger.state(id);
    return ok({ data: { id, state }, text: `${id} is ${state}. Nothing of it was changed.` });
  },
});
