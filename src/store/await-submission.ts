import { setTimeout as pause } from 'node:timers/promises';
import type { State } from '../core/lifecycle/states.ts';
import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import { isEnd } from '../core/lifecycle/transition.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import type { Store } from './open-store.ts';

/** How often the ledger is asked; milliseconds. */
const LOOK_MS = 100;

/** What waits is settled only when it has waited this long: somebody's `git commit` takes a moment. */
const WAIT_GRACE_MS = 3_000;

/** What ends the wait besides the submission itself. */
export interface AwaitOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** False: nobody works the queue, so waiting is pointless. Asked now and then. */
  readonly isWorked: () => boolean;
  /** Told at each look in which state it is. */
  readonly onLook?: (state: State) => void;
}

/**
 * Waits until a submission ended, is held, or waits for the checkout. Gives the view as it is then, or as it is when
 * the time is up or nobody works the queue any more.
 */
export async function awaitSubmission(
  store: Store,
  id: SubmissionId,
  { timeoutMs, signal, isWorked, onLook }: AwaitOptions,
): Promise<SubmissionView> {
  const end = Date.now() + timeoutMs;
  for (let round = 0; ; round += 1) {
    const state = store.ledger.state(id);
    onLook?.(state);
    if (isSettled(store, id, state)) return store.ledger.view(id);
    if (Date.now() >= end) return store.ledger.view(id);
    if (round % 20 === 19 && !isWorked()) return store.ledger.view(id);
    await pause(LOOK_MS, undefined, { signal });
  }
}

/**
 * Whether waiting any longer is of no use: it ended, a person has to decide, or something is in the landing's way or
 * keeps it from being taken up.
 */
function isSettled(store: Store, id: SubmissionId, state: State): boolean {
  if (isEnd(state) || state === 'held') return true;
  if (state !== 'waiting' && state !== 'queued') return false;
  const { timings, setback } = store.ledger.view(id);
  const since = state === 'waiting' ? timings.enteredAt : (setback?.since ?? null);
  return since !== null && Date.now() - since > WAIT_GRACE_MS;
}
