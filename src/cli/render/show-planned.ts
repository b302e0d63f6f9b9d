import { changedFiles } from '../../core/apply/changed-files.ts';
import { explain } from '../../core/model/explain.ts';
import { STATUS_WORDS } from '../../core/model/explain/explain-blocks.ts';
import type { Hold, Rejection } from '../../core/model/rejection.ts';
import type { PlannedResponse } from '../../core/planning/plan-response.ts';
import { printable, type Output } from '../output.ts';

/** A plan in words: each edit, what refuses or holds it, what changes, and how it ended. */
export function showPlanned(output: Output, planned: PlannedResponse, end: string): void {
  for (const one of [...planned.rejections, ...planned.holds]) {
    const { title, body, hint } = explain(one);
    const isNamed = one.block === undefined || title.startsWith(`Edit ${one.block}`);
    output.line(
      `${output.style('red', one.code)}${isNamed ? '' : ` (edit ${one.block})`}: ${printable(title)}`,
    );
    if (body !== '') output.line(printable(body));
    output.line(output.style('dim', `  ${printable(hint)}`));
  }
  for (const { block, path, status } of planned.blocks) {
    if (planned.rejections.length > 0 && planned.blocks.length > 1) {
      output.line(`edit ${block}, ${printable(path)}: ${STATUS_WORDS[status]}`);
    }
  }
  for (const { text, block } of planned.notes) {
    const about = block === undefined || planned.blocks.length < 2 ? '' : ` (edit ${block})`;
    output.line(`note${about}: ${printable(text)}`);
  }
  for (const { path, change, linesAdded, linesRemoved } of planned.patch === null
    ? []
    : changedFiles(planned.patch)) {
    output.line(`${change} ${printable(path)}  +${linesAdded} -${linesRemoved}`);
  }
  if (end !== '') output.line(printable(end));
}

/** How `apply` ended. */
export type ApplyOutcome = 'applied' | 'would-apply' | 'rejected' | 'held';

/** The same for programs. */
export const applyDocument = (planned: PlannedResponse, outcome: ApplyOutcome) => ({
  outcome,
  files: planned.patch === null ? [] : changedFiles(planned.patch),
  blocks: planned.blocks,
  rejections: planned.rejections.map(explained),
  holds: planned.holds.map(explained),
  notes: planned.notes,
});

function explained(one: Rejection | Hold) {
  const { title, hint } = explain(one);
  return { ...one, title, hint };
}
