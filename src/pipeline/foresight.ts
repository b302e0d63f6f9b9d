/**
 * Finds out what submissions touch before anybody judges them, and which would be refused without a command. All of it
 * may be lost at any moment; then it is found out anew. Caller: the scheduler.
 */
import type { SubmissionId } from '../core/model/ids.ts';
import { tipOf } from '../git/refs.ts';
import type { Concurrency } from './concurrency.ts';
import { foresee } from './foresee.ts';
import type { PipelineContext } from './pipeline-context.ts';
import type { QueueMemory } from './queue-memory.ts';

/** What foresight needs besides the pipeline. */
export interface ForesightOptions {
  readonly memory: QueueMemory;
  readonly room: Concurrency;
  /** This submission has no target, or broke on the way to one: its attempt says so. */
  readonly giveUp: (id: SubmissionId) => void;
  /** More is known. */
  readonly wake: () => void;
}

export class Foresight {
  readonly #context: PipelineContext;
  readonly #options: ForesightOptions;
  readonly #asked = new Set<SubmissionId>();
  readonly #refused = new Set<SubmissionId>();
  #isStopping = false;

  constructor(context: PipelineContext, options: ForesightOptions) {
    this.#context = context;
    this.#options = options;
  }

  /** Whether it would be refused, or a person asked, before a command ran. */
  isRefused(id: SubmissionId): boolean {
    return this.#refused.has(id);
  }

  /** Submissions of which something is known. */
  get known(): readonly SubmissionId[] {
    return [...new Set([...this.#options.memory.prospects.keys(), ...this.#refused])];
  }

  forget(id: SubmissionId): void {
    this.#options.memory.prospects.delete(id);
    this.#refused.delete(id);
  }

  /** Asks for what a submission touches; `memory.prospects` has it some time later, that of the highest rank first. */
  ask(id: SubmissionId, rank: number): void {
    if (this.#asked.has(id) || this.#isStopping) return;
    this.#asked.add(id);
    void this.#options.room.foresight(() => this.#look(id), rank);
  }

  /** Returns when nothing is looked at any more. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#options.room.endForesight();
  }

  async #look(id: SubmissionId): Promise<void> {
    const { memory, giveUp, wake } = this.#options;
    try {
      const { prospect, wouldBeJudged } = await foresee(this.#context, id);
      if (!wouldBeJudged) this.#refused.add(id);
      if (prospect !== null) {
        memory.meet(prospect.target, await tipOf(this.#context.repo, prospect.target));
        memory.prospects.set(id, prospect);
      } else if (!this.#isStopping) giveUp(id);
    } catch {
      // Its attempt meets the same fault, and records it.
      this.#refused.add(id);
      if (!this.#isStopping) giveUp(id);
    } finally {
      this.#asked.delete(id);
      wake();
    }
  }
}
