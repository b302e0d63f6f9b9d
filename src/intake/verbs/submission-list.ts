import * as z from 'zod';
import { plainText } from '../../core/model/explain/plain-text.ts';
import { priorityText, USUAL_PRIORITY } from '../../core/model/priority.ts';
import type { SubmissionSummary } from '../../store/ledger.ts';
import type { DoorContext } from '../door-context.ts';
import { stateField } from './fields.ts';

/** One submission in a list. Times are ISO 8601. */
export const listedSubmission = z.object({
  id: z.string(),
  state: stateField,
  name: z.string(),
  agent: z.string().nullable(),
  priority: z.int(),
  submittedAt: z.string(),
  changedAt: z.string(),
  summary: z.string(),
});

export type ListedSubmission = z.infer<typeof listedSubmission>;

export function listed(
  { store, receipt }: DoorContext,
  summaries: readonly SubmissionSummary[],
): ListedSubmission[] {
  return summaries.map((summary) => ({
    id: summary.id,
    state: summary.state,
    name: plainText(summary.name.slice(0, 120)),
    agent: summary.author.agent,
    priority: summary.priority,
    submittedAt: new Date(summary.submittedAt).toISOString(),
    changedAt: new Date(summary.changedAt).toISOString(),
    summary: receipt(store.ledger.view(summary.id), summary).summary.slice(0, 300),
  }));
}

export const listLine = ({ id, state, name, agent, priority, summary }: ListedSubmission): string =>
  `${id} ${state.padEnd(9)} ${name}${agent === null ? '' : ` (${agent})`}${priority === USUAL_PRIORITY ? '' : `, priority ${priorityText(priority)}`}: ${summary}`;
