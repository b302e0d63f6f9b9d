import type { BranchRef, Oid, SubmissionId } from '../model/ids.ts';

/** One worktree that a landing locks and writes: absolute paths. `token` is what its `index.lock` holds. */
export interface LandingWorktree {
  readonly path: string;
  readonly gitDir: string;
  readonly token: string;
}

/** What a landing is about to do, on disk before it does anything visible. */
export interface LandingIntent {
  readonly submission: SubmissionId;
  /** Unique per attempt; names the folder of the files it moves aside. */
  readonly landing: string;
  readonly target: BranchRef;
  readonly previous: Oid | null;
  readonly candidate: Oid;
  readonly worktrees: readonly LandingWorktree[];
}

/** Durable record of landings under way: an intent row before, a result after. Each call is on disk when it returns. */
export interface LandingJournal {
  readonly intend: (intent: LandingIntent) => void;
  readonly settle: (landing: string, result: 'landed' | 'abandoned') => void;
  /** Intents without a result, oldest first: what recovery must roll forward or back. */
  readonly open: () => readonly LandingIntent[];
}
