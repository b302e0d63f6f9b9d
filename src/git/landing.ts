import type { BranchRef, Oid } from '../core/model/ids.ts';
import { readCommit, diffTrees, treeOf } from './tree.ts';
import { isAncestor, tipOf } from './refs.ts';
import type { Repository } from './repository.ts';
import { isIndexLocked } from './landing/index-lock.ts';
import { blockedBy, inspectCheckout } from './landing/inspect.ts';
import { LockedLanding, type LandingChange } from './landing/land-locked.ts';
import {
  activeLandings,
  busyCheckout,
  checkoutsOf,
  lockCheckouts,
  missingCheckout,
  operationBlock,
} from './landing/landing-session.ts';
import {
  blocked,
  type Blocked,
  type LandingEffects,
  type LandOutcome,
  type LandRequest,
} from './landing/outcome.ts';
import { isSafePath } from './landing/safe-path.ts';

export { recoverLandings, type RecoveredLanding, type RecoveryStep } from './landing/recover.ts';
export { sweepAsides } from './landing/sweep-asides.ts';
export type {
  Blocked,
  LandingEffects,
  LandingStep,
  LandOutcome,
  LandRequest,
} from './landing/outcome.ts';

const LANDING_NAME = /^[\w-]{1,80}$/;

/**
 * Moves a branch to its permitted candidate, and every worktree that has it checked out along with it. All or nothing:
 * `blocked` and `target-moved` mean that nothing has changed anywhere. Uncommitted, staged, untracked and ignored files of
 * users are never written over; only the paths that the landing changes matter.
 *
 * Throws a `Fault` for the machine's problems. One that comes after the target moved leaves the landing in the journal:
 * `recoverLandings` finishes it.
 */
export async function land(
  repo: Repository,
  request: LandRequest,
  effects: LandingEffects,
): Promise<LandOutcome> {
  if (!LANDING_NAME.test(request.landing)) throw new TypeError(`landing name: ${request.landing}`);
  const tip = await tipOf(repo, request.target);
  if (tip !== request.previous) return { kind: 'target-moved', tip };
  const change = await requireChange(repo, request);
  const unsafe = unsafePath(repo, change);
  if (unsafe !== null) return unsafe;
  activeLandings.add(request.landing);
  try {
    const locked = await lockCheckouts(repo, request.target, request.landing);
    if (locked.kind === 'blocked') return locked;
    return await new LockedLanding(repo, request, effects, locked).run(change);
  } finally {
    activeLandings.delete(request.landing);
  }
}

/** What would block a landing now, without touching anything: null where nothing would. */
export async function blockers(
  repo: Repository,
  wanted: {
    readonly target: BranchRef;
    readonly previous: Oid | null;
    readonly candidate: Oid;
  },
): Promise<Blocked | null> {
  const change = await changeBetween(repo, wanted.previous, wanted.candidate);
  const unsafe = unsafePath(repo, change);
  if (unsafe !== null) return unsafe;
  const checkouts = await checkoutsOf(repo, wanted.target);
  const missing = missingCheckout(checkouts);
  if (missing !== null) return missing;
  const busy = checkouts.find(({ gitDir }) => isIndexLocked(gitDir));
  if (busy !== undefined) return busyCheckout(busy);
  const operation = await operationBlock(repo, wanted.target);
  if (operation !== null) return operation;
  for (const checkout of checkouts) {
    const obstacle = blockedBy(await inspectCheckout(repo, checkout, change));
    if (obstacle !== null) return obstacle;
  }
  return null;
}

/** The change of a request, after the proof that it is the permitted one and a fast-forward: anything else is a bug. */
async function requireChange(repo: Repository, request: LandRequest): Promise<LandingChange> {
  const { permit, previous, submission } = request;
  if (permit.submission !== submission) throw new TypeError('the permit is for another submission');
  const { tree, parents } = await readCommit(repo, permit.candidate);
  if (tree !== permit.tree) throw new TypeError('the permit is for another tree');
  const isForward =
    previous === null ||
    parents.includes(previous) ||
    (await isAncestor(repo, previous, permit.candidate));
  if (!isForward) throw new TypeError('the candidate is no fast-forward of the target');
  return await changeBetween(repo, previous, permit.candidate);
}

async function changeBetween(
  repo: Repository,
  previous: Oid | null,
  candidate: Oid,
): Promise<LandingChange> {
  const { tree } = await readCommit(repo, candidate);
  return { tree, changes: await diffTrees(repo, await treeOf(repo, previous), tree) };
}

/** A crafted tree may name what no checkout may write. */
function unsafePath(repo: Repository, { changes }: LandingChange): Blocked | null {
  const paths = changes.filter((change) => change.after !== null).map(({ path }) => path);
  const unsafe = paths.filter((path) => !isSafePath(path));
  if (unsafe.length === 0) return null;
  const detail = 'The candidate holds a path that no checkout may write.';
  return blocked('write-refused', repo.worktree, unsafe, detail);
}
