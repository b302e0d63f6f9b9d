import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import { ACTIVE_STATES } from '../core/lifecycle/transition.ts';
import type { State } from '../core/lifecycle/states.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { landedEvent } from './recover.ts';

const ACTIVE: ReadonlySet<State> = new Set<State>(ACTIVE_STATES);

/**
 * Sends a submission that the ledger has at a step, and that nobody works on, back to the queue: one that came to its
 * landing and does not land now, for the reason in `detail`, or one of which an earlier run could not write down how its
 * step ended. One that has landed is recorded as that.
 */
export async function startAfresh(
  context: PipelineContext,
  id: SubmissionId,
  detail: string,
): Promise<void> {
  const { ledger } = context.store;
  const view = ledger.view(id);
  if (!ACTIVE.has(view.state)) return;
  const landed = await landedEvent(context, view);
  const back: SubmissionEvent =
    view.state === 'landing'
      ? { type: 'Requeued', reason: 'target-moved', detail }
      : { type: 'Requeued', reason: 'interrupted', detail: NOT_WRITTEN };
  ledger.record(id, landed ?? back, view.seq);
}

const NOT_WRITTEN = 'how its last step ended could not be written down';
