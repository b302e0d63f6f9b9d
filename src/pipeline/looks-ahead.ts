/**
 * Judges submissions on what their branch may come to be: each on the candidates of those that are assumed to land
 * before it. Nobody hears of these runs; what they leave are verdicts by the hash of their inputs, and a word to the
 * planner. Invariants: nothing of a look ahead ever lands; a look holds its place until its processes are gone.
 * Caller: the queue's runs.
 */
import { affects } from '../core/schedule/affects.ts';
import { EVERYTHING, type Action } from '../core/schedule/queue-state.ts';
import type { BranchRef, Oid, SubmissionId } from '../core/model/ids.ts';
import { judgeAhead } from './judge-ahead.ts';
import type { GateRoom } from './concurrency.ts';
import type { PipelineContext } from './pipeline-context.ts';
import type { QueueMemory } from './queue-memory.ts';

export type Start = Extract<Action, { type: 'start' }>;

/** A look ahead that the queue's memory holds a run for. */
export interface HeldLook {
  readonly target: BranchRef;
  /** Name of its run. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** What looks ahead need besides the pipeline. */
export interface LooksOptions {
  readonly memory: QueueMemory;
  readonly room: GateRoom;
  /** The pipeline as steps of this submission see it. */
  readonly contextOf: (id: SubmissionId) => PipelineContext;
  /** Nothing of this submission is to be started for so long; milliseconds. */
  readonly pause: (id: SubmissionId, ms: number) => void;
}

/** Commits that looks ahead were put on; more are not remembered. */
const MOST_CANDIDATES = 1_000;

/** Pause after a look that ended without a verdict; milliseconds. */
const BROKEN_PAUSE_MS = 5_000;

/** A commit that a branch may come to be at, and what landed on the way there. */
interface AssumedBase {
  readonly commit: Oid | null;
  readonly landed: ReadonlyMap<SubmissionId, Oid>;
}

export class LooksAhead {
  readonly #context: PipelineContext;
  readonly #options: LooksOptions;
  readonly #candidates = new Map<string, Promise<Oid | null>>();
  #looks = 0;

  constructor(context: PipelineContext, options: LooksOptions) {
    this.#context = context;
    this.#options = options;
  }

  /** Carries a start out that assumes something of others. Resolves when nothing of it runs any more. */
  async look(id: SubmissionId, start: Start, held: HeldLook): Promise<void> {
    const { memory, pause, room } = this.#options;
    const { target, key, signal } = held;
    const { clock, log } = this.#context;
    const begun = clock();
    try {
      const base = await this.#baseOf(target, start, signal);
      // Forgotten, it would be asked for again, and again; what cannot come about is as good as failed.
      if (base === null) return memory.setRun(target, key, 'failed');
      const seen = await judgeAhead(this.#contextOn(id, base), id, {
        target,
        base: base.commit,
        number: (this.#looks += 1),
        isJudged: true,
        signal,
        room,
        onStaged: (candidate) => this.#remember(base.commit, id, Promise.resolve(candidate)),
      });
      memory.setRun(target, key, seen.wouldLand ? 'passed' : 'failed');
      if (seen.wouldLand) memory.noteDuration(clock() - begun);
    } catch (error) {
      memory.forgetRun(target, key);
      if (signal.aborted) return;
      // What it was put on may be gone.
      this.#candidates.clear();
      log.warn(`${id}: a look ahead ended without a verdict`, { error });
      pause(id, BROKEN_PAUSE_MS);
    }
  }

  /** The commit that a look ahead is put on; null: it cannot come about. */
  async #baseOf(
    target: BranchRef,
    { base, version }: Start,
    signal: AbortSignal,
  ): Promise<AssumedBase | null> {
    const { memory } = this.#options;
    const landed = new Map<SubmissionId, Oid>();
    let at: AssumedBase = { commit: memory.tipOf(target), landed };
    for (const id of base as readonly SubmissionId[]) {
      signal.throwIfAborted();
      const candidate = await this.#candidateOn(target, id, at);
      if (candidate === null) {
        this.#noteFailure(target, id, { version, put: [...landed.keys()] });
        return null;
      }
      landed.set(id, candidate);
      at = { commit: candidate, landed };
    }
    return at;
  }

  /** A submission does not even apply behind those: it would not land there, as good as a run that failed. */
  #noteFailure(
    target: BranchRef,
    id: SubmissionId,
    { version, put }: { readonly version: number; readonly put: readonly SubmissionId[] },
  ): void {
    const { memory } = this.#options;
    const prospect = memory.prospects.get(id);
    if (prospect === undefined) return;
    const { needs } = prospect;
    const lands = put.filter((other) =>
      affects(memory.prospects.get(other)?.changes ?? [EVERYTHING], needs),
    );
    if (memory.hasFailed(target, { id, version, lands })) return;
    memory.addRun(
      target,
      { members: [id], version, lands, fails: [], needs, state: 'failed' },
      { startedAt: this.#context.clock(), controller: null },
    );
  }

  /** A submission's candidate on a commit; null: it would not land there. */
  async #candidateOn(target: BranchRef, id: SubmissionId, base: AssumedBase): Promise<Oid | null> {
    const view = this.#context.store.ledger.view(id);
    if (view.candidate !== null && view.base === base.commit) return view.candidate;
    const known = this.#candidates.get(`${base.commit} ${id}`);
    if (known !== undefined) return known;
    const found = judgeAhead(this.#contextOn(id, base), id, {
      target,
      base: base.commit,
      number: (this.#looks += 1),
      isJudged: false,
      signal: NEVER,
      room: this.#options.room,
    }).then(({ candidate }) => candidate);
    this.#remember(base.commit, id, found);
    return found;
  }

  /** The pipeline as it would be seen once these have landed. */
  #contextOn(id: SubmissionId, { landed }: AssumedBase): PipelineContext {
    return { ...this.#options.contextOf(id), assumed: new Map(landed) };
  }

  #remember(base: Oid | null, id: SubmissionId, candidate: Promise<Oid | null>): void {
    if (this.#candidates.size >= MOST_CANDIDATES) this.#candidates.clear();
    const key = `${base} ${id}`;
    this.#candidates.set(key, candidate);
    candidate.catch(() => this.#candidates.delete(key));
  }
}

/** Building what others are put on is short, and shared by them. */
const NEVER = new AbortController().signal;
