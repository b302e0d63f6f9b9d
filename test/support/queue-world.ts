import { EVERYTHING } from '../../src/core/schedule/queue-state.ts';
import type {
  Action,
  Entry,
  Landing,
  Part,
  QueueState,
  Run,
} from '../../src/core/schedule/queue-state.ts';

/** A submission of a made-up world: what it touches, and whom it cannot stand beside. */
export interface WorldEntry {
  readonly id: string;
  readonly needs: readonly Part[];
  readonly changes: readonly Part[];
  /** Fails wherever it is. */
  readonly isBad?: boolean;
  /** Fails, or makes fail, where one of these is in the same part. */
  readonly enemies?: readonly string[];
  readonly priority?: number;
  /** Runs of it alone that the machine spoils. */
  readonly spoiled?: number;
}

export interface WorldOptions {
  readonly slots: number;
  readonly batch: number;
  readonly window: number;
}

/** What each part held when a run judged it. */
type Content = ReadonlyMap<Part, string>;

interface JudgedRun {
  readonly run: Run;
  readonly content: Content;
  readonly verdict: 'passed' | 'failed' | 'fault';
}

const MAX_FAULTS = 3;

/**
 * A branch, its queue and its machine as facts, without time: whoever drives it says what happens next. It takes
 * actions as a careful executor would, refusing what is out of date, and throws where an action breaks a guarantee.
 */
export class QueueWorld {
  readonly ended = new Map<string, 'landed' | 'rejected' | 'failed' | 'cancelled'>();
  readonly order: string[] = [];
  readonly #options: WorldOptions;
  readonly #all = new Map<string, WorldEntry>();
  readonly #waiting = new Map<string, WorldEntry>();
  readonly #faults = new Map<string, number>();
  readonly #runs = new Map<string, JudgedRun>();
  readonly #landed: Landing[] = [];
  readonly #content = new Map<Part, Set<string>>();
  /** Everything that a run ever judged: planners may forget, proofs may not. */
  readonly #proofs: JudgedRun[] = [];
  #landing: readonly string[] = [];
  #version = 0;
  #count = 0;

  constructor(options: WorldOptions) {
    this.#options = options;
  }

  get isDone(): boolean {
    return this.#waiting.size === 0 && this.#landing.length === 0;
  }

