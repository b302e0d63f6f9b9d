/**
 * Carries out what the planner decides: attempts, which the ledger tells of, looks ahead, which nobody hears of, and
 * landings. Invariants: a submission has one attempt or landing at a time; whatever ends is taken off its slot only
 * then; what lands was judged on what it lands on, or has verdicts that hold by the hash of their inputs there.
 * Caller: the scheduler.
 */
import { EVERYTHING } from '../core/schedule/queue-state.ts';
import type { BranchRef, SubmissionId } from '../core/model/ids.ts';
import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import type { JudgedGate } from '../gates/judge-gate.ts';
import { withOwnVerdicts } from '../gates/verdict-cache.ts';
import { attemptsOf } from '../store/attempts.ts';
import { advance, Overtaken, type AdvanceEnd, type AdvanceOptions } from './advance.ts';
import type { Concurrency } from './concurrency.ts';
import { prospectOf } from './foresee.ts';
import { LooksAhead, type Start } from './looks-ahead.ts';
import type { PipelineContext } from './pipeline-context.ts';
import type { QueueMemory } from './queue-memory.ts';
import { startAfresh } from './start-afresh.ts';
import type { Work } from './work.ts';

/** What carrying out needs besides the pipeline. */
export interface RunsOptions {
  readonly memory: QueueMemory;
  readonly room: Concurrency;
  /** Something has ended. */
  readonly wake: () => void;
  /** Nothing of this submission is to be started for so long; milliseconds. */
  readonly pause: (id: SubmissionId, ms: number) => void;
}

/** Pause after a run that broke in a way that nobody foresaw; milliseconds. */
const BROKEN_PAUSE_MS = 5_000;

/** Times that a submission is taken up anew in one landing, where others move its branch all the while. */
const LANDING_ROUNDS = 5;

