/**
 * Works the queue of this process: looks at the ledger, asks the planner, and has its actions carried out. Durable order
 * belongs to the ledger; what is held here beside it may be lost at any moment.
 *
 * Invariants: one landing runs at a time; every look starts from the ledger's lists and plans everything anew, so that a
 * lost or doubled signal costs time and nothing else. Caller: the daemon's runtime.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ACTIVE_STATES } from '../core/lifecycle/transition.ts';
import type { BranchRef, SubmissionId } from '../core/model/ids.ts';
import { affects } from '../core/schedule/affects.ts';
import { plan } from '../core/schedule/plan.ts';
import { EVERYTHING, type Action, type Part } from '../core/schedule/queue-state.ts';
import { ranksOf } from '../core/schedule/ranks-of.ts';
import { tipOf } from '../git/refs.ts';
import type { SubmissionSummary } from '../store/ledger.ts';
import { concurrency } from './concurrency.ts';
import { Foresight } from './foresight.ts';
import { movedParts } from './moved-parts.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { QueueMemory, type Candidacy } from './queue-memory.ts';
import { QueueRuns } from './queue-runs.ts';
import { isResting, restFor, type Rest } from './rest.ts';
import { Revisits } from './revisits.ts';
import { startAfresh } from './start-afresh.ts';

/**
 * How often the ledger is looked at without a signal, and how often a wait is tried again: while there is anything under
 * way, and while there is nothing; milliseconds.
 */
const TICK_MS = 500;
const IDLE_TICK_MS = 2_000;

/**
 * For so many gates at once one more run is planned: it is planned and built, and its tree made ready, while the others
 * have the slots; its commands wait for one.
 */
const PREPARED = 2;

/** Submissions that the planner is asked about, for each that may be judged ahead: those behind them are not their turn yet. */
const PLANNED_PER_WINDOW = 4;

/** Before each look there is a pause as long as the last one took, up to this; milliseconds. */
const LONGEST_BREATH_MS = 200;

/** How many submissions are worked on. */
export interface QueueWidth {
  /** Gates at once. */
  readonly workers: number;
  /** Most submissions of a branch that are judged ahead of their turn. */
  readonly window: number;
}

export class Scheduler {
  readonly #context: PipelineContext;
  readonly #memory: QueueMemory;
  readonly #runs: QueueRuns;
  readonly #foresight: Foresight;
  readonly #revisits: Revisits;
  /** Submissions that are on their way to land from a wait. */
  readonly #resumed = new Set<SubmissionId>();
  readonly #rests = new Map<SubmissionId, Rest>();
  readonly #mostPlanned: number;
  #isStopping = false;
  #isTickWanted = false;
  #isIdle = false;
  #timer: NodeJS.Timeout | undefined;
  #lastLookMs = 0;
  #ticking: Promise<void> | null = null;