  get waiting(): readonly string[] {
    return [...this.#waiting.keys()];
  }

  submit(entry: WorldEntry): void {
    this.#all.set(entry.id, entry);
    this.#waiting.set(entry.id, entry);
  }

  /** A person takes it back; not while it lands. */
  cancel(id: string): void {
    if (this.#waiting.has(id) && !this.#landing.includes(id)) this.#end(id, 'cancelled');
  }

  /** Somebody else moves the branch. */
  moveBranch(changes: readonly Part[]): void {
    if (this.#landing.length === 0) this.#arrive(`other-${this.#version}`, changes);
  }

  state(): QueueState {
    return {
      slots: this.#options.slots,
      batch: this.#options.batch,
      maxFaults: MAX_FAULTS,
      spoiling: 1,
      targets: [
        {
          target: 'main',
          version: this.#version,
          landed: [...this.#landed],
          landing: this.#landing,
          window: this.#options.window,
          entries: [...this.#waiting.values()].map((entry) => this.#entry(entry)),
          runs: [...this.#runs.values()].map(({ run }) => run),
        },
      ],
    };
  }

  #entry({ id, needs, changes, priority = 0 }: WorldEntry): Entry {
    const faults = this.#faults.get(id) ?? 0;
    return { id, priority, needs, changes, chance: 0.8, faults, isPaused: false };
  }

  /** Carries an action out, or refuses it, as its version and the queue allow. */
  take(action: Action): void {
    switch (action.type) {
      case 'start':
        return this.#start(action);
      case 'cancel':
        return this.#change(action.run, 'running', 'cancelling');
      case 'forget':
        if (!ON_SLOT.has(this.#runs.get(action.run)?.run.state ?? 'running'))
          this.#runs.delete(action.run);
        return;
      case 'land':
        return this.#land(action.version, action.members);
      case 'reject':
        return this.#reject(action.version, action.member);
      case 'give-up':
        if ((this.#faults.get(action.member) ?? 0) < MAX_FAULTS) throw new Error('gave up early');
        if (this.#waiting.has(action.member)) this.#end(action.member, 'failed');
    }
  }

  /** Lets one thing come to its end: a landing, or the run at a place among those on a slot. False: nothing is on. */
  finish(place: number): boolean {
    if (this.#landing.length > 0 && place % 2 === 0) return this.#finishLanding();
    const busy = [...this.#runs.values()].filter(({ run }) => ON_SLOT.has(run.state));
    const judged = busy[place % Math.max(1, busy.length)];
    if (judged === undefined) return this.#finishLanding();
    const { run, verdict } = judged;
    if (run.state === 'cancelling') this.#runs.delete(run.id);
    else {
      this.#runs.set(run.id, { ...judged, run: { ...run, state: verdict } });
      this.#proofs.push({ ...judged, run: { ...run, state: verdict } });
      const [only] = run.members;
      if (verdict === 'fault' && run.members.length === 1 && only !== undefined)
        this.#faults.set(only, (this.#faults.get(only) ?? 0) + 1);
    }
    return true;
  }

  #start(action: Action & { readonly type: 'start' }): void {
    const { members, version, lands, fails, base, needs } = action;
    const busy = [...this.#runs.values()].filter(({ run }) => ON_SLOT.has(run.state));
    const isStale =
      version !== this.#version || ![...members, ...base].every((id) => this.#waiting.has(id));
    const isRepeat = busy.some(
      ({ run }) => String(run.members) === String(members) && String(run.lands) === String(lands),
    );
    if (isStale || isRepeat || busy.length >= this.#options.slots) return;
    this.#count += 1;
    const id = `r${this.#count}`;
    const state = 'running' as const;
    const run: Run = {
      id,
      members,
      version,
      lands,
      fails,
      needs,
      state,
      progress: 0,
      chance: null,
    };
    const content = this.#contentWith([...base, ...members]);
    this.#runs.set(id, { run, content, verdict: this.#verdictOn(run, content) });
  }

  #verdictOn({ members, needs }: Run, content: Content): 'passed' | 'failed' | 'fault' {
    const [only] = members;
    const spoiled = this.#all.get(only ?? '')?.spoiled ?? 0;
    if (members.length === 1 && (this.#faults.get(only ?? '') ?? 0) < spoiled) return 'fault';
    return needs.every((part) => this.#isWell(content.get(part) ?? '')) ? 'passed' : 'failed';
  }

  #isWell(text: string): boolean {
    const ids = text.split(' ');
    return ids.every((id) => {
      const { isBad = false, enemies = [] } = this.#all.get(id) ?? {};
      return !isBad && !enemies.some((enemy) => ids.includes(enemy));
    });
  }

  #contentWith(ids: readonly string[]): Content {
    const content = new Map<Part, string>();
    const entries = ids.flatMap((id) => this.#all.get(id) ?? []);
    const parts = [...this.#content.keys(), ...entries.flatMap(({ changes }) => changes)];
    const all = [...parts, ...[...this.#all.values()].flatMap(({ needs }) => needs)];
    for (const part of all) {
      const here = new Set(this.#content.get(part) ?? []);
      for (const id of this.#content.get(EVERYTHING) ?? []) here.add(id);
      for (const { id, changes } of entries) {
        if (changes.includes(part) || changes.includes(EVERYTHING)) here.add(id);
      }
      content.set(part, [...here].sort().join(' '));
    }
    return content;
  }

  #land(version: number, members: readonly string[]): void {
    const isStale = version !== this.#version || !members.every((id) => this.#waiting.has(id));
    if (isStale || this.#landing.length > 0) return;
    const content = this.#contentWith(members);
    for (const id of members) {
      for (const part of this.#all.get(id)?.needs ?? []) {
        const isProven = this.#proofs.some(
          (proof) =>
            proof.verdict === 'passed' &&
            proof.run.needs.includes(part) &&
            proof.content.get(part) === content.get(part),
        );
        if (!isProven) throw new Error(`${id} would land, and ${part} was never judged so`);
      }
    }
    this.#landing = members;
  }

  #finishLanding(): boolean {
    if (this.#landing.length === 0) return false;
    const members = this.#landing;
    this.#landing = [];
    this.#version += 1;
    for (const id of members) {
      this.#put(id, this.#all.get(id)?.changes ?? []);
      this.#end(id, 'landed');
      this.order.push(id);
    }
    return true;
  }

  #arrive(id: string, changes: readonly Part[]): void {
    this.#version += 1;
    this.#put(id, changes);
  }

  #put(id: string, changes: readonly Part[]): void {
    this.#landed.push({ id, version: this.#version, changes });
    for (const part of changes) {
      const here = this.#content.get(part) ?? new Set();
      this.#content.set(part, here.add(id));
    }
  }

  #reject(version: number, id: string): void {
    if (version !== this.#version || !this.#waiting.has(id) || this.#landing.includes(id)) return;
    const content = this.#contentWith([id]);
    const needs = this.#all.get(id)?.needs ?? [];
    const isProven = this.#proofs.some(
      ({ run, verdict, content: judged }) =>
        verdict === 'failed' &&
        String(run.members) === id &&
        needs.every((part) => judged.get(part) === content.get(part)),
    );
    if (!isProven) throw new Error(`${id} would be rejected for what it never did`);
    this.#end(id, 'rejected');
  }

  #end(id: string, how: 'landed' | 'rejected' | 'failed' | 'cancelled'): void {
    if (!this.#waiting.delete(id)) throw new Error(`${id} ended twice`);
    this.ended.set(id, how);
  }

  #change(id: string, from: Run['state'], to: Run['state']): void {
    const judged = this.#runs.get(id);
    if (judged?.run.state !== from) return;
    this.#runs.set(id, { ...judged, run: { ...judged.run, state: to } });
  }
}

const ON_SLOT: ReadonlySet<Run['state']> = new Set(['running', 'cancelling']);
