import * as z from 'zod';
import { STATES, type State } from '../../core/lifecycle/states.ts';
import { plainText } from '../../core/model/explain/plain-text.ts';
import { ok } from '../../core/model/result.ts';
import { readingPoint } from '../reading-point.ts';
import { agentField, agentOf, stateField } from './fields.ts';
import { listed, listedSubmission, listLine } from './submission-list.ts';
import { verb } from './verb.ts';

const input = z.strictObject({ agent: agentField });

const output = z.object({
  repository: z.string(),
  version: z.string(),
  isWorked: z.boolean().describe('Whether a daemon works the queue.'),
  target: z.string().nullable().describe('The branch that edits land on by default.'),
  tip: z.string().nullable(),
  agent: z.string().describe('The name that you go by here.'),
  counts: z.array(z.object({ state: stateField, count: z.int() })),
  open: z.array(listedSubmission).describe('What has not ended, oldest first, at most 20.'),
});

const OPEN: readonly State[] = [
  'queued',
  'planning',
  'staging',
  'gating',
  'landing',
  'waiting',
  'held',
];
const SHOWN = 20;

/** `status`: who works the queue, on which branch, and what is in it. */
export const status = verb({
  name: 'status',
  title: 'Show the queue',
  description: 'Show whether the queue is worked, the branch it lands on, and what is in it.',
  input,
  output,
  isReadOnly: true,
  isDestructive: false,
  isIdempotent: true,
  async run(context, { agent }, call) {
    const { ledger } = context.store;
    const point = await readingPoint(context.repo, null);
    const summaries = ledger.list({ states: OPEN, limit: SHOWN });
    const counts = countsOf(ledger.list());
    const data = {
      repository: context.repo.worktree,
      version: context.version,
      isWorked: context.daemon() !== null,
      target: point.ok ? point.value.target.replace('refs/heads/', '') : null,
      tip: point.ok ? point.value.commit : null,
      agent: agentOf({ agent }, call),
      counts,
      open: listed(context, summaries),
    };
    const lines = [
      data.isWorked
        ? 'A daemon works the queue.'
        : 'No daemon works the queue: ask a person to run `sallyport start`. What is submitted meanwhile is stored.',
      point.ok
        ? `Edits land on ${plainText(data.target ?? '')}, now at ${data.tip?.slice(0, 10) ?? 'no commit yet'}.`
        : `${point.error.title}. ${point.error.hint}`,
      `You are ${JSON.stringify(data.agent)}.`,
      counts.map(({ state, count }) => `${count} ${state}`).join(', ') ||
        'Nothing was submitted yet.',
      ...data.open.map(listLine),
    ];
    return ok({ data, text: lines.join('\n') });
  },
});

function countsOf(all: readonly { readonly state: State }[]) {
  const counts = new Map<State, number>();
  for (const { state } of all) counts.set(state, (counts.get(state) ?? 0) + 1);
  return STATES.flatMap((state) => {
    const count = counts.get(state) ?? 0;
    return count === 0 ? [] : [{ state, count }];
  });
}
