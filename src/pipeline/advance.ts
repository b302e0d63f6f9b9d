import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import { afterFault } from '../core/lifecycle/retry.ts';
import { ACTIVE_STATES } from '../core/lifecycle/transition.ts';
import type { State } from '../core/lifecycle/states.ts';
import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import { isFault } from '../core/model/fault.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import { systemFault } from '../core/model/system-fault.ts';
import { claim } from './claim.ts';
import { dropScratches } from './drop-scratches.ts';
import { gate } from './gate.ts';
import { rememberRefusal } from './known-refusal.ts';
import { land } from './land.ts';
import type { GateRoom, Room } from './concurrency.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { plan } from './plan.ts';
import { landedEvent } from './recover.ts';
import { releaseLeases } from './release-leases.ts';
import { withResubmission } from './resubmission.ts';
import { OUTDATED, stage } from './stage.ts';
import { emptyWork, type Submission, type Work } from './work.ts';

/** How one run of `advance` is bounded from outside. */
export interface AdvanceOptions {
  /** Aborted: the submission was cancelled, or the daemon is stopping. */
  readonly signal: AbortSignal;
  /** Where what takes the machine's time finds room. */
  readonly room: GateRoom;
  /** Runs a landing; the caller lets one land at a time. */
  readonly landing: Room;
  /** True: goes no further than to `landing`, and leaves it to another call to land. */
  readonly isForJudgement?: boolean;
  /** See `Work`. */
  readonly isForKnownVerdicts?: boolean;
  /** Told what was planned, before it is judged by commands. */
  readonly onPlanned?: (view: SubmissionView, work: Work) => void;
  /** Told of the landing, before anybody else can look at the ledger. */
  readonly onLanded?: (view: SubmissionView) => void;
}

/** Reason of an abort: what the run counts on will not come about. */
export class Overtaken extends Error {}

/** Where the run left the submission, and how long to wait before it is taken up again. */
export interface AdvanceEnd {
  readonly state: State;
  readonly delayMs: number;
  /** True: it would have to be judged by a command, and was not to be. */
  readonly isOutdated?: boolean;
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
  const work = emptyWork({ isForKnownVerdicts: options.isForKnownVerdicts ?? false });
  try {
    for (;;) {
      const view = ledger.view(id);
      const isJudged = view.state === 'landing' && options.isForJudgement === true;
      if (isJudged || !ACTIVE.has(view.state)) return { state: view.state, delayMs: 0 };
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
        options.onLanded?.(ledger.view(id));
        releaseLeases(context, { facts: ledger.facts(id), view }, work);
      }
      if (recorded.ok && event.type === 'Planned') options.onPlanned?.(ledger.view(id), work);
      if (recorded.ok && event.type === 'Requeued')
        return { state: 'queued', delayMs, isOutdated: event === OUTDATED };
    }
  } finally {
    await dropScratches(context, work.scratches);
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
  if (options.signal.aborted && view.state !== 'queued') return interrupted(options);
  try {
    const event = await runStep(context, submission, work, options);
    rememberRefusal(context, submission, work, event);
    return { event: await withResubmission(context, submission, work, event), delayMs: 0 };
  } catch (error) {
    // Its branch may have moved before the fault: then it landed, whatever broke after that.
    const landed = await landedEvent(context, view).catch(() => null);
    if (landed !== null) {
      context.log.warn(`${view.id}: landed, and then: ${messageOf(error)}`, { error });
      return { event: landed, delayMs: 0 };
    }
    if (options.signal.aborted) return interrupted(options);
    const fault = isFault(error) ? error : systemFault(error);
    const decision = afterFault(view.attempts, fault);
    context.log.warn(`${view.id}: ${view.state}: ${messageOf(error)}`, { error });
    if (decision.kind === 'requeue') {
      return {
        event: { type: 'Requeued', reason: decision.reason, detail: messageOf(error) },
        delayMs: decision.delayMs,
      };
    }
    return { event: failed(fault ?? error), delayMs: 0 };
  }
}

/** Being overtaken by others, and the daemon's end, are no fault of the run: neither counts against it. */
const interrupted = ({ signal }: AdvanceOptions): Step => ({
  event:
    signal.reason instanceof Overtaken
      ? { type: 'Requeued', reason: 'target-moved', detail: signal.reason.message }
      : { type: 'Requeued', reason: 'stopped', detail: 'the daemon was stopped' },
  delayMs: 0,
});

function runStep(
  context: PipelineContext,
  submission: Submission,
  work: Work,
  options: AdvanceOptions,
): Promise<SubmissionEvent> {
  switch (submission.view.state) {
    case 'queued':
      return claim(context, submission);
    case 'planning':
      return plan(context, submission, work);
    case 'staging':
      return stage(context, submission, work, options.room);
    case 'gating':
      return inSlot(work, options.room, () => gate(context, submission, work, options.signal));
    case 'landing':
      return options.landing(() => land(context, submission));
    case 'waiting':
    case 'held':
    case 'landed':
    case 'rejected':
    case 'failed':
    case 'cancelled':
      throw new TypeError(`no step runs in ${submission.view.state}`);
  }
}

/** Where nothing has to run, a slot is not waited for. */
export const inSlot = <T>(
  { known, candidate }: Pick<Work, 'known' | 'candidate'>,
  { slot }: GateRoom,
  run: () => Promise<T>,
): Promise<T> => (known === null && candidate !== null ? slot(run) : run());

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
