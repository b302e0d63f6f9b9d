import type { CheckFinding } from '../../core/check/check-finding.ts';

/** What was checked. Ids are full; null where there is none. */
export interface CheckSubject {
  readonly kind: 'staged' | 'worktree' | 'range';
  /** What it was compared with. */
  readonly base: string | null;
  /** The tree that was judged, or the newest commit of a range. */
  readonly target: string;
  /** How many files differ, or commits were judged. */
  readonly count: number;
}

/** How a check ended: an agent's change that only a person can decide about is held. */
export type CheckOutcome = 'passed' | 'rejected' | 'held';

export function outcomeOf(findings: readonly CheckFinding[]): CheckOutcome {
  const errors = findings.filter(({ level }) => level === 'error');
  if (errors.length === 0) return 'passed';
  return errors.every(({ isHold }) => isHold) ? 'held' : 'rejected';
}

/** The result of `check --json`. */
export const checkDocument = (subject: CheckSubject, findings: readonly CheckFinding[]) => ({
  outcome: outcomeOf(findings),
  subject,
  findings: findings.map(({ isHold, commit, output, ...finding }) => ({
    ...finding,
    needsPerson: isHold,
    output: output ?? null,
    commit: commit ?? null,
  })),
});
