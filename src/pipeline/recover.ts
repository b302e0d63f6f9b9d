import { afterInterruption } from '../core/lifecycle/retry.ts';
import { ACTIVE_STATES } from '../core/lifecycle/transition.ts';
import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import { findRef } from '../git/refs.ts';
import { recoverLandings } from '../git/landing.ts';
import { sweepScratch } from '../git/worktrees.ts';
import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import type { PipelineContext } from './pipeline-context.ts';

/** What a start found to mend after a process that died. */
export interface Recovery {
  readonly rolledForward: number;
  readonly rolledBack: number;
  readonly requeued: number;
}

/**
 * Brings facts and ledger together after a crash, before anything else runs: landings under way first (the ref says
 * whether they happened), then every submission that a step was working on, then scratch worktrees. An error here must
 * stop the start: guessing would lose work.
 */
export async function recover(context: PipelineContext): Promise<Recovery> {
  const { repo, store } = context;
  const landings = await recoverLandings(repo, store.journal);
  for (const { submission, target, candidate, result } of landings) {
    const view = store.ledger.view(submission);
    if (result === 'landed' && view.state === 'landing') {
      store.ledger.record(
        submission,
        { type: 'Landed', target, commit: candidate, previous: view.base },
        view.seq,
      );
    }
  }
  const interrupted = store.ledger.list({ states: [...ACTIVE_STATES] });
  for (const { id } of interrupted) {
    const view = store.ledger.view(id);
    const landed = await landedEvent(context, view);
    if (landed !== null) {
      store.ledger.record(id, landed, view.seq);
      continue;
    }
    const isLast = afterInterruption(view.attempts).kind === 'fail';
    store.ledger.record(id, isLast ? GAVE_UP : INTERRUPTED, view.seq);
  }
  await sweepScratch(repo, new Set());
  return {
    rolledForward: landings.filter(({ result }) => result === 'landed').length,
    rolledBack: landings.filter(({ result }) => result === 'abandoned').length,
    requeued: interrupted.length,
  };
}

/**
 * The landing moves the target and the submission's own ref in one transaction, so that ref proves a landing whose
 * result the process did not live to record.
 */
export async function landedEvent(
  { repo }: PipelineContext,
  view: SubmissionView,
): Promise<SubmissionEvent | null> {
  if (view.state !== 'landing' || view.target === null || view.candidate === null) return null;
  const proof = await findRef(repo, `refs/sallyport/landed/${view.id}`);
  if (proof?.commit !== view.candidate) return null;
  return { type: 'Landed', target: view.target, commit: view.candidate, previous: view.base };
}

const INTERRUPTED: SubmissionEvent = {
  type: 'Requeued',
  reason: 'interrupted',
  detail: 'the daemon ended while it was working on this',
};

const GAVE_UP: SubmissionEvent = {
  type: 'Failed',
  fault: {
    code: 'interrupted',
    message: 'the daemon ended again and again while it was working on this',
    hint: "look at the daemon's log for what ends it, then `sallyport retry` this submission",
  },
};
