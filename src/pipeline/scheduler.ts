/**
 * Decides in this process what runs when. Durable order belongs to the ledger: the scheduler only holds which
 * submissions are in flight and which pause until when, and both may be lost at any moment.
 *
 * Invariants: a submission is in flight at most once; one landing runs at a time; every tick starts from the ledger's
 * lists, so that a lost or doubled signal costs time and nothing else. Caller: the daemon's runtime.
 */
import PQueue from 'p-queue';
import { DEFAULT_PATIENCE, expiresAt } from '../core/lifecycle/retry.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import { blockers } from '../git/landing.ts';
import { tipOf } from '../git/refs.ts';
import { advance } from './advance.ts';
import type { PipelineContext } from './pipeline-context.ts';

/** How often the ledger is looked at without a signal, and how often a wait is tried again; milliseconds. */
const TICK_MS = 500;

/**
 * Pauses between landings that are blocked by what no look beforehand can see, such as a hook that says no: the first, and
 * the longest that doubling it comes to; milliseconds.
 */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10 * 60 * 1_000;

/** A submission that was let go on from waiting: how often, and since when. */
interface Unblocking {
  readonly times: number;
  readonly since: number;
  readonly next: number;
}

/** Pause after a run that broke in a way that nobody foresaw; milliseconds. */
const BROKEN_PAUSE_MS = 5_000;

/** How many submissions are worked on. */
export interface QueueWidth {
  readonly workers: number;
  readonly window: number;
}

export class Scheduler {
  readonly #context: PipelineContext;
  readonly #work: PQueue;
  readonly #slots: PQueue;
  readonly #landings = new PQueue({ concurrency: 1 });
  readonly #running = new Map<SubmissionId, AbortController>();
  readonly #pausedUntil = new Map<SubmissionId, number>();
  readonly #unblocked = new Map<SubmissionId, Unblocking>();
  readonly #timer: NodeJS.Timeout;
  #isStopping = false;
  #isTickWanted = false;
  #ticking: Promise<void> | null = null;

  /** Starts working the queue: `window` submissions under way at once, of which `workers` keep the machine busy. */
  constructor(context: PipelineContext, { workers, window }: QueueWidth) {
    this.#context = context;
    this.#work = new PQueue({ concurrency: Math.max(workers, window) });
    this.#slots = new PQueue({ concurrency: workers });
    this.#timer = setInterval(() => this.wake(), TICK_MS);
    this.wake();
  }

  /** Something may have changed: look at the ledger soon. */
  wake(): void {
    this.#isTickWanted = true;
    if (this.#ticking === null && !this.#isStopping) this.#ticking = this.#look();
  }

  /** Submissions that a step runs for now. */
  inFlight(): readonly SubmissionId[] {
    return [...this.#running.keys()];
  }

  /** Ends running gates, lets a landing finish, and returns when nothing runs any more. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    for (const controller of this.#running.values()) {
      controller.abort(new Error('the daemon is stopping'));
    }
    await this.#ticking;
    await this.#work.onIdle();
    await this.#landings.onIdle();
  }

  async #look(): Promise<void> {
    do {
      this.#isTickWanted = false;
      try {
        await this.#tick();
      } catch (error) {
        this.#context.log.warn('a look at the queue failed', { error });
      }
    } while (this.#isTickWanted && !this.#isStopping);
    this.#ticking = null;
  }

  async #tick(): Promise<void> {
    const { ledger } = this.#context.store;
    for (const { id } of ledger.list({ states: ['queued', 'landing'] })) this.#start(id);
    for (const [id, controller] of this.#running) {
      if (ledger.state(id) === 'cancelled') controller.abort(new Error('cancelled'));
    }
    for (const { id } of ledger.list({ states: ['waiting', 'held'] })) {
      await this.#revisit(id);
    }
    for (const id of this.#unblocked.keys())
      if (!ACTIVE_WAITS.has(ledger.state(id) ?? '')) this.#unblocked.delete(id);
  }

  /** Looks again at a submission that waits or is held; one that was let go on in vain waits longer each time. */
  async #revisit(id: SubmissionId): Promise<void> {
    const { clock, store } = this.#context;
    const known = this.#unblocked.get(id);
    const now = clock();
    if (known !== undefined && now < known.next) return;
    if (known !== undefined && now - known.since >= DEFAULT_PATIENCE.waitingMs) {
      const { seq, state } = store.ledger.view(id);
      if (state === 'waiting') store.ledger.record(id, { type: 'Expired' }, seq);
      return;
    }
    if (!(await revisit(this.#context, id))) return;
    const times = (known?.times ?? 0) + 1;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** times, LONGEST_PAUSE_MS);
    this.#unblocked.set(id, { times, since: known?.since ?? now, next: now + pause });
  }

  #start(id: SubmissionId): void {
    if (this.#isStopping || this.#running.has(id)) return;
    if ((this.#pausedUntil.get(id) ?? 0) > this.#context.clock()) return;
    this.#pausedUntil.delete(id);
    const controller = new AbortController();
    this.#running.set(id, controller);
    void this.#work.add(() => this.#run(id, controller.signal));
  }

  async #run(id: SubmissionId, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#context;
    try {
      const landing = <T>(land: () => Promise<T>): Promise<T> => this.#landings.add(land);
      const slot = <T>(run: () => Promise<T>): Promise<T> => this.#slots.add(run);
      const end = await advance(this.#context, id, { signal, slot, landing });
      if (end.delayMs > 0) this.#pausedUntil.set(id, clock() + end.delayMs);
    } catch (error) {
      log.warn(`${id}: the pipeline broke`, { error });
      this.#pausedUntil.set(id, clock() + BROKEN_PAUSE_MS);
    } finally {
      this.#running.delete(id);
      this.wake();
    }
  }
}

/** States in which a submission that was let go on may still come back to waiting. */
const ACTIVE_WAITS: ReadonlySet<string> = new Set(['landing', 'waiting']);

/**
 * Looks again at a submission that waits or is held: the cause may be gone, or its time may be up. True where it was let
 * go on to land.
 */
async function revisit(context: PipelineContext, id: SubmissionId): Promise<boolean> {
  const { repo, store } = context;
  const view = store.ledger.view(id);
  const due = expiresAt(view);
  if (due !== null && context.clock() >= due) {
    store.ledger.record(id, { type: 'Expired' }, view.seq);
    return false;
  }
  if (view.state !== 'waiting' || view.target === null || view.candidate === null) return false;
  if ((await tipOf(repo, view.target)) !== view.base) {
    store.ledger.record(id, { type: 'Unblocked', to: 'queued' }, view.seq);
    return false;
  }
  const { target, base: previous, candidate } = view;
  if ((await blockers(repo, { target, previous, candidate })) !== null) return false;
  store.ledger.record(id, { type: 'Unblocked', to: 'landing' }, view.seq);
  return true;
}
