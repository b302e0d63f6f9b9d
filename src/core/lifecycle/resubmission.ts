import type { Oid, SubmissionId } from '../model/ids.ts';
import type { ReadToken } from '../model/read-token.ts';

/** A file, or some lines of it, as the target has it when a submission is refused. */
export interface ShownFile {
  readonly path: string;
  /** 1-based number of the first line shown. */
  readonly firstLine: number;
  /** Lines of the whole file. */
  readonly lineCount: number;
  /** Without their endings. */
  readonly lines: readonly string[];
  /** True where this is all of the file. */
  readonly isWhole: boolean;
}

/** A commit that came to the target after the author's view, or after the base, and touched the same files. */
export interface LandedMeanwhile {
  readonly commit: Oid;
  readonly subject: string;
  readonly author: string;
  /** The submission that landed it; null: nobody's, as far as is known. */
  readonly submission: SubmissionId | null;
  readonly paths: readonly string[];
}

/**
 * What goes with a refusal, so that its author can send the next attempt without asking for anything. The token names a
 * reading of exactly what `files` shows.
 */
export interface Resubmission {
  /** Where the target was when the submission was refused; null: unborn. */
  readonly tip: Oid | null;
  /** Null where nothing is shown. */
  readonly token: ReadToken | null;
  readonly files: readonly ShownFile[];
  /** Newest first, at most ten. */
  readonly meanwhile: readonly LandedMeanwhile[];
  /** Attempts that had gone before the refused one; absent in what was recorded before this was counted. */
  readonly attempts?: number;
  /** Further attempts that are judged before one is held for a person. */
  readonly attemptsLeft: number;
}