export class QueueRuns {
  readonly #context: PipelineContext;
  readonly #options: RunsOptions;
  readonly #looks: LooksAhead;
  readonly #attempts = new Map<SubmissionId, AbortController>();
  readonly #own = new Map<SubmissionId, Map<string, JudgedGate>>();
  /** Submissions whose known verdicts did not hold where they were to land. */
  readonly #outdated = new Set<SubmissionId>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(context: PipelineContext, options: RunsOptions) {
    this.#context = context;
    this.#options = options;
    const { memory, pause, room } = options;
    const contextOf = (id: SubmissionId): PipelineContext => this.#contextOf(id);
    this.#looks = new LooksAhead(context, { memory, room, contextOf, pause });
  }

  /** Attempts and landings under way, with what ends each. */
  get attempts(): ReadonlyMap<SubmissionId, AbortController> {
    return this.#attempts;
  }

  /** Forgets what was found out about submissions other than these. */
  keepOnly(ids: ReadonlySet<SubmissionId>): void {
    for (const id of this.#own.keys()) if (!ids.has(id)) this.#own.delete(id);
    for (const id of this.#outdated) if (!ids.has(id)) this.#outdated.delete(id);
  }

  /** Ends everything, lets a landing finish, and returns when nothing is under way any more. */
  async stop(): Promise<void> {
    const reason = new Error('the daemon is stopping');
    for (const controller of this.#attempts.values()) controller.abort(reason);
    for (const { controller } of this.#options.memory.living()) controller?.abort(reason);
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Carries a start out: as an attempt where it assumes nothing, else as a look ahead. */
  start(action: Start): void {
    const [id] = action.members as readonly SubmissionId[];
    if (id === undefined || this.#attempts.has(id)) return;
    if (action.lands.length === 0 && action.fails.length === 0) return this.attempt(id, action);
    const controller = new AbortController();
    const held = this.#hold(id, action, controller);
    this.#track(() => this.#looks.look(id, action, { ...held, signal: controller.signal }));
  }

  /** Takes a submission up for real, to its verdict. Without a `start`, it counts on a slot once it is planned. */
  attempt(id: SubmissionId, start: Start | null): void {
    const { memory } = this.#options;
    const controller = new AbortController();
    this.#attempts.set(id, controller);
    let run = start === null ? null : this.#hold(id, start, controller);
    const options: AdvanceOptions = {
      ...this.#bounds(controller),
      isForJudgement: true,
      onPlanned: (view, work) => {
        const { target } = view;
        this.#notePlanned(view, work);
        if (target === null) return;
        const { needs } = prospectOf(work);
        const version = memory.versionOf(target);
        run ??= this.#hold(id, { ...ASSUMES_NOTHING, target, version, needs }, controller);
        this.#options.wake();
      },
    };
    const work = async (): Promise<void> => {
      const end = await this.#advance(id, options, 'afresh');
      this.#attempts.delete(id);
      if (run === null) return;
      if (end?.state === 'landing') memory.setRun(run.target, run.key, 'passed');
      else memory.forgetRun(run.target, run.key);
      this.#noteRefusal(id, run.target);
    };
    this.#track(start === null ? () => this.#options.room.unplanned(work) : work);
  }

  /**
   * Lands a submission whose verdict is known. Where its branch is another by now, its steps are gone through again: it
   * lands on verdicts that hold there too, or goes back to be judged. One that did so before is judged on the way, with
   * its branch kept for it.
   */
  land(target: BranchRef, id: SubmissionId): void {
    const { memory } = this.#options;
    if (this.#attempts.has(id)) return;
    const controller = new AbortController();
    this.#attempts.set(id, controller);
    memory.setLanding(target, id);
    const options: AdvanceOptions = {
      ...this.#bounds(controller),
      isForKnownVerdicts: !this.#outdated.has(id),
      onPlanned: (view, work) => this.#notePlanned(view, work),
      onLanded: ({ landed }) => {
        const changes = memory.prospects.get(id)?.changes ?? [EVERYTHING];
        memory.arrive(target, landed?.commit ?? null, { id, changes });
        memory.setLanding(target, null);
        memory.noteVerdict(target, true);
      },
    };
    this.#track(async () => {
      let end = await this.#advance(id, options);
      for (let round = 1; round < LANDING_ROUNDS && end?.state === 'queued'; round += 1) {
        if (end.delayMs > 0 || end.isOutdated === true || controller.signal.aborted) break;
        end = await this.#advance(id, options);
      }
      this.#attempts.delete(id);
      if (end?.state === 'landed') return;
      if (end?.isOutdated === true) this.#outdated.add(id);
      memory.setLanding(target, null);
      memory.forgetVerdicts(id);
      this.#noteRefusal(id, target);
    });
  }

  /** Ends a run; it holds its slot until it is gone. */
  cancel(target: BranchRef, key: string): void {
    const { memory } = this.#options;
    const controller = memory.runOf(target, key)?.controller ?? null;
    memory.setRun(target, key, 'cancelling');
    controller?.abort(new Overtaken('what it was judged on has changed'));
  }

  #hold(
    id: SubmissionId,
    { target, version, lands, fails, needs }: Omit<Start, 'type' | 'members' | 'base'>,
    controller: AbortController,
  ): { readonly target: BranchRef; readonly key: string } {
    const run = { members: [id], version, lands, fails, needs, state: 'running' as const };
    const startedAt = this.#context.clock();
    const branch = target as BranchRef;
    return {
      target: branch,
      key: this.#options.memory.addRun(branch, run, { startedAt, controller }),
    };
  }

  #bounds({ signal }: AbortController): Pick<AdvanceOptions, 'signal' | 'room' | 'landing'> {
    const { room } = this.#options;
    return { signal, room, landing: room.landing };
  }

  #notePlanned({ id, target, tip }: SubmissionView, work: Work): void {
    if (target === null) return;
    const { memory } = this.#options;
    const retries = attemptsOf(this.#context.store.ledger, id);
    memory.prospects.set(id, { ...prospectOf(work), target, retries });
    memory.meet(target, tip);
  }

  async #advance(
    id: SubmissionId,
    options: AdvanceOptions,
    from: 'afresh' | 'where it is' = 'where it is',
  ): Promise<AdvanceEnd | null> {
    const { log, clock } = this.#context;
    const { memory, pause } = this.#options;
    const begun = clock();
    try {
      // What a step carries to the next one is in memory alone: only a landing goes on where it was.
      if (from === 'afresh' || this.#context.store.ledger.state(id) !== 'landing')
        await startAfresh(this.#context, id, 'what it was judged on has changed');
      const end = await advance(this.#contextOf(id), id, options);
      if (end.delayMs > 0) pause(id, end.delayMs);
      if (end.state === 'landing') memory.noteDuration(clock() - begun);
      return end;
    } catch (error) {
      log.warn(`${id}: the pipeline broke`, { error });
      pause(id, BROKEN_PAUSE_MS);
      return null;
    }
  }

  /** What is found out about a submission on its way is known to its later steps. */
  #contextOf(id: SubmissionId): PipelineContext {
    const own = this.#own.get(id) ?? new Map<string, JudgedGate>();
    this.#own.set(id, own);
    return { ...this.#context, verdicts: withOwnVerdicts(this.#context.verdicts, own) };
  }

  /** Only what gates say tells how likely the next ones are to pass. */
  #noteRefusal(id: SubmissionId, target: BranchRef): void {
    const { state, verdicts } = this.#context.store.ledger.view(id);
    const isByGates = verdicts.some(
      ({ outcome }) => outcome === 'failed' || outcome === 'timed-out',
    );
    if (state !== 'rejected' || !isByGates) return;
    this.#options.memory.noteVerdict(target, false);
    this.#options.memory.noteSpoiling(target, id);
  }

  #track(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => this.#context.log.warn('the queue broke', { error }))
      .finally(() => {
        this.#underWay.delete(running);
        this.#options.wake();
      });
    this.#underWay.add(running);
  }
}

const ASSUMES_NOTHING = { lands: [], fails: [] } as const;
