import type { SubmissionId } from './ids.ts';
import type { Stated } from './stated.ts';

/** The unchanging facts of a submission; its state is the fold of its events. */
export interface SubmissionFacts {
  readonly id: SubmissionId;
  /** Milliseconds since the epoch. */
  readonly submittedAt: number;
  /** Whole file name of a dropped file, or a short title. Shown to people; never used as a path unchecked. */
  readonly name: string;
  readonly source: string;
  /** Who handed it in: recorded as the commit's author where the envelope names none. */
  readonly author: { readonly name: string; readonly email: string; readonly agent: string | null };
  /** SHA-256 of the payload's bytes. */
  readonly payloadHash: string;
  readonly payloadBytes: number;
  /** Branch asked for on submission (`--target`), short or full name; null: the envelope's, the config's, or HEAD's. */
  readonly target: string | null;
  readonly parent: SubmissionId | null;
  /** See `isPriority`: what its door's caller asked for, never what the payload says. */
  readonly priority: number;
  readonly stated: Stated;
}
