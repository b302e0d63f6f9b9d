/**
 * Decides in this process what runs when. Durable order belongs to the ledger: the scheduler only holds which
 * submissions are in flight and which pause until when, and both may be lost at any moment.
 *
 * Invariants: a submission is in flight at most once; one landing runs at a time; every tick starts from the ledger's
 * lists, so that a lost or doubled signal costs time and nothing else. Caller: the daemon's runtime.
 */
import PQueue from 'p-queue';
import { expiresAt } from '../core/lifecycle/retry.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import { blockers } from '../git/landing.ts';
import { tipOf } from '../git/refs.ts';
import { advance } from './advance.ts';
import type { PipelineContext } from './pipeline-context.ts';

export interface Scheduler {
  /** Something may have changed: look at the ledger soon. */
  readonly wake: () => void;
  /** Ends running gates, lets a landing finish, and returns when nothing runs any more. */
  readonly stop: () => Promise<void>;
  /** Submissions that a step runs for now. */
  readonly inFlight: () => readonly SubmissionId[];
}

/** How often the ledger is looked at without a signal, and how often a wait is tried again; milliseconds. */
const TICK_MS = 500;

/** Starts working the queue with so many submissions at once. */
export function startScheduler(context: PipelineContext, workers: number): Scheduler {
  const { ledger } = context.store;
  const work = new PQueue({ concurrency: workers });
  const landings = new PQueue({ concurrency: 1 });
  const running = new Map<SubmissionId, AbortController>();
  const pausedUntil = new Map<SubmissionId, number>();
  let isStopping = false;
  let ticking: Promise<void> | null = null;
  let isTickWanted = false;

  const run = async (id: SubmissionId, controller: AbortController): Promise<void> => {
    try {
      const { signal } = controller;
      const end = await advance(context, id, {
        signal,
        landing: async (land) => landings.add(land),
      });
      if (end.delayMs > 0) pausedUntil.set(id, context.clock() + end.delayMs);
    } catch (error) {
      context.log.warn(`${id}: the pipeline broke`, { error });
      pausedUntil.set(id, context.clock() + 5_000);
    } finally {
      running.delete(id);
      wake();
    }
  };

  const start = (id: SubmissionId): void => {
    if (isStopping || running.has(id) || (pausedUntil.get(id) ?? 0) > context.clock()) return;
    pausedUntil.delete(id);
    const controller = new AbortController();
    running.set(id, controller);
    void work.add(() => run(id, controller));
  };

  const tick = async (): Promise<void> => {
    for (const { id } of ledger.list({ states: ['queued', 'landing'] })) start(id);
    for (const [id, controller] of running) {
      if (ledger.state(id) === 'cancelled') controller.abort(new Error('cancelled'));
    }
    for (const { id } of ledger.list({ states: ['waiting', 'held'] })) await revisit(context, id);
  };

  const wake = (): void => {
    isTickWanted = true;
    if (ticking !== null || isStopping) return;
    ticking = (async () => {
      while (isTickWanted && !isStopping) {
        isTickWanted = false;
        try {
          await tick();
        } catch (error) {
          context.log.warn('a look at the queue failed', { error });
        }
      }
      ticking = null;
    })();
  };

  const timer = setInterval(wake, TICK_MS);
  wake();
  return {
    wake,
    inFlight: () => [...running.keys()],
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      for (const controller of running.values())
        controller.abort(new Error('the daemon is stopping'));
      await ticking;
      await work.onIdle();
      await landings.onIdle();
    },
  };
}

/** Looks again at a submission that waits or is held: the cause may be gone, or its time may be up. */
async function revisit(context: PipelineContext, id: SubmissionId): Promise<void> {
  const { repo, store } = context;
  const view = store.ledger.view(id);
  const due = expiresAt(view);
  if (due !== null && context.clock() >= due) {
    store.ledger.record(id, { type: 'Expired' }, view.seq);
    return;
  }
  if (view.state !== 'waiting' || view.target === null || view.candidate === null) return;
  if ((await tipOf(repo, view.target)) !== view.base) {
    store.ledger.record(id, { type: 'Unblocked', to: 'queued' }, view.seq);
    return;
  }
  const { target, base: previous, candidate } = view;
  if ((await blockers(repo, { target, previous, candidate })) === null) {
    store.ledger.record(id, { type: 'Unblocked', to: 'landing' }, view.seq);
  }
}
