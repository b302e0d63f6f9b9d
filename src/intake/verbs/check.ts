import * as z from 'zod';
import { explain } from '../../core/model/explain.ts';
import { plainText } from '../../core/model/explain/plain-text.ts';
import { ok } from '../../core/model/result.ts';
import type { Hold, Rejection } from '../../core/model/rejection.ts';
import type { ExplainedRejection, Judgement } from '../door-context.ts';
import { agentOf } from './fields.ts';
import { requireHandedIn, RESPONSE_FIELDS } from './response-fields.ts';
import { changedFile, reasonField, reasonsOf } from './submission-document.ts';
import { pieceOf } from './text-piece.ts';
import { verb, type Answer } from './verb.ts';

const input = z.strictObject(RESPONSE_FIELDS);

const output = z.object({
  verdict: z.enum(['would-apply', 'would-be-held', 'would-be-refused']),
  target: z.string().nullable(),
  base: z.string().nullable().describe('The commit that it was judged on.'),
  files: z.array(changedFile),
  rejections: z.array(reasonField),
  holds: z.array(reasonField),
  notes: z.array(z.string()),
  explanation: z
    .string()
    .describe('Every reason at length, with the lines that stand in the file.'),
  next: z.string(),
});

/** `check`: judges edits as `submit` would, up to the gates, and changes nothing. */
export const check = verb({
  name: 'check',
  title: 'Check edits',
  description:
    'Judge edits without handing them in: would they apply on the branch as it is now, and if not, why. Takes what `submit` takes. The commands that check a candidate (tests, lint) do not run.',
  input,
  output,
  isReadOnly: true,
  isDestructive: false,
  isIdempotent: true,
  isCostly: true,
  async run(context, fields, call) {
    const given = requireHandedIn(fields);
    if (!given.ok) return given;
    const judged = await context.judge({
      ...given.value,
      target: fields.target ?? null,
      agent: agentOf(fields, call),
    });
    return ok(answerOf(judged));
  },
});

/** Characters of explanation in an answer: the rest says the same of further edits. */
const EXPLANATION_CHARS = 12_000;

function answerOf(judged: Judgement): Answer<z.infer<typeof output>> {
  const { target, base, files, rejections, holds, notes } = judged;
  const verdict =
    files === null ? 'would-be-refused' : holds.length > 0 ? 'would-be-held' : 'would-apply';
  const reasons = files === null ? rejections : holds;
  const explanation = pieceOf(reasons.map(atLength).join('\n\n'), 0, EXPLANATION_CHARS);
  const changed = (files ?? []).slice(0, 40).map((file) => ({
    path: plainText(file.path),
    change: file.change,
    linesAdded: file.linesAdded,
    linesRemoved: file.linesRemoved,
  }));
  const data = {
    verdict,
    target: target?.replace('refs/heads/', '') ?? null,
    base,
    files: changed,
    rejections: reasonsOf(rejections.map(withWords)),
    holds: reasonsOf(holds.map(withWords)),
    notes: notes.slice(0, 12).map(({ text }) => plainText(text)),
    explanation: `${explanation.text}${explanation.next === null ? '' : '\n(and more of the kind)'}`,
    next: NEXT[verdict],
  } as const;
  const lines = [
    HEADS[verdict],
    ...changed.map(
      (file) => `  ${file.change} ${file.path} +${file.linesAdded} -${file.linesRemoved}`,
    ),
    ...data.notes.map((note) => `  note: ${note}`),
    ...(data.explanation === '' ? [] : ['', data.explanation, '']),
    `Next: ${data.next}`,
  ];
  return { data, text: lines.join('\n') };
}

const HEADS = {
  'would-apply': 'It would apply. Nothing was handed in, and no gate has run.',
  'would-be-held': 'It would apply and be held for a person. Nothing was handed in.',
  'would-be-refused': 'It would be refused. Nothing was handed in.',
} as const;

const NEXT = {
  'would-apply': '`submit` the same edits.',
  'would-be-held':
    'Change the edits so that this goes away, or `submit` them and let a person decide.',
  'would-be-refused': 'Mend what is said above, then `submit` all edits.',
} as const;

function withWords(one: Rejection | Hold): ExplainedRejection {
  const { title, hint } = explain(one);
  return { ...one, title, hint };
}

function atLength(one: Rejection | Hold): string {
  const { title, body, hint } = explain(one);
  const edit =
    one.block === undefined || title.startsWith(`Edit ${one.block}`) ? '' : ` (edit ${one.block})`;
  return [`${one.code}${edit}: ${title}`, body, `What to do: ${hint}`]
    .filter((part) => part !== '')
    .join('\n\n');
}
