/** Every reason to refuse a submission that is its author's to mend (DESIGN: Rejections). Closed. */
export const REJECTION_CODES = [
  'no-edits',
  'payload-too-large',
  'unknown-reference',
  'unclassified-edit',
  'malformed-edit',
  'truncated-response',
  'elided-content',
  'path-denied',
  'file-missing',
  'file-exists',
  'stale-anchor',
  'ambiguous-anchor',
  'overlapping-edits',
  'already-applied',
  'no-effective-change',
  'read-required',
  'stale-read',
  'merge-conflict',
  'encoding-refused',
  'ast-broken',
  'collateral-change',
  'content-dropped',
  'diff-too-large',
  'excessive-blast-radius',
  'protected-path',
  'undeclared-deletion',
  'reverts-landed-work',
  'weakened-check',
  'left-over-markers',
  'file-kind-refused',
  'gate-failed',
  'gate-timed-out',
  'approval-refused',
] as const;

export type RejectionCode = (typeof REJECTION_CODES)[number];

/** Every reason to hold a submission for a person (DESIGN: Hold reasons). Closed. */
export const HOLD_REASONS = [
  'protected-path',
  'weakened-check',
  'content-dropped',
  'excessive-blast-radius',
  'diff-too-large',
  'undeclared-deletion',
  'file-kind-refused',
  'reverts-landed-work',
  'hedged-edit',
  'alternatives',
  'gate-inconclusive',
  'untrusted-config',
  'blocked-too-long',
  'retries-exhausted',
] as const;

export type HoldReason = (typeof HOLD_REASONS)[number];

/** A window of a file shown to the author: `firstLine` is 1-based. */
export interface Excerpt {
  readonly path: string;
  readonly firstLine: number;
  readonly lines: readonly string[];
}

/** The first line that differs between what the author wrote and what stands in the file. */
export interface LineDifference {
  /** 1-based line of the file. */
  readonly line: number;
  readonly wanted: string;
  readonly found: string;
  /** 0-based UTF-16 column where the two part. */
  readonly column: number;
}

/** The three sides of a conflict: what the author read, what landed since, and what the author made of it. */
export interface ConflictSides {
  readonly read: Excerpt;
  readonly landed: Excerpt;
  readonly yours: Excerpt;
}

/**
 * A refusal as data. `code` decides; the other fields are what `explain` turns into text. `block` is the ordinal of the
 * edit that it is about; absent: the whole submission.
 */
export interface Rejection {
  readonly code: RejectionCode;
  /** Path as the author spelt it, or the repository's. */
  readonly path?: string;
  /** 1-based lines of that file. */
  readonly lines?: readonly number[];
  readonly block?: number;
  /** 1-based lines of the response that the block spans. */
  readonly responseLines?: readonly [first: number, last: number];
  /** Why this one, in a closed word per code (`reverts`, `twin`, `prefix-of-line`): what `explain` branches on. */
  readonly reason?: string;
  /** Facts for the text: numbers, names, limits. Plain JSON. */
  readonly facts?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  readonly excerpt?: Excerpt;
  readonly difference?: LineDifference;
  readonly sides?: ConflictSides;
}

/** A reason to hold, with the facts a person needs to decide; the shape of a rejection. */
export interface Hold extends Omit<Rejection, 'code' | 'reason'> {
  readonly code: HoldReason;
  readonly reason?: string;
}

/** Something worth saying that refuses nothing. */
export interface Note {
  readonly code: string;
  readonly path?: string;
  readonly block?: number;
  readonly text: string;
}
