import * as z from 'zod';
import { ok } from '../../core/model/result.ts';
import { agentField, agentOf, stateField } from './fields.ts';
import { listed, listedSubmission, listLine } from './submission-list.ts';
import { verb } from './verb.ts';

const input = z.strictObject({
  states: z.array(stateField).max(11).describe('Only these; none: all.').default([]),
  mine: z.boolean().describe('Only your own.').default(false),
  limit: z.int().min(1).max(100).default(20),
  agent: agentField,
});

const output = z.object({ submissions: z.array(listedSubmission) });

/** Submissions looked through for one's own. */
const LOOKED_AT = 2_000;

/** `log`: the submissions, newest first. */
export const log = verb({
  name: 'log',
  title: 'List submissions',
  description: 'List submissions, newest first, each with how it stands in one line.',
  input,
  output,
  isReadOnly: true,
  isDestructive: false,
  isIdempotent: true,
  async run(context, { states, mine, limit, agent }, call) {
    const name = agentOf({ agent }, call);
    const found = context.store.ledger
      .list({
        newestFirst: true,
        limit: mine ? LOOKED_AT : limit,
        ...(states.length === 0 ? {} : { states }),
      })
      .filter(({ author }) => !mine || author.agent === name)
      .slice(0, limit);
    const submissions = listed(context, found);
    const text =
      submissions.length === 0 ? 'There are none.' : submissions.map(listLine).join('\n');
    return ok({ data: { submissions }, text });
  },
});
