import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import { afterFault } from '../core/lifecycle/retry.ts';
import { ACTIVE_STATES } from '../core/lifecycle/transition.ts';
import type { State } from '../core/lifecycle/states.ts';
import { isFault } from '../core/model/fault.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import { removeScratch } from '../git/worktrees.ts';
import { claim } from './claim.ts';
import { gate } from './gate.ts';
import { rememberRefusal } from './known-refusal.ts';
import { land } from './land.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { plan } from './plan.ts';
import { landedEvent } from './recover.ts';
import { releaseLeases } from './release-leases.ts';
import { withResubmission } from './resubmission.ts';
import { stage } from './stage.ts';
import { DERAILED } from './train.ts';
import { emptyWork, type Submission, type Work } from './work.ts';

/** How one run of `advance` is bounded from outside. */
export interface AdvanceOptions {
  /** Aborted: the submission was cancelled, or the daemon is stopping. */
  readonly signal: AbortSignal;
  /** Runs what takes the machine's time: a scratch tree made ready, gates. The caller bounds how many at once. */
  readonly slot: <T>(run: () => Promise<T>) => Promise<T>;
  /** Runs a landing; the caller lets one land at a time. */
  readonly landing: <T>(run: () => Promise<T>) => Promise<T>;
}

/** Where the run left the submission, and how long to wait before it is taken up again. */
export interface AdvanceEnd {
  readonly state: State;
  readonly delayMs: number;
}

const ACTIVE: ReadonlySet<State> = new Set<State>(['queued', ...ACTIVE_STATES]);

/**
 * Takes one submission step by step until no step is left for it: it ended, is held, waits, or went back to the queue.
 * Each step returns one event and the ledger decides whether it still may happen; where somebody else moved the
 * submission meanwhile, its result is dropped.
 */
export async function advance(
  context: PipelineContext,
  id: SubmissionId,
  options: AdvanceOptions,
): Promise<AdvanceEnd> {
  const { ledger } = context.store;
  const work = emptyWork();
  try {
    for (;;) {
      const view = ledger.view(id);
      if (!ACTIVE.has(view.state)) return { state: view.state, delayMs: 0 };
      const isStoppedInQueue = (): boolean => view.state === 'queued' && options.signal.aborted;
      if (isStoppedInQueue()) return { state: 'queued', delayMs: 0 };
      const { event, delayMs } = await step(
        context,
        { facts: ledger.facts(id), view },
        work,
        options,
      );
      // Nothing began, so that nothing was interrupted: it would count against the submission.
      if (isStoppedInQueue()) return { state: 'queued', delayMs: 0 };
      const recorded = ledger.record(id, event, view.seq);
      if (recorded.ok && event.type === 'Landed') {
        work.seat?.leave(true);
        releaseLeases(context, { facts: ledger.facts(id), view }, work);
      }
      if (recorded.ok && event.type === 'Requeued') return { state: 'queued', delayMs };
    }
  } finally {
    work.seat?.leave(false);
    for (const scratch of work.scratches) await removeScratch(context.repo, scratch);
  }
}

interface Step {
  readonly event: SubmissionEvent;
  readonly delayMs: number;
}

/** Runs the step of the submission's state; a fault becomes the event that says so. */
async function step(
  context: PipelineContext,
  submission: Submission,
  work: Work,
  options: AdvanceOptions,
): Promise<Step> {
  const { view } = submission;
  if (options.signal.aborted && view.state !== 'queued') return { event: INTERRUPTED, delayMs: 0 };
  try {
    const event = await borneOut(work, await runStep(context, submission, work, options));
    rememberRefusal(context, submission, work, event);
    return { event: await withResubmission(context, submission, work, event), delayMs: 0 };
  } catch (error) {
    // Its branch may have moved before the fault: then it landed, whatever broke after that.
    const landed = await landedEvent(context, view).catch(() => null);
    if (landed !== null) {
      context.log.warn(`${view.id}: landed, and then: ${messageOf(error)}`, { error });
      return { event: landed, delayMs: 0 };
    }
    if (options.signal.aborted) return { event: INTERRUPTED, delayMs: 0 };
    work.seat?.leave(false);
    if (!(await isBorneOut(work))) return { event: DERAILED_EVENT, delayMs: 0 };
    const decision = afterFault(view.attempts, isFault(error) && error.retryable);
    context.log.warn(`${view.id}: ${view.state}: ${messageOf(error)}`, { error });
    if (decision.kind === 'requeue') {
      return {
        event: { type: 'Requeued', reason: 'transient-fault', detail: messageOf(error) },
        delayMs: decision.delayMs,
      };
    }
    return { event: failed(error), delayMs: 0 };
  }
}

/**
 * What was concluded about a submission that followed another counts only where that one landed. Whether or not it does,
 * this one does not land now: those behind it need not wait for that.
 */
async function borneOut(work: Work, event: SubmissionEvent): Promise<SubmissionEvent> {
  if (!CONCLUSIONS.has(event.type)) return event;
  work.seat?.leave(false);
  return (await isBorneOut(work)) ? event : DERAILED_EVENT;
}

const isBorneOut = async ({ seat }: Work): Promise<boolean> =>
  seat === null || (await seat.isBorneOut());

const CONCLUSIONS: ReadonlySet<SubmissionEvent['type']> = new Set([
  'Rejected',
  'NeedsApproval',
  'Inconclusive',
] as const);

const DERAILED_EVENT: SubmissionEvent = {
  type: 'Requeued',
  reason: 'target-moved',
  detail: DERAILED,
};

/** Ends with the submission's own signal, and as soon as what it builds on is known not to land. */
const signalOf = ({ seat }: Work, { signal }: AdvanceOptions): AbortSignal =>
  seat === null ? signal : AbortSignal.any([signal, seat.derailed]);

/** Waits for whoever goes before, then lands. */
async function landInTurn(
  context: PipelineContext,
  submission: Submission,
  work: Work,
  options: AdvanceOptions,
): Promise<SubmissionEvent> {
  if (!(await isBorneOut(work))) return DERAILED_EVENT;
  return options.landing(() => land(context, submission));
}

const INTERRUPTED: SubmissionEvent = {
  type: 'Requeued',
  reason: 'interrupted',
  detail: 'the run was stopped',
};

function runStep(
  context: PipelineContext,
  submission: Submission,
  work: Work,
  options: AdvanceOptions,
): Promise<SubmissionEvent> {
  switch (submission.view.state) {
    case 'queued':
      return claim(context, submission, work);
    case 'planning':
      return plan(context, submission, work);
    case 'staging':
      return options.slot(() => stage(context, submission, work));
    case 'gating':
      return options.slot(() => gate(context, submission, work, signalOf(work, options)));
    case 'landing':
      return landInTurn(context, submission, work, options);
    case 'waiting':
    case 'held':
    case 'landed':
    case 'rejected':
    case 'failed':
    case 'cancelled':
      throw new TypeError(`no step runs in ${submission.view.state}`);
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const failed = (error: unknown): SubmissionEvent => ({
  type: 'Failed',
  fault: {
    code: isFault(error) ? error.code : 'bug',
    message: messageOf(error),
    hint:
      (isFault(error) ? error.hint : undefined) ??
      "this is the machine's fault, not the response's: `sallyport doctor` looks for the cause; then `sallyport retry` it",
  },
});
