import { existsSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BranchRef } from '../../core/model/ids.ts';
import type { Repository } from '../repository.ts';
import { listCheckouts, type Checkout } from './checkouts.ts';
import { lockToken, releaseIndexLock, takeIndexLock } from './index-lock.ts';
import { operationInTheWay } from './operations.ts';
import { blocked, type Blocked } from './outcome.ts';

/** Landings of this process that are under way: their locks are alive though nothing else tells. */
export const activeLandings = new Set<string>();

/** The checkouts of a target, all locked by us. */
export interface LockedCheckouts {
  readonly kind: 'locked';
  readonly token: string;
  readonly checkouts: readonly Checkout[];
}

/** How often HEADs may change under us before the worktrees count as busy. */
const ATTEMPTS = 4;
/** Pauses between looks at a lock of somebody else's, in milliseconds: most commands are done by then. */
const PAUSES_MS = [10, 30, 80, 200, 400];

/**
 * Locks the index of every worktree that has the target checked out, and looks at all HEADs again under the locks: a set
 * that changed meanwhile is let go and taken anew.
 */
export async function lockCheckouts(
  repo: Repository,
  target: BranchRef,
  landing: string,
): Promise<LockedCheckouts | Blocked> {
  const token = lockToken(landing);
  let checkouts = await checkoutsOf(repo, target);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const obstacle = missingCheckout(checkouts);
    if (obstacle !== null) return obstacle;
    const busy = await lockPatiently(repo, checkouts, token);
    if (busy !== null) return busyCheckout(busy);
    const now = await checkoutsUnderLock(repo, target, { checkouts, token });
    if (samePlaces(now, checkouts)) return { kind: 'locked', token, checkouts };
    unlockAll(checkouts, token);
    checkouts = now;
  }
  return blocked('busy', repo.worktree, [], 'Worktrees keep switching branches.');
}

/** Every worktree that has the target checked out. */
export async function checkoutsOf(
  repo: Repository,
  target: BranchRef,
): Promise<readonly Checkout[]> {
  return (await listCheckouts(repo)).filter(({ branch }) => branch === target);
}

/** The same while they are locked: a look that fails must not leave the locks behind. */
async function checkoutsUnderLock(
  repo: Repository,
  target: BranchRef,
  locked: { readonly checkouts: readonly Checkout[]; readonly token: string },
): Promise<readonly Checkout[]> {
  try {
    return await checkoutsOf(repo, target);
  } catch (error) {
    unlockAll(locked.checkouts, locked.token);
    throw error;
  }
}

/** Gives back those locks that are still ours. */
export function unlockAll(checkouts: readonly Checkout[], token: string): void {
  for (const { gitDir } of checkouts) releaseIndexLock(gitDir, token);
}

/** A worktree of the target whose folder is gone cannot be brought up to date, so the target cannot move. */
export function missingCheckout(checkouts: readonly Checkout[]): Blocked | null {
  const missing = checkouts.find(({ isMissing }) => isMissing);
  if (missing === undefined) return null;
  const detail =
    `The worktree ${missing.path} has the target checked out but is missing. ` +
    `If it is gone for good: git worktree remove --force ${missing.path}`;
  return blocked('worktree-missing', missing.path, [], detail);
}

/** Operations in progress in any worktree that the landing would disturb. */
export async function operationBlock(repo: Repository, target: BranchRef): Promise<Blocked | null> {
  return await operationInTheWay(await listCheckouts(repo), target);
}

/** What a lock of somebody else's means. */
export const busyCheckout = (checkout: Checkout): Blocked =>
  blocked(
    'busy',
    checkout.path,
    [],
    `Another git command is at work in ${checkout.path} (index.lock exists).`,
  );

export const samePlaces = (left: readonly Checkout[], right: readonly Checkout[]): boolean =>
  left.length === right.length && left.every(({ gitDir }, at) => gitDir === right[at]?.gitDir);

/** Removes a file that may be there. */
export function discard(path: string): void {
  if (existsSync(path)) rmSync(path, { recursive: true, force: true });
}

async function lockPatiently(
  repo: Repository,
  checkouts: readonly Checkout[],
  token: string,
): Promise<Checkout | null> {
  for (const pause of PAUSES_MS) {
    if (lockAll(repo, checkouts, token) === null) return null;
    await sleep(pause);
  }
  return lockAll(repo, checkouts, token);
}

/** Null where all are locked; else the one that somebody has, and none is locked. */
function lockAll(repo: Repository, checkouts: readonly Checkout[], token: string): Checkout | null {
  const taken: Checkout[] = [];
  try {
    for (const checkout of checkouts) {
      if (!takeIndexLock(repo.stateDir, checkout.gitDir, token)) {
        unlockAll(taken, token);
        return checkout;
      }
      taken.push(checkout);
    }
  } catch (error) {
    unlockAll(taken, token);
    throw error;
  }
  return null;
}
