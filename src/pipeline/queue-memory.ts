/**
 * What the scheduler knows of the queue beyond the ledger: what each submission touches, which judgements are under way
 * and what they said, and what came onto each branch meanwhile. All of it may be lost at any moment; then it is found
 * out anew. Invariants: a branch's version grows with each move of its tip; a run is of one submission. Caller: the
 * scheduler.
 */
import { estimateChance } from '../core/schedule/estimate-chance.ts';
import { nextWindow } from '../core/schedule/next-window.ts';
import type { Entry, Landing, QueueState, Run, RunState } from '../core/schedule/queue-state.ts';
import type { BranchRef, Oid, SubmissionId } from '../core/model/ids.ts';
import type { Parts } from './parts-of.ts';

/** What is known of a submission before it is judged. */
export interface Prospect extends Parts {
  readonly target: BranchRef;
  /** Changed lines. */
  readonly lines: number;
  readonly retries: number;
}

/** A judgement under way, or over. */
export interface LiveRun {
  readonly run: Run;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Ends it; null: it is over. */
  readonly controller: AbortController | null;
}

/** A submission that is to be decided, in the order of the ledger. */
export interface Candidacy {
  readonly id: SubmissionId;
  /** See `ranksOf`. */
  readonly rank: number;
  readonly isPaused: boolean;
}

interface TargetMemory {
  tip: Oid | null;
  version: number;
  landed: readonly Landing[];
  landing: SubmissionId | null;
  window: number;
  readonly runs: Map<string, LiveRun>;
}

/** Judgements that estimates look back on. */
const LOOK_BACK = 50;

export class QueueMemory {
  readonly prospects = new Map<SubmissionId, Prospect>();
  readonly #targets = new Map<BranchRef, TargetMemory>();
  readonly #bounds: { readonly least: number; readonly most: number };
  readonly #slots: number;
  #judged: readonly boolean[] = [];
  #meanMs = 0;
  #runs = 0;

  /** Plans for `slots` runs at once, and for up to `window` submissions of a branch. */
  constructor(slots: number, window: number) {
    this.#slots = slots;
    this.#bounds = { least: Math.min(2 * slots, window), most: window };
  }

  get targets(): readonly BranchRef[] {
    return [...this.#targets.keys()];
  }

  /** The branch's memory; made with this tip where there is none. */
  #target(target: BranchRef, tip: Oid | null = null): TargetMemory {
    const known = this.#targets.get(target);
    if (known !== undefined) return known;
    const fresh: TargetMemory = {
      tip,
      version: 0,
      landed: [],
      landing: null,
      window: this.#bounds.most,
      runs: new Map(),
    };
    this.#targets.set(target, fresh);
    return fresh;
  }

  tipOf(target: BranchRef): Oid | null {
    return this.#target(target).tip;
  }

  versionOf(target: BranchRef): number {
    return this.#target(target).version;
  }

  landingOn(target: BranchRef): SubmissionId | null {
    return this.#target(target).landing;
  }

  /** The branch is there, and its tip is this one, if it was not known before. */
  meet(target: BranchRef, tip: Oid | null): void {
    this.#target(target, tip);
  }

  /** The branch has moved. */
  arrive(target: BranchRef, tip: Oid | null, arrival: Omit<Landing, 'version'>): void {
    const memory = this.#target(target);
    memory.tip = tip;
    memory.version += 1;
    const oldest = Math.min(...[...memory.runs.values()].map(({ run }) => run.version));
    memory.landed = [...memory.landed, { ...arrival, version: memory.version }].filter(
      ({ version }) => version > oldest,
    );
  }

  /** Forgets branches that nobody is on the way to. */
  keepTargets(): void {
    const wanted = new Set([...this.prospects.values()].map(({ target }) => target));
    for (const [target, { landing, runs }] of this.#targets) {
      if (landing === null && runs.size === 0 && !wanted.has(target)) this.#targets.delete(target);
    }
  }

  /** A submission is about to land; null: none is. */
  setLanding(target: BranchRef, id: SubmissionId | null): void {
    this.#target(target).landing = id;
  }

