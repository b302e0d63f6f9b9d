import * as z from 'zod';
import { plainText } from '../../core/model/explain/plain-text.ts';
import type { SubmissionId } from '../../core/model/ids.ts';
import { ok, refused } from '../../core/model/result.ts';
import type { DoorContext } from '../door-context.ts';
import { findSubmission, idField } from './fields.ts';
import { pieceOf } from './text-piece.ts';
import { verb } from './verb.ts';

/** What of a submission can be shown. */
const PARTS = ['receipt', 'reply', 'payload', 'gates', 'history', 'repair'] as const;
type Part = (typeof PARTS)[number];

const input = z.strictObject({
  id: idField,
  part: z
    .enum(PARTS)
    .describe(
      '`receipt`: all facts as JSON; `reply`: what to mend; `payload`: what was handed in; `gates`: output of the commands that failed; `history`: its events; `repair`: the correction that would mend it, as a diff.',
    )
    .default('receipt'),
  offset: z.int().min(0).describe('Where to go on: `next` of the answer before.').default(0),
});

const output = z.object({
  id: z.string(),
  part: z.enum(PARTS),
  text: z.string(),
  offset: z.int(),
  total: z.int().describe('Length of the whole part, in UTF-16 units.'),
  next: z.int().nullable().describe('Offset to ask for next; null: this was the rest.'),
});

/** `show`: one part of a submission at full length, piece by piece. */
export const show = verb({
  name: 'show',
  title: 'Show a submission',
  description:
    'Show one part of a submission at full length, in pieces: its receipt, reply, payload, gate output, history or repair.',
  input,
  output,
  isReadOnly: true,
  isDestructive: false,
  isIdempotent: true,
  async run(context, { id: spelt, part, offset }) {
    const found = findSubmission(context, spelt);
    if (!found.ok) return found;
    const whole = await textOf(context, found.value, part);
    if (whole === null) {
      return refused({
        code: 'not-found',
        title: `${found.value} has no ${part}: it is ${context.store.ledger.state(found.value)}`,
        hint: 'Ask for its `receipt`.',
      });
    }
    const piece = pieceOf(whole, offset);
    const shown = piece.text.split('\n').map(plainText).join('\n');
    const more =
      piece.next === null
        ? ''
        : `\n(${piece.next} of ${piece.total}: go on with offset ${piece.next})`;
    return ok({ data: { id: found.value, part, ...piece }, text: shown + more });
  },
});

async function textOf(context: DoorContext, id: SubmissionId, part: Part): Promise<string | null> {
  const { ledger } = context.store;
  switch (part) {
    case 'receipt':
      return context.receiptText(ledger.view(id), ledger.facts(id));
    case 'reply':
      return context.reply(ledger.view(id), ledger.facts(id));
    case 'payload':
      return Buffer.from(ledger.payload(id)).toString('utf8');
    case 'gates':
      return gatesOf(context, id);
    case 'repair': {
      const repair = await context.turns.take(() => context.repair(id));
      return repair === null ? null : `${repair.sentence}\n\n${repair.diff}`;
    }
    case 'history': {
      const { name } = ledger.facts(id);
      return ledger
        .history(id)
        .map(
          (recorded) => `${new Date(recorded.at).toISOString()} ${context.line(recorded, name)}\n`,
        )
        .join('');
    }
  }
}

function gatesOf({ store }: DoorContext, id: SubmissionId): string | null {
  const { verdicts } = store.ledger.view(id);
  if (verdicts.length === 0) return null;
  return verdicts
    .map(
      ({ gate, outcome, durationMs, detail, output: said }) =>
        `${gate}: ${outcome} in ${(durationMs / 1_000).toFixed(1)} s${detail === '' ? '' : `, ${detail}`}\n${said.trimEnd()}${said === '' ? '' : '\n'}`,
    )
    .join('\n');
}
