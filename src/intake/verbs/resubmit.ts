import * as z from 'zod';
import { isEnd } from '../../core/lifecycle/transition.ts';
import { isBranchSubmission } from '../../core/model/branch-payload.ts';
import { isNothingStated, type Stated } from '../../core/model/stated.ts';
import { committerIdentity } from '../../git/identity.ts';
import { resubmit as handInAgain } from '../resubmit.ts';
import type { SubmissionId } from '../../core/model/ids.ts';
import { ok, refused, type Result } from '../../core/model/result.ts';
import type { Call, DoorContext } from '../door-context.ts';
import { agentOf, findSubmission, idField, priorityField, requirePriority } from './fields.ts';
import { handedInAnswer, handedInDocument, handIn } from './hand-in.ts';
import { handedIn, RESPONSE_FIELDS } from './response-fields.ts';
import { verb, type Answer, type CallRefusal } from './verb.ts';

const input = z.strictObject({
  id: idField,
  repair: z
    .boolean()
    .describe('True: hand in the correction that `wait` offers as `repair`, and nothing else.')
    .default(false),
  priority: priorityField,
  ...RESPONSE_FIELDS,
});

/** `resubmit`: the next attempt of what was refused, failed or cancelled, with mended edits or the same. */
export const resubmit = verb({
  name: 'resubmit',
  title: 'Submit again',
  description:
    'The next attempt of a submission that was rejected, failed or cancelled: with all edits again, mended (`edits` or `text`), or with `repair`, the correction that `wait` offers; or, without any, the same edits on the branch as it is now (give new `tokens` where a read was stale).',
  input,
  output: handedInDocument,
  isReadOnly: false,
  isDestructive: false,
  isIdempotent: false,
  async run(context, { id: spelt, repair, priority, ...fields }, call) {
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
    const agent = agentOf(fields, call);
    const facts = ledger.facts(parent);
    const target = fields.target ?? facts.target;
    const allowed = await requirePriority(context, priority, { agent, target });
    if (!allowed.ok) return allowed;
    if (repair) {
      if (payload !== null || !isNothingStated(stated) || fields.target !== undefined) {
        return refused({
          code: 'bad-input',
          title: '`repair` was given together with other fields',
          hint: 'Give `id` and `repair` alone, or your own edits without `repair`.',
        });
      }
      return await handInRepair(context, parent, { agent, source: call.source, ...allowed.value });
    }
    if (payload === null && isNothingStated(stated)) {
      const author = { ...(await committerIdentity(context.repo)), agent };
      const terms = { author, source: call.source, ...allowed.value };
      const id = await handInAgain(context, parent, terms);
      return ok(await handedInAnswer(context, { id, isRepeat: false }));
    }
    if (payload === null && isBranchSubmission(facts)) {
      return refused({
        code: 'bad-input',
        title: `${parent} is a branch, of which nothing else can be said here`,
        hint: 'Commit to the branch what is missing and `submit` it, or send its `id` alone.',
      });
    }
    const { name } = facts;
    const again = { name, target, parent, key: null, priority: priority ?? facts.priority };
    // The same edits with a new read: what else was said of them holds on.
    const said = payload === null ? { ...facts.stated, ...newOf(stated) } : stated;
    return ok(
      await handIn(
        context,
        { ...again, payload: payload ?? ledger.payload(parent), stated: said, agent },
        call,
      ),
    );
  },
});

/** Hands in what mends a refused response, as its next attempt. */
async function handInRepair(
  context: DoorContext,
  parent: SubmissionId,
  { agent, source, ...wishes }: Pick<Call, 'agent' | 'source'> & { readonly priority?: number },
): Promise<Result<Answer<z.infer<typeof handedInDocument>>, CallRefusal>> {
  const repair = await context.turns.take(() => context.repair(parent));
  if (repair === null) {
    return refused({
      code: 'not-found',
      title: `No correction is offered for ${parent} on the branch as it is now`,
      hint: `The reply of \`wait\` ${parent} says what to mend: send all edits again.`,
    });
  }
  const author = { ...(await committerIdentity(context.repo)), agent };
  const id = await handInAgain(context, parent, { author, source, instead: repair, ...wishes });
  return ok(await handedInAnswer(context, { id, isRepeat: false }));
}

const newOf = (stated: Stated): Partial<Stated> => ({
  reads: stated.reads,
  readTokens: stated.readTokens,
  base: stated.base,
  ...(stated.message === null ? {} : { message: stated.message }),
  ...(stated.deletes.length === 0 ? {} : { deletes: stated.deletes }),
});