  /** Gates came to a verdict on a submission, or it landed. */
  noteVerdict(target: BranchRef, hasPassed: boolean): void {
    this.#judged = [...this.#judged, hasPassed].slice(-LOOK_BACK);
    const memory = this.#target(target);
    memory.window = nextWindow(memory.window, hasPassed ? 'landed' : 'failed', this.#bounds);
  }

  addRun(
    target: BranchRef,
    run: Pick<Run, 'members' | 'version' | 'lands' | 'fails' | 'needs' | 'state'>,
    live: Pick<LiveRun, 'startedAt' | 'controller'>,
  ): string {
    this.#runs += 1;
    const id = `run-${this.#runs}`;
    this.#target(target).runs.set(id, { ...live, run: { ...run, id, progress: 0, chance: null } });
    return id;
  }

  runOf(target: BranchRef, id: string): LiveRun | undefined {
    return this.#target(target).runs.get(id);
  }

  /** Sets how a run stands; one that is over has said all it can. */
  setRun(target: BranchRef, id: string, state: RunState): void {
    const { runs } = this.#target(target);
    const live = runs.get(id);
    if (live === undefined) return;
    const isOver = state !== 'running' && state !== 'cancelling';
    runs.set(id, {
      ...live,
      run: { ...live.run, state },
      controller: isOver ? null : live.controller,
    });
  }

  /** Whether a run says already that a submission fails on this version of the branch, once just these have landed. */
  hasFailed(
    target: BranchRef,
    { id, version, lands }: Pick<Run, 'version' | 'lands'> & { readonly id: SubmissionId },
  ): boolean {
    return [...this.#target(target).runs.values()].some(
      ({ run }) =>
        run.state === 'failed' &&
        run.version === version &&
        run.members[0] === id &&
        run.lands.length === lands.length &&
        run.lands.every((other) => lands.includes(other as SubmissionId)),
    );
  }

  noteDuration(ms: number): void {
    this.#meanMs = this.#meanMs === 0 ? ms : 0.8 * this.#meanMs + 0.2 * ms;
  }

  forgetRun(target: BranchRef, id: string): void {
    this.#target(target).runs.delete(id);
  }

  /** Forgets what runs that are over said of a submission. */
  forgetVerdicts(id: SubmissionId): void {
    for (const { runs } of this.#targets.values()) {
      for (const [key, { run, controller }] of runs) {
        if (controller === null && run.members.includes(id)) runs.delete(key);
      }
    }
  }

  /** Whether a run of it is under way, or said something that still counts. */
  isKnown(id: SubmissionId): boolean {
    return [...this.#targets.values()].some(({ runs }) =>
      [...runs.values()].some(({ run }) => run.members.includes(id)),
    );
  }

  /** Submissions that a run is of, or assumes something of: without them, what it says means nothing. */
  named(): ReadonlySet<string> {
    const ids = new Set<string>();
    for (const { runs } of this.#targets.values()) {
      for (const { run } of runs.values())
        for (const id of [...run.members, ...run.lands, ...run.fails]) ids.add(id);
    }
    return ids;
  }

  /** Every run under way. */
  *living(): Generator<LiveRun> {
    for (const { runs } of this.#targets.values()) {
      for (const live of runs.values()) if (live.controller !== null) yield live;
    }
  }

  /** The whole queue, as the planner sees it. `waiting` are those to be decided, oldest first. */
  state(waiting: readonly Candidacy[], now: number): QueueState {
    const byTarget = new Map<BranchRef, Entry[]>();
    for (const candidacy of waiting) {
      const prospect = this.prospects.get(candidacy.id);
      if (prospect === undefined) continue;
      const entries = byTarget.get(prospect.target) ?? [];
      entries.push(this.#entry(candidacy, prospect));
      byTarget.set(prospect.target, entries);
    }
    return {
      slots: this.#slots,
      batch: 1,
      // What the machine cannot judge is given up by its attempts, each with its own reason.
      maxFaults: Infinity,
      targets: [...this.#targets].map(([target, memory]) => ({
        target,
        version: memory.version,
        landed: memory.landed,
        landing: memory.landing === null ? [] : [memory.landing],
        window: memory.window,
        entries: byTarget.get(target) ?? [],
        runs: [...memory.runs.values()].map(({ run, startedAt }) => ({
          ...run,
          progress:
            this.#meanMs === 0 ? 0 : Math.min(1, Math.max(0, now - startedAt) / this.#meanMs),
        })),
      })),
    };
  }

  #entry({ id, rank, isPaused }: Candidacy, prospect: Prospect): Entry {
    const { needs, changes, lines, retries } = prospect;
    const passed = this.#judged.filter(Boolean).length;
    const chance = estimateChance({ judged: this.#judged.length, passed, retries, lines });
    return { id, priority: rank, needs, changes, chance, faults: 0, isPaused };
  }
}
