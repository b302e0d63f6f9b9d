import * as z from 'zod';
import type { SubmissionView } from '../../core/lifecycle/submission-view.ts';
import { isEnd } from '../../core/lifecycle/transition.ts';
import type { SubmissionId } from '../../core/model/ids.ts';
import { plainText } from '../../core/model/explain/plain-text.ts';
import type { DoorContext, DoorReceipt, DoorRepair, ExplainedRejection } from '../door-context.ts';
import { stateField } from './fields.ts';
import { pieceOf } from './text-piece.ts';
import type { Answer } from './verb.ts';

const reason = z.object({
  code: z.string(),
  path: z.string().nullable(),
  /** 1-based lines of the file. */
  lines: z.array(z.int()),
  /** Which edit it is about, from 1; null: the whole submission. */
  edit: z.int().nullable(),
  title: z.string(),
  hint: z.string(),
});

export const changedFile = z.object({
  path: z.string(),
  change: z.enum(['added', 'modified', 'deleted', 'renamed']),
  linesAdded: z.int(),
  linesRemoved: z.int(),
});

/** Where a submission stands, in the size of an answer: `show` gives the rest. */
export const submissionDocument = z.object({
  id: z.string(),
  state: stateField,
  isSettled: z.boolean().describe('True: waiting any longer changes nothing by itself.'),
  summary: z.string(),
  name: z.string(),
  agent: z.string().nullable(),
  parent: z.string().nullable(),
  priority: z.int().describe('From -9 to 9; higher goes first, and 0 is the usual one.'),
  target: z.string().nullable(),
  commit: z.string().nullable().describe('The commit that it landed as.'),
  base: z.string().nullable().describe('The commit that it was judged on.'),
  files: z.array(changedFile),
  rejections: z.array(reason),
  holds: z.array(reason),
  notes: z.array(z.string()),
  gates: z.array(z.object({ gate: z.string(), outcome: z.string(), detail: z.string() })),
  reply: z.string().nullable().describe('For its author: what is wrong, and what to send next.'),
  again: z
    .object({
      token: z.string().nullable().describe('Read token of the files that the reply shows.'),
      attemptsLeft: z.int().describe('Attempts before a person has to look at the next one.'),
      meanwhile: z
        .array(
          z.object({
            commit: z.string(),
            subject: z.string(),
            submission: z.string().nullable(),
            agent: z.string().nullable().describe('Who handed that submission in.'),
            paths: z.array(z.string()),
          }),
        )
        .describe('What landed in the same files since they were read.'),
    })
    .nullable()
    .describe('What the next attempt needs; null: there is nothing to send again.'),
  repair: z
    .object({
      kind: z.string(),
      sentence: z.string(),
      diff: z.string().describe('What it comes to on the branch as it is now.'),
    })
    .nullable()
    .describe('The one correction that would mend what was refused; never taken by itself.'),
  next: z.string().describe('What to do now.'),
});

export type SubmissionDocument = z.infer<typeof submissionDocument>;

/** Entries of a list that an answer holds. */
const LISTED = 12;
const FILES = 40;
/** Characters of a reply in an answer; `show` goes on. */
const REPLY_CHARS = 12_000;

/** A submission as an answer; a problem where it ended without landing through a fault in it or of the machine. */
export function submissionAnswer(
  context: DoorContext,
  id: SubmissionId,
  repair: DoorRepair | null,
): Answer<SubmissionDocument> {
  const { ledger } = context.store;
  const view = ledger.view(id);
  const facts = ledger.facts(id);
  const receipt = context.receipt(view, facts);
  const full = context.reply(view, facts);
  const piece = full === null ? null : pieceOf(full, 0, REPLY_CHARS);
  const isWorked = context.daemon() !== null;
  const data: SubmissionDocument = {
    id,
    state: view.state,
    isSettled: isEnd(view.state) || view.state === 'held' || view.state === 'waiting',
    summary: receipt.summary,
    name: plainText(receipt.name),
    agent: receipt.author.agent,
    parent: receipt.parent,
    priority: receipt.priority,
    target: receipt.target,
    commit: receipt.commit,
    base: receipt.base,
    files: receipt.files.slice(0, FILES).map(({ path, change, linesAdded, linesRemoved }) => ({
      path: plainText(path),
      change,
      linesAdded,
      linesRemoved,
    })),
    rejections: reasonsOf(receipt.rejections),
    holds: reasonsOf(receipt.holds),
    notes: receipt.notes.slice(0, LISTED).map(({ text }) => plainText(text)),
    gates: receipt.gates
      .slice(0, LISTED)
      .map(({ gate, outcome, detail }) => ({ gate, outcome, detail: plainText(detail) })),
    reply: piece?.text ?? null,
    again: againOf(context, view),
    repair:
      repair === null
        ? null
        : {
            kind: repair.kind,
            sentence: plainText(repair.sentence),
            diff: pieceOf(shownDiff(repair), 0, REPLY_CHARS).text,
          },
    next: nextOf(receipt, { token: view.resubmission?.token ?? null, repair, isWorked }),
  };
  const next = piece?.next ?? null;
  const rest = next === null ? '' : `\n(cut: \`show\` ${id}, part "reply", offset ${next})`;
  return {
    data,
    text: textOf(data, receipt, rest),
    isProblem: view.state === 'rejected' || view.state === 'failed',
  };
}

