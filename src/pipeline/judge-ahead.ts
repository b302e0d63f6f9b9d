import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import type { BranchRef, Oid, SubmissionId } from '../core/model/ids.ts';
import { dropCandidate } from '../git/candidate.ts';
import { inSlot } from './advance.ts';
import { after } from './foresee.ts';
import { gate } from './gate.ts';
import type { GateRoom } from './concurrency.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { plan } from './plan.ts';
import { stage } from './stage.ts';
import { emptyWork, nameOf, type Ahead } from './work.ts';

/** What is looked at: a queued submission on a commit that its target may come to be at. */
export interface LookAhead extends Ahead {
  readonly target: BranchRef;
  readonly base: Oid | null;
  readonly signal: AbortSignal;
  readonly room: GateRoom;
  /** Told of the candidate, before commands run on it. */
  readonly onStaged?: (candidate: Oid) => void;
}

/** How a submission would fare there; `candidate` is null where it does not even apply, or a person would be asked. */
export interface SeenAhead {
  readonly wouldLand: boolean;
  readonly candidate: Oid | null;
}

/**
 * Judges a submission as its steps would on another base, and records nothing: verdicts that hold by their inputs are
 * kept, whatever lands is judged again where it lands. Throws what the steps throw, and where the signal is aborted.
 */
export async function judgeAhead(
  context: PipelineContext,
  id: SubmissionId,
  look: LookAhead,
): Promise<SeenAhead> {
  const { repo, store, trees } = context;
  const { target, base, signal, room } = look;
  const work = emptyWork({ ahead: { number: look.number, isJudged: look.isJudged } });
  const facts = store.ledger.facts(id);
  let view = store.ledger.view(id);
  const pretend = (event: SubmissionEvent): SubmissionView => (view = after(context, view, event));
  try {
    // It may be on its way elsewhere meanwhile; here it starts afresh.
    if (view.state !== 'queued') pretend(STARTS_AFRESH);
    pretend({ type: 'Claimed', target, tip: base });
    const planned = await plan(context, { facts, view }, work);
    if (planned.type !== 'Planned') return { wouldLand: false, candidate: null };
    pretend(planned);
    signal.throwIfAborted();
    const { candidate } = pretend(await stage(context, { facts, view }, work, room));
    if (candidate !== null) look.onStaged?.(candidate);
    if (!look.isJudged) return { wouldLand: true, candidate };
    signal.throwIfAborted();
    const judge = () => gate(context, { facts, view }, work, signal);
    const judged = await inSlot(work, room, judge);
    return { wouldLand: judged.type === 'GatesPassed', candidate };
  } finally {
    for (const scratch of work.scratches) await trees.close(scratch);
    // What is built on it within the hour finds it all the same: git keeps what nothing refers to for weeks.
    await dropCandidate(repo, nameOf(id, work));
  }
}

const STARTS_AFRESH: SubmissionEvent = {
  type: 'Requeued',
  reason: 'target-moved',
  detail: 'it is looked at on another base',
};
