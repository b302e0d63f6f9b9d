import { setTimeout as pause } from 'node:timers/promises';
import type { State } from '../core/lifecycle/states.ts';
import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import { isEnd } from '../core/lifecycle/transition.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import type { Store } from './open-store.ts';

/**
 * How long after a look the ledger is asked again, unless this process records an event before: at first, and at most;
 * milliseconds. In between it is this share of the time that was waited.
 */
const LOOK_MS = 100;
const LONGEST_LOOK_MS = 500;
const LOOK_SHARE = 1 / 20;

/** How often `isWorked` is asked; milliseconds. */
const WORKED_MS = 2_000;

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
  const begun = Date.now();
  let askedAt = begun;
  for (;;) {
    const state = store.ledger.state(id);
    onLook?.(state);
    if (isSettled(store, id, state)) return store.ledger.view(id);
    const now = Date.now();
    if (now - begun >= timeoutMs) return store.ledger.view(id);
    if (now - askedAt >= WORKED_MS) {
      if (!isWorked()) return store.ledger.view(id);
      askedAt = now;
    }
    const lookMs = Math.min(LONGEST_LOOK_MS, Math.max(LOOK_MS, (now - begun) * LOOK_SHARE));
    await eventOrPause(store, id, Math.min(lookMs, begun + timeoutMs - now), signal);
  }
}

/** Until this process records an event of the submission, and no longer than so many milliseconds. */
async function eventOrPause(
  store: Store,
  id: SubmissionId,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const heard = new AbortController();
  const unsubscribe = store.ledger.subscribe(({ submission }) => {
    if (submission === id) heard.abort();
  });
  try {
    await pause(ms, undefined, { signal: AbortSignal.any([signal, heard.signal]) });
  } catch (error) {
    if (!heard.signal.aborted) throw error;
  } finally {
    unsubscribe();
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
