import type { SubmissionSummary } from '../../store/ledger.ts';

/** A submission in lists, as `--json` prints it. Times are ISO 8601. */
export const summaryDocument = (summary: SubmissionSummary) => ({
  id: summary.id,
  state: summary.state,
  name: summary.name,
  source: summary.source,
  author: summary.author,
  target: summary.target,
  parent: summary.parent,
  priority: summary.priority,
  submittedAt: new Date(summary.submittedAt).toISOString(),
  changedAt: new Date(summary.changedAt).toISOString(),
});
