import type { Decoded } from '../core/formats/decoded.ts';
import type { BlastRadius } from '../core/graph/blast-radius.ts';
import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import type { Oid, SubmissionId } from '../core/model/ids.ts';
import type { Patch } from '../core/model/patch.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';
import type { Config } from '../config/config.ts';
import type { AuthorView } from './author-view.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { gatePlace, type GatePlace } from '../gates/gate-place.ts';
import type { JudgedGate } from '../gates/judge-gate.ts';
import type { GateTree } from '../gates/gate-tree.ts';
import type { ScratchWorktree } from '../git/worktrees.ts';

/** A submission as a step sees it: what never changes, and what its events say now. */
export interface Submission {
  readonly facts: SubmissionFacts;
  readonly view: SubmissionView;
}

/** A branch as it was rebuilt on its target. */
export interface BranchWork {
  /** The merged tree, which the patch leads to. */
  readonly tree: Oid;
  /** Messages of its commits. */
  readonly messages: readonly string[];
  /** Trailers of its landing's message, whatever that says else. */
  readonly trailers: readonly string[];
}

/** A judgement of a submission on a base that is not there yet. */
export interface Ahead {
  /** Unique among those of this process. */
  readonly number: number;
  /** False: the candidate is built for others to be judged on, and no command but fixers runs on it. */
  readonly isJudged: boolean;
}

/**
 * What one attempt carries from step to step in memory. Nothing of it is needed after a crash: an interrupted attempt
 * starts again from the payload. Callers: `advance` alone fills it in, in the order of the states.
 */
export interface Work {
  decoded: Decoded | null;
  config: Config | null;
  patch: Patch | null;
  /** What its author saw; null where that was not asked. */
  authorView: AuthorView | null;
  /** Who feels the patch; null where it was not measured. */
  radius: BlastRadius | null;
  /** What a branch submission brings besides its patch; null for a response. */
  branch: BranchWork | null;
  /** The candidate, checked out for the gates; null where no command runs. */
  candidate: GateTree | null;
  /** Where and with what its gates run; null: not looked at yet. */
  place: GatePlace | null;
  /** What every gate says of the candidate, where all of that is known already; null: they have to run. */
  known: readonly JudgedGate[] | null;
  /** Set where this is no attempt but a look ahead, whose candidate never lands. */
  readonly ahead: Ahead | null;
  /** True: it is taken up only to land on what is known; where a gate has to run, it goes back to the queue instead. */
  readonly isForKnownVerdicts: boolean;
  /** Scratch worktrees of this attempt, to be removed when it ends, whatever way. */
  readonly scratches: ScratchWorktree[];
}

export const emptyWork = ({
  ahead = null,
  isForKnownVerdicts = false,
}: Partial<Pick<Work, 'ahead' | 'isForKnownVerdicts'>> = {}): Work => ({
  decoded: null,
  config: null,
  patch: null,
  authorView: null,
  radius: null,
  branch: null,
  candidate: null,
  place: null,
  known: null,
  ahead,
  isForKnownVerdicts,
  scratches: [],
});

/** The base a planned submission was computed on. Asserts that it was planned. */
export function requirePatch(work: Work): { readonly patch: Patch; readonly base: Oid | null } {
  if (work.patch === null) throw new TypeError('this step comes after planning');
  return { patch: work.patch, base: work.patch.base };
}

/** The config that a planned submission is judged under. Asserts that it was planned. */
export function requireConfig({ config }: Work): Config {
  if (config === null) throw new TypeError('this step comes after planning');
  return config;
}

/** Where and with what gates run on this machine, looked at once an attempt. */
export const placeOf = async (
  { env }: Pick<PipelineContext, 'env'>,
  work: Work,
): Promise<GatePlace> => (work.place ??= await gatePlace(env, requireConfig(work)));

/** The name that an attempt's commits and scratch worktrees are kept under. */
export const nameOf = (id: SubmissionId, { ahead }: Pick<Work, 'ahead'>): SubmissionId =>
  ahead === null ? id : (`${id}-ahead-${ahead.number}` as SubmissionId);