/** A repair's diff as lines that may be shown anywhere. */
const shownDiff = ({ diff }: DoorRepair): string => diff.split('\n').map(plainText).join('\n');

function againOf(
  { store }: DoorContext,
  { resubmission }: SubmissionView,
): SubmissionDocument['again'] {
  if (resubmission === null) return null;
  const { token, attemptsLeft, meanwhile } = resubmission;
  return {
    token,
    attemptsLeft,
    meanwhile: meanwhile.slice(0, LISTED).map(({ commit, subject, submission, paths }) => ({
      commit,
      subject: plainText(subject.slice(0, 200)),
      submission,
      agent: submission === null ? null : store.ledger.facts(submission).author.agent,
      paths: paths.slice(0, LISTED).map(plainText),
    })),
  };
}

export const reasonsOf = (all: readonly ExplainedRejection[]): z.infer<typeof reason>[] =>
  all.slice(0, LISTED).map(({ code, path, lines, block, title, hint }) => ({
    code,
    path: path === undefined ? null : plainText(path),
    lines: [...(lines ?? [])].slice(0, LISTED),
    edit: block ?? null,
    title,
    hint,
  }));

export const reasonField = reason;

/** The first line says how it stands; the reply, where there is one, says the rest. */
function textOf(data: SubmissionDocument, receipt: DoorReceipt, rest: string): string {
  const lines = [`${data.id} ${data.state}: ${data.summary}`];
  for (const { path, change, linesAdded, linesRemoved } of data.files)
    lines.push(`  ${change} ${path} +${linesAdded} -${linesRemoved}`);
  const left = receipt.files.length - data.files.length;
  if (left > 0) lines.push(`  and ${left} more files`);
  for (const { gate, outcome, detail } of data.gates)
    lines.push(`  gate ${gate}: ${outcome}${detail === '' ? '' : `, ${detail}`}`);
  for (const note of data.notes) lines.push(`  note: ${note}`);
  if (data.reply !== null) lines.push('', data.reply.trimEnd() + rest, '');
  if (data.repair !== null) {
    const { sentence, diff } = data.repair;
    lines.push(`One correction would mend it. ${sentence}`, '', diff.trimEnd(), '');
  }
  lines.push(`Next: ${data.next}`);
  return lines.join('\n');
}

/** What its author does now, in a sentence or two. */
function nextOf(
  { id, state, target, commit, holds }: DoorReceipt,
  {
    token,
    repair,
    isWorked,
  }: {
    readonly token: string | null;
    readonly repair: DoorRepair | null;
    readonly isWorked: boolean;
  },
): string {
  switch (state) {
    case 'landed':
      return `Nothing: it is on ${target ?? 'the branch'} as ${commit?.slice(0, 10) ?? 'a commit'}. What you read of these files before is stale.`;
    case 'rejected':
      if (repair !== null) {
        return `\`resubmit\` ${id} with \`repair\` true hands the correction in; where it is not what you meant, send all edits again, mended. Nothing was changed.`;
      }
      return `Mend what the reply says and send all edits again with \`resubmit\`, id ${id}${token === null ? '' : ` and tokens ["${token}"] for the files as they are shown`}. Nothing was changed.`;
    case 'failed':
      return `The machine failed, not the edits. Once the cause is gone, \`resubmit\` ${id} sends the same edits again.`;
    case 'cancelled':
      return `Nothing. \`resubmit\` ${id} would send the same edits again.`;
    case 'held':
      return `A person decides (${holds.map(({ code }) => code).join(', ')}): go on with other work, and ask for it with \`wait\` ${id} later. Do not send it again.`;
    case 'waiting':
      return `It lands by itself once the checkout is free: \`wait\` ${id} again later. Do not send it again.`;
    case 'queued':
    case 'planning':
    case 'staging':
    case 'gating':
    case 'landing':
      return isWorked
        ? `\`wait\` ${id} tells how it ends.`
        : `Nothing works the queue: ask a person to run \`sallyport start\`. It is stored and will not be lost.`;
  }
}
