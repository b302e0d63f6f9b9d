import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemFault } from '../../core/model/system-fault.ts';
import { isAlive, ownIdentity, parseIdentity, type ProcessIdentity } from '../process-identity.ts';
import { writeDurably } from './durable.ts';

/*
 * Git's own lock of a worktree's index: whoever makes `index.lock` has it, and nobody else commits, stages or switches
 * meanwhile. Git does not read what is in it, so ours holds who made it: after a crash only such a lock may be removed.
 */

/** Whose lock it is. */
export interface LockOwner extends ProcessIdentity {
  readonly landing: string;
}

/** What a file system says that has no hard links, or not between these folders. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EXDEV']);

let drafts = 0;

const lockOf = (gitDir: string): string => join(gitDir, 'index.lock');

/** The text that a landing of this process puts into its locks. */
export const lockToken = (landing: string): string =>
  JSON.stringify({ sallyport: 1, landing, ...ownIdentity() });

/** Who a token names; null for a lock of somebody else's. */
export function ownerOf(token: string): LockOwner | null {
  try {
    const value = JSON.parse(token) as Record<string, unknown>;
    const identity = parseIdentity(value);
    const { landing } = value;
    if (value['sallyport'] !== 1 || identity === null || typeof landing !== 'string') return null;
    return { ...identity, landing };
  } catch {
    return null;
  }
}

/**
 * Takes the lock; false where anybody has it. It appears with its token in it, or not at all: it is written in the state
 * folder and linked in.
 */
export function takeIndexLock(stateDir: string, gitDir: string, token: string): boolean {
  drafts += 1;
  const draft = join(stateDir, 'tmp', `lock-${process.pid}-${drafts}`);
  try {
    mkdirSync(dirname(draft), { recursive: true, mode: 0o700 });
    writeDurably(draft, token, 0o600);
    linkSync(draft, lockOf(gitDir));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== undefined && NO_LINKS.has(code)) {
      return takeWithoutLinks(gitDir, token);
    }
    throw systemFault(error) ?? error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Whether somebody has the lock. */
export const isIndexLocked = (gitDir: string): boolean => existsSync(lockOf(gitDir));

/** What is in the lock; null where there is none. */
export function readIndexLock(gitDir: string): string | null {
  try {
    return readFileSync(lockOf(gitDir), 'utf8');
  } catch {
    return null;
  }
}

/** Gives the lock back; false where it is not, or no longer, ours. */
export function releaseIndexLock(gitDir: string, token: string): boolean {
  if (readIndexLock(gitDir) !== token) return false;
  unlinkSync(lockOf(gitDir));
  return true;
}

/** Whether the process that made a token is gone. */
export function isDeadOwner(owner: LockOwner, activeHere: ReadonlySet<string>): boolean {
  const own = ownIdentity();
  if (owner.pid === own.pid && owner.started === own.started && owner.boot === own.boot) {
    return !activeHere.has(owner.landing);
  }
  return !isAlive(owner);
}

function takeWithoutLinks(gitDir: string, token: string): boolean {
  try {
    writeDurably(lockOf(gitDir), token, 0o600);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
