import * as z from 'zod';
import { isEnd } from '../../core/lifecycle/transition.ts';
import { isNothingStated } from '../../core/model/stated.ts';
import { ok, refused } from '../../core/model/result.ts';
import { agentOf, findSubmission, idField } from './fields.ts';
import { handedInDocument, handIn } from './hand-in.ts';
import { handedIn, RESPONSE_FIELDS } from './response-fields.ts';
import { verb } from './verb.ts';

const input = z.strictObject({ id: idField, ...RESPONSE_FIELDS });

/** `resubmit`: the next attempt of what was refused, failed or cancelled, with mended edits or the same. */
export const resubmit = verb({
  name: 'resubmit',
  title: 'Submit again',
  description:
    'The next attempt of a submission that was rejected, failed or cancelled: with all edits again, mended (`edits` or `text`), or, without either, the same edits on the branch as it is now.',
  input,
  output: handedInDocument,
  isReadOnly: false,
  isDestructive: false,
  isIdempotent: false,
  async run(context, { id: spelt, ...fields }, call) {
    const found = findSubmission(context, spelt);
    if (!found.ok) return found;
    const parent = found.value;
    const { ledger } = context.store;
    const state = ledger.state(parent);
    if (state === 'landed' || !isEnd(state)) {
      return refused({
        code: 'not-allowed',
        title: `${parent} is ${state}: only what was rejected, failed or cancelled is sent again`,
        hint:
          state === 'landed'
            ? 'Use `submit` for a further change.'
            : `\`wait\` ${parent}, or \`cancel\` it first.`,
      });
    }
    const given = handedIn(fields);
    if (!given.ok) return given;
    const { payload, stated } = given.value;
    const facts = ledger.facts(parent);
    return ok(
      await handIn(
        context,
        {
          name: facts.name,
          agent: agentOf(fields, call),
          payload: payload ?? ledger.payload(parent),
          // What was said of the same edits holds on, unless it is said anew.
          stated: payload === null && isNothingStated(stated) ? facts.stated : stated,
          target: fields.target ?? facts.target,
          parent,
          key: null,
        },
        call,
      ),
    );
  },
});
