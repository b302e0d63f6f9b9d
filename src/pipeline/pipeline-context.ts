import type { LandingStep } from '../git/landing.ts';
import type { Repository } from '../git/repository.ts';
import type { ScratchTrees } from '../git/scratch-trees.ts';
import type { Trust } from '../config/trust.ts';
import type { BaseRuns } from '../gates/base-runs.ts';
import type { PrimeMemory } from '../gates/prime-memory.ts';
import type { Oid, SubmissionId } from '../core/model/ids.ts';
import type { KnownVerdicts } from '../gates/verdict-cache.ts';
import type { DependencyGraphs } from '../gates/graph/dependency-graphs.ts';
import type { Store } from '../store/open-store.ts';

/** A message of the pipeline about its own work: what a log wants, without a logger. */
export interface PipelineLog {
  readonly info: (message: string, fields?: Readonly<Record<string, unknown>>) => void;
  readonly warn: (message: string, fields?: Readonly<Record<string, unknown>>) => void;
}

/** What every step is handed. Effects that are not git's or the store's (time, randomness) come in as functions. */
export interface PipelineContext {
  readonly repo: Repository;
  readonly store: Store;
  readonly trust: Trust;
  readonly log: PipelineLog;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** A fresh unique name for one landing attempt. */
  readonly newLandingId: () => string;
  /** Told of each journalled step of a landing, before it goes on. */
  readonly onLandingStep?: (step: LandingStep) => void;
  /** Where candidates are checked out. */
  readonly trees: ScratchTrees;
  /** Results of gates on bases, kept while the process lives. */
  readonly baseRuns: BaseRuns;
  /** Verdicts that hold wherever a gate's inputs are the same. */
  readonly verdicts: KnownVerdicts;
  /** Which states of the dependencies were in place when trees were made. */
  readonly primes: PrimeMemory;
  /** Import graphs of bases; absent: how many files depend on a change is not asked. */
  readonly graphs?: DependencyGraphs;
  /** Submissions that count as landed, though only as far as a look ahead goes, and the commits that they landed as. */
  readonly assumed?: ReadonlyMap<SubmissionId, Oid>;
  /** Environment that gates may take their allowed variables from. */
  readonly env: Readonly<Record<string, string | undefined>>;
}
