import type { BranchRef, Oid } from '../core/model/ids.ts';

/**
 * The order in which submissions of one branch are judged at the same time: each is planned on the candidate of the one
 * before it, as if that had landed. What is concluded on that assumption counts only once it came true. It is held in
 * memory alone: lost, everybody starts again on the branch as it is.
 */
export class Train {
  readonly #last = new Map<BranchRef, Seat>();

  #turn: Promise<unknown> = Promise.resolve();

  /**
   * Runs what comes before boarding, one after another: places are taken in the order in which they were asked for,
   * however long it takes each to find its branch.
   */
  inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(run);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Takes the place behind everybody who is under way to the branch. */
  board(target: BranchRef): Seat {
    let last = this.#last.get(target) ?? null;
    while (last !== null && last.outcome === 'gone') last = last.previous;
    const seat = new Seat(last?.outcome === 'landed' ? null : last);
    this.#last.set(target, seat);
    return seat;
  }
}

/** One submission's place in a train. Whoever holds it publishes its candidate, and leaves, in every case. */
export class Seat {
  readonly #candidate = Promise.withResolvers<Oid | null>();
  readonly #end = Promise.withResolvers<boolean>();
  readonly #derailing = new AbortController();
  #outcome: 'under-way' | 'landed' | 'gone' = 'under-way';
  #previous: Seat | null;
  #followed: Seat | null = null;

  constructor(previous: Seat | null) {
    this.#previous = previous;
  }

  /** The one before; null: none that is under way, or this landed. */
  get previous(): Seat | null {
    return this.#previous;
  }

  get outcome(): 'under-way' | 'landed' | 'gone' {
    return this.#outcome;
  }

  /** Aborted: what this was planned on will not land. */
  get derailed(): AbortSignal {
    return this.#derailing.signal;
  }

  /**
   * The candidate to build on: that of the nearest before this that is under way, as soon as it is there. Null: there is
   * none, or `isUsable` says no; the branch itself is to be built on.
   */
  async follow(isUsable: (candidate: Oid) => Promise<boolean>): Promise<Oid | null> {
    for (let seat = this.previous; seat !== null; seat = seat.previous) {
      const candidate = await seat.#candidate.promise;
      if (seat.outcome === 'landed') return null;
      if (candidate === null || seat.outcome === 'gone') continue;
      if (!(await isUsable(candidate))) return null;
      this.#followed = seat;
      void seat.#end.promise.then((hasLanded) => {
        if (!hasLanded) this.#derailing.abort(new Error(DERAILED));
      });
      return candidate;
    }
    return null;
  }

  /** The commit that the next may build on. */
  publish(candidate: Oid): void {
    this.#candidate.resolve(candidate);
  }

  /** Waits until the assumption that this was planned on is decided: whether it came true. */
  async isBorneOut(): Promise<boolean> {
    return this.#followed === null || (await this.#followed.#end.promise);
  }

  /**
   * Gives the place up; the first word counts. Whether what it followed lands can be waited for after that too, as long
   * as it did not land itself.
   */
  leave(hasLanded: boolean): void {
    if (this.#outcome !== 'under-way') return;
    this.#outcome = hasLanded ? 'landed' : 'gone';
    this.#candidate.resolve(null);
    this.#end.resolve(hasLanded);
    if (!hasLanded) return;
    // Nobody looks further back than to a landing: a queue that is never empty would keep every seat for ever.
    this.#previous = null;
    this.#followed = null;
  }
}

/** Why a submission that followed another goes back to the queue. */
export const DERAILED = 'what it was judged on top of did not land';
