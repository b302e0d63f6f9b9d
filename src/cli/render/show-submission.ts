import type { SubmissionView } from '../../core/lifecycle/submission-view.ts';
import { receiptOf } from '../../reporters/receipt.ts';
import { replyOf } from '../../reporters/reply.ts';
import type { Store } from '../../store/open-store.ts';
import { printable, type Output } from '../output.ts';

/** Shows where a submission stands: its receipt as a document, or in words with the reply for its author. */
export function showSubmission(output: Output, store: Store, view: SubmissionView): void {
  const facts = store.ledger.facts(view.id);
  const receipt = receiptOf(view, facts);
  output.document(receipt);
  output.line(`${output.style('bold', view.id)}  ${printable(facts.name)}`);
  output.line(printable(receipt.summary));
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
}
