/**
 * The door for branches: whoever pushes or commits to a branch of the pattern hands it in.
 *
 * States: where each branch was when it was last taken, and which branches were there, are notes in the store; the rest
 * may be lost at any moment. Invariants: a tip is taken once for each time that the branch came to it; the notes are
 * written after the submission, so that a crash in between repeats the same claim. A tip with nothing to land (a branch
 * that was made just now) is none, and takes back what was under way from it. The branch itself is never touched: it
 * is its author's. Caller: the daemon.
 */
import * as z from 'zod';
import { agentInCommit } from '../core/check/agent-signature.ts';
import type { BranchRef, SubmissionId } from '../core/model/ids.ts';
import { commitSignature } from '../git/branch-commits.ts';
import { isAncestor, tipOf } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { glanceAtRefs, matchingBranches, type BranchTip } from '../git/watched-refs.ts';
import type { Store } from '../store/open-store.ts';
import { rememberBranch, takeBranch, takenBranch, withdrawBranch } from './take-branch.ts';

export interface BranchWatchOptions {
  readonly repo: Repository;
  readonly store: Store;
  /** Below `refs/heads/`: see `matchingBranches`. */
  readonly pattern: string;
  /** Where a branch lands that names no target: while it is that very branch, somebody works on it. */
  readonly defaultTarget: () => Promise<BranchRef | null>;
  readonly onSubmitted: (id: SubmissionId) => void;
  readonly log: {
    readonly info: (message: string, fields?: Readonly<Record<string, unknown>>) => void;
    readonly warn: (message: string, fields?: Readonly<Record<string, unknown>>) => void;
  };
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** How often to look, milliseconds; tests shorten it. */
  readonly lookMs?: number;
}

export interface BranchWatch {
  /** Resolves when the branches that were there already are taken in. */
  readonly ready: Promise<void>;
  /** Stops looking, and waits for a look that is under way. */
  readonly close: () => Promise<void>;
}

/** How often the times of the refs are looked at, and how often git is asked whatever they say; milliseconds. */
const LOOK_MS = 1_000;
const SWEEP_MS = 60_000;

/** Watches the branches of a pattern until it is closed. */
export function watchBranches(options: BranchWatchOptions): BranchWatch {
  const glance = glanceAtRefs(options.repo, options.pattern);
  let sweptAt = 0;
  let looking: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    const now = options.clock();
    // The clock may have been set back.
    if (!glance.mayHaveChanged() && Math.abs(now - sweptAt) < SWEEP_MS) return;
    sweptAt = now;
    try {
      await takeTips(options);
    } catch (error) {
      options.log.warn('a look at the submitted branches failed', { error });
    }
  };
  const start = (): Promise<void> =>
    (looking ??= look().finally(() => {
      looking = null;
    }));
  const timer = setInterval(() => void start(), options.lookMs ?? LOOK_MS);
  return {
    ready: start(),
    close: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}

async function takeTips(options: BranchWatchOptions): Promise<void> {
  const { repo, store, pattern } = options;
  const tips = await matchingBranches(repo, pattern);
  const fresh = tips.filter(({ ref, commit }) => takenBranch(store, ref)?.commit !== commit);
  const target = fresh.length === 0 ? null : await options.defaultTarget();
  const targetTip = target === null ? null : await tipOf(repo, target);
  for (const tip of fresh) {
    if (tip.ref === target) continue;
    const isContained = targetTip !== null && (await isAncestor(repo, tip.commit, targetTip));
    if (isContained) withdrawBranch(options, tip);
    else await take(options, tip);
  }
  const there = new Set(tips.map(({ ref }) => ref));
  for (const ref of refsSeen(store)) if (!there.has(ref)) forget(store, ref);
  if (refsSeen(store).join('\n') !== [...there].join('\n')) {
    store.values.set(SEEN, JSON.stringify([...there]));
  }
}

async function take(options: BranchWatchOptions, tip: BranchTip): Promise<void> {
  const { repo, log } = options;
  const signature = await commitSignature(repo, tip.commit);
  const { name, email } = signature;
  const author = { name, email, agent: agentInCommit(signature) };
  const { id, isRepeat, superseded } = await takeBranch(options, tip, { author, target: null });
  log.info(`${tip.ref} is at ${tip.commit}: ${id}`, { submission: id, isRepeat, superseded });
  if (!isRepeat) options.onSubmitted(id);
}

/** A branch that comes back to the same commit after it was deleted is handed in anew. */
function forget(store: Store, ref: string): void {
  const before = takenBranch(store, ref);
  if (before !== null) rememberBranch(store, ref, { ...before, commit: null });
}

/** The branches that were there at the last look, this process's or an earlier one's. */
const SEEN = 'branches-seen';

const refsSeen = ({ values }: Store): readonly string[] =>
  z.array(z.string()).parse(JSON.parse(values.get(SEEN) ?? '[]'));
