import type { State } from '../../core/lifecycle/states.ts';
import type { SubmissionView } from '../../core/lifecycle/submission-view.ts';
import type { SubmissionId } from '../../core/model/ids.ts';
import { priorityText, USUAL_PRIORITY } from '../../core/model/priority.ts';
import { answerTo } from '../../intake/answers.ts';
import type { OfferedRepair } from '../../pipeline/offer-repair.ts';
import { receiptOf } from '../../reporters/receipt.ts';
import { replyOf } from '../../reporters/reply.ts';
import type { Store } from '../../store/open-store.ts';
import { printable, type Output } from '../output.ts';

/** The next attempts, and why the program that answers for the model gave none; null: it was not asked, or did. */
interface WhatFollowed {
  readonly attempts: readonly { readonly id: string; readonly state: State }[];
  readonly gaveUp: string | null;
}

function whatFollowed(store: Store, id: SubmissionId): WhatFollowed {
  const { ledger } = store;
  const answer = answerTo(store, id);
  return {
    attempts: ledger.children(id).map((child) => ({ id: child, state: ledger.state(child) })),
    gaveUp: answer?.kind === 'gave-up' ? answer.detail : null,
  };
}

/**
 * Shows where a submission stands: its receipt as a document, or in words with the reply for its author; and the repair
 * that is offered, where there is one.
 */
export function showSubmission(
  output: Output,
  store: Store,
  view: SubmissionView,
  repair: OfferedRepair | null,
): void {
  const facts = store.ledger.facts(view.id);
  const receipt = receiptOf(view, facts);
  const next = whatFollowed(store, view.id);
  output.document({ ...receipt, next, repair: repair === null ? null : shownRepair(repair) });
  output.line(`${output.style('bold', view.id)}  ${printable(facts.name)}`);
  output.line(printable(receipt.summary));
  if (receipt.priority !== USUAL_PRIORITY) {
    output.line(`  priority ${priorityText(receipt.priority)}`);
  }
  for (const { id, state } of next.attempts) output.line(`  tried again as ${id}: ${state}`);
  if (next.gaveUp !== null) output.line(`  no next attempt: ${printable(next.gaveUp)}`);
  for (const { path, change, linesAdded, linesRemoved } of receipt.files) {
    output.line(`  ${change} ${printable(path)}  +${linesAdded} -${linesRemoved}`);
  }
  for (const { gate, outcome, durationMs, detail } of receipt.gates) {
    output.line(
      `  gate ${printable(gate)}: ${outcome} in ${(durationMs / 1000).toFixed(1)} s${detail === '' ? '' : `, ${printable(detail)}`}`,
    );
  }
  for (const { text } of receipt.notes) output.line(`  note: ${printable(text)}`);
  for (const { by, reasons, comment } of receipt.approvals) {
    output.line(
      `  approved by ${printable(by.name)} (${reasons.join(', ')})${comment === '' ? '' : `: ${printable(comment)}`}`,
    );
  }
  const reply = replyOf(view, facts);
  if (reply !== null) output.line(`\n${printable(reply.trimEnd())}`);
  if (repair !== null) showRepair(output, view.id, repair);
}

const shownRepair = ({ kind, sentence, diff }: OfferedRepair) => ({ kind, sentence, diff });

function showRepair(output: Output, id: string, { sentence, diff }: OfferedRepair): void {
  output.line(`\n${output.style('bold', 'One correction would mend it.')} ${printable(sentence)}`);
  output.line(`\n${printable(diff.trimEnd())}\n`);
  output.line(`\`sallyport retry ${id} --repair\` hands this in instead.`);
}