  /** Starts working the queue. */
  constructor(context: PipelineContext, { workers, window }: QueueWidth) {
    this.#context = context;
    const slots = workers + Math.ceil(workers / PREPARED);
    this.#memory = new QueueMemory(slots, Math.max(slots, window));
    this.#mostPlanned = PLANNED_PER_WINDOW * Math.max(workers, window);
    const memory = this.#memory;
    const room = concurrency({ workers, window });
    const wake = (): void => this.wake();
    this.#runs = new QueueRuns(context, {
      memory,
      room,
      wake,
      pause: (id, ms) => this.#rests.set(id, restFor(ms, context.clock())),
    });
    this.#foresight = new Foresight(context, {
      memory,
      room,
      wake,
      giveUp: (id) => {
        if (!this.#runs.attempts.has(id)) this.#runs.attempt(id, null);
      },
    });
    this.#revisits = new Revisits(context);
    this.wake();
  }

  /** Something may have changed: look at the ledger soon. */
  wake(): void {
    this.#isTickWanted = true;
    if (this.#ticking === null && !this.#isStopping) this.#ticking = this.#look();
  }

  /** Submissions that a step runs for now, or that are judged ahead of their turn. */
  inFlight(): readonly SubmissionId[] {
    const ahead = [...this.#memory.living()].flatMap(({ run }) => run.members as SubmissionId[]);
    return [...new Set([...this.#runs.attempts.keys(), ...ahead])];
  }

  /** Ends running gates, lets a landing finish, and returns when nothing runs any more. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#ticking;
    clearTimeout(this.#timer);
    await this.#foresight.stop();
    await this.#runs.stop();
    await this.#leaveLandings();
  }

  /** What only waited for its turn was not interrupted: it would count against the submission. */
  async #leaveLandings(): Promise<void> {
    try {
      for (const { id } of this.#context.store.ledger.list({ states: ['landing'] }))
        await startAfresh(this.#context, id, 'the daemon stopped before its turn came');
    } catch (error) {
      this.#context.log.warn('the queue was not put in order at the end', { error });
    }
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    do {
      // Everything else in the process has its turn before each look, which may be asked for by what the last one did.
      await pause(Math.min(this.#lastLookMs, LONGEST_BREATH_MS));
      this.#isTickWanted = false;
      const begun = performance.now();
      try {
        await this.#tick();
      } catch (error) {
        this.#context.log.warn('a look at the queue failed', { error });
      }
      this.#lastLookMs = performance.now() - begun;
    } while (this.#isTickWanted && !this.#isStopping);
    this.#ticking = null;
    this.#timer = setTimeout(() => this.wake(), this.#isIdle ? IDLE_TICK_MS : TICK_MS);
  }

  async #tick(): Promise<void> {
    const { clock, store } = this.#context;
    for (const [id, controller] of this.#runs.attempts) {
      if (store.ledger.state(id) === 'cancelled') controller.abort(new Error('cancelled'));
    }
    for (const id of await this.#revisits.look(() => !this.#isStopping)) this.#resumed.add(id);
    await this.#observe();
    // From here to the last action nothing is waited for: what is decided is decided on one state.
    if (this.#isStopping) return;
    const listed = store.ledger.list({ states: ['queued', ...ACTIVE_STATES] });
    this.#isIdle = listed.length === 0 && this.#runs.attempts.size === 0 && this.#revisits.isIdle;
    this.#keepOnly(new Set(listed.map(({ id }) => id)));
    const actions = plan(this.#memory.state(this.#candidates(listed), clock()));
    for (const action of actions) this.#carryOut(action);
  }

  /** Notes where others have moved the branches. */
  async #observe(): Promise<void> {
    const { repo } = this.#context;
    for (const target of this.#memory.targets) {
      if (this.#memory.landingOn(target) !== null) continue;
      const known = this.#memory.tipOf(target);
      const tip = await tipOf(repo, target);
      if (tip === known) continue;
      const changes = await movedParts(this.#context, known, tip);
      // What landed in between has been noted, and this tip may be older.
      if (this.#memory.landingOn(target) !== null || this.#memory.tipOf(target) !== known) continue;
      this.#memory.arrive(target, tip, { id: `moved to ${tip}`, changes });
    }
  }

  #keepOnly(ids: ReadonlySet<SubmissionId>): void {
    this.#runs.keepOnly(ids);
    for (const id of this.#foresight.known) if (!ids.has(id)) this.#foresight.forget(id);
    for (const id of this.#rests.keys()) if (!ids.has(id)) this.#rests.delete(id);
    for (const id of this.#resumed) if (!ids.has(id)) this.#resumed.delete(id);
    this.#memory.keepTargets();
  }

  /**
   * What the planner decides about, in the ledger's order: not what ranks below one of which is not known yet what it
   * touches, unless a run speaks of it. What needs no planning is taken up here: a submission that is alone, a refusal that
   * depends on nobody, a landing that goes on after a wait.
   */
  #candidates(listed: readonly SubmissionSummary[]): readonly Candidacy[] {
    const now = this.#context.clock();
    const found: Candidacy[] = [];
    const ranks = ranksOf(listed);
    const named = this.#memory.named();
    /** The highest rank of those of which nothing is known. */
    let unknown = -Infinity;
    for (const [at, { id, state }] of listed.entries()) {
      const rank = ranks[at] ?? 0;
      const rest = this.#rests.get(id);
      const isPaused = rest !== undefined && isResting(rest, now);
      const isUnderWay = this.#runs.attempts.has(id);
      if (!this.#memory.prospects.has(id)) {
        if (isUnderWay) {
          if (!this.#foresight.isRefused(id)) unknown = Math.max(unknown, rank);
        } else if (state === 'landing') this.#resume(id, rank);
        else if (!isPaused) {
          if (listed.length === 1) this.#runs.attempt(id, null);
          else this.#foresight.ask(id, rank);
          unknown = Math.max(unknown, rank);
        }
      } else if (this.#resumed.has(id) && state === 'landing') this.#goOnLanding(id);
      else if (this.#isRefusedAnyway(id, found)) {
        if (!isPaused && !isUnderWay) this.#runs.attempt(id, null);
      } else found.push({ id, rank, isPaused });
    }
    const known = found.filter(({ id, rank }) => rank > unknown || named.has(id));
    return this.#firstAwake(known, named);
  }

  /** Of each branch the first by rank, until so many are not paused, and those that runs speak of. */
  #firstAwake(candidates: readonly Candidacy[], named: ReadonlySet<string>): readonly Candidacy[] {
    const awake = new Map<BranchRef | undefined, number>();
    const chosen = new Set(named);
    for (const { id, isPaused } of candidates.toSorted((one, other) => other.rank - one.rank)) {
      const target = this.#memory.prospects.get(id)?.target;
      const before = awake.get(target) ?? 0;
      if (!isPaused) awake.set(target, before + 1);
      if (before < this.#mostPlanned) chosen.add(id);
    }
    return candidates.filter(({ id }) => chosen.has(id));
  }

  #resume(id: SubmissionId, rank: number): void {
    this.#resumed.add(id);
    this.#foresight.ask(id, rank);
  }

  #goOnLanding(id: SubmissionId): void {
    const { target } = this.#context.store.ledger.view(id);
    if (target === null || this.#memory.landingOn(target) !== null) return;
    this.#resumed.delete(id);
    this.#runs.land(target, id);
  }

  /** Whether it is refused now, and no landing of others before it could change that. */
  #isRefusedAnyway(id: SubmissionId, before: readonly Candidacy[]): boolean {
    if (!this.#foresight.isRefused(id) || this.#memory.isKnown(id)) return false;
    const { prospects } = this.#memory;
    const own = prospects.get(id);
    const paths = (own?.needs ?? []).filter(isPath);
    return !before.some((other) => {
      const { target, changes = [] } = prospects.get(other.id) ?? {};
      return target === own?.target && affects(changes.filter(isPath), paths);
    });
  }

  #carryOut(action: Action): void {
    const target = action.target as BranchRef;
    switch (action.type) {
      case 'start':
        return this.#runs.start(action);
      case 'cancel':
        return this.#runs.cancel(target, action.run);
      case 'forget':
        return this.#memory.forgetRun(target, action.run);
      case 'land':
        for (const id of action.members) this.#runs.land(target, id as SubmissionId);
        return;
      case 'reject': {
        // A look ahead says so: its attempt finds the same verdicts, and records them.
        const id = action.member as SubmissionId;
        if (this.#runs.attempts.has(id)) return;
        this.#memory.forgetVerdicts(id);
        return this.#runs.attempt(id, null);
      }
      case 'give-up':
        throw new TypeError('an attempt gives up by itself');
    }
  }
}

const isPath = (part: Part): boolean => part === EVERYTHING || part.startsWith('path ');
