import type { ContentHash } from './content-hash.ts';

/** A path with the content that its author saw; with `window`, of those lines alone (1-based, both inclusive). */
export interface ReadClaim {
  readonly path: string;
  readonly hash: ContentHash;
  readonly window?: readonly [first: number, last: number];
}

/**
 * What a submission states beside its payload: the arguments of whoever handed it in (a command's options, a tool's
 * fields). It counts together with the envelope of the response; where the two contradict, the submission is refused.
 */
export interface Stated {
  /** The commit that the author's view dates from, as spelt; null: none was stated. */
  readonly base: string | null;
  readonly reads: readonly ReadClaim[];
  /** Names of reads, as spelt (see `ReadToken`). */
  readonly readTokens: readonly string[];
  /** The commit message; null: none was stated. */
  readonly message: string | null;
  /** Paths whose deletion the author declares, as spelt. */
  readonly deletes: readonly string[];
}

/** The payload says it all. */
export const NOTHING_STATED: Stated = {
  base: null,
  reads: [],
  readTokens: [],
  message: null,
  deletes: [],
};

/** Whether a submission states nothing beside its payload. */
export const isNothingStated = (stated: Stated): boolean =>
  stated.base === null &&
  stated.message === null &&
  stated.reads.length + stated.readTokens.length + stated.deletes.length === 0;
