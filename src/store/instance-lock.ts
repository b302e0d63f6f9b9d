import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '../core/model/fault.ts';
import { asStoreFault, isLockedOut } from './store-fault.ts';

/**
 * One daemon per repository. The lock is the operating system's, taken through SQLite on a file that holds nothing: it
 * ends with the process, however that ends, so there is no stale lock to judge. Beside it lies who holds it, for people
 * and clients; that file proves nothing.
 *
 * Invariant: the lock's file is opened by SQLite only. On POSIX, closing any other handle of it in the same process
 * would drop the lock.
 */
export interface InstanceInfo {
  readonly pid: number;
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Where it listens: path of its control socket. */
  readonly socket: string;
}

/** A lock that this process holds until it releases it or ends. */
export interface InstanceLock {
  readonly info: InstanceInfo;
  readonly release: () => void;
}

/** A client that looks at the lock holds it shared for a moment; a daemon that starts just then waits this long. */
const GRACE_MS = 1_000;

/** Takes the lock, or throws `Fault` already-running that names the holder. The folder must exist. */
export function acquireInstanceLock(stateDir: string, info: InstanceInfo): InstanceLock {
  const path = lockPath(stateDir);
  const connection = asStoreFault(path, () => new DatabaseSync(path, { timeout: GRACE_MS }));
  try {
    connection.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if (isLockedOut(error)) throw alreadyRunning(stateDir);
    return asStoreFault(path, () => {
      throw error;
    });
  }
  asStoreFault(infoPath(stateDir), () => {
    chmodSync(path, 0o600);
    writeInfo(stateDir, info);
  });
  return {
    info,
    release: () => {
      if (!connection.isOpen) return;
      // First the word, then the lock: afterwards the file may be the next holder's.
      rmSync(infoPath(stateDir), { force: true });
      connection.close();
    },
  };
}

/** Who holds the lock; null: nobody. Throws `Fault` busy where the holder has not yet said who it is. */
export function readInstance(stateDir: string): InstanceInfo | null {
  for (let triesLeft = 20; ; triesLeft -= 1) {
    if (!isHeld(stateDir)) return null;
    const info = readInfo(stateDir);
    // What a killed daemon left behind is not the present holder's word.
    if (info !== null && isAlive(info.pid)) return info;
    if (triesLeft === 0) {
      throw new Fault('busy', 'The daemon is just starting or stopping', {
        retryable: true,
        hint: 'Try again in a moment.',
      });
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
}

const lockPath = (stateDir: string): string => join(stateDir, 'daemon.lock');
const infoPath = (stateDir: string): string => join(stateDir, 'daemon.json');

function isHeld(stateDir: string): boolean {
  let connection: DatabaseSync;
  try {
    connection = new DatabaseSync(lockPath(stateDir), { readOnly: true });
  } catch {
    // There is no file before the first daemon.
    return false;
  }
  try {
    connection.prepare('SELECT 1 FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (isLockedOut(error)) return true;
    throw error;
  } finally {
    connection.close();
  }
}

function readInfo(stateDir: string): InstanceInfo | null {
  try {
    const value: unknown = JSON.parse(readFileSync(infoPath(stateDir), 'utf8'));
    return isInfo(value) ? value : null;
  } catch {
    return null;
  }
}

const isInfo = (value: unknown): value is InstanceInfo =>
  typeof value === 'object' &&
  value !== null &&
  'pid' in value &&
  typeof value.pid === 'number' &&
  'version' in value &&
  typeof value.version === 'string' &&
  'startedAt' in value &&
  typeof value.startedAt === 'number' &&
  'socket' in value &&
  typeof value.socket === 'string';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function writeInfo(stateDir: string, info: InstanceInfo): void {
  const path = infoPath(stateDir);
  const draft = `${path}.${info.pid}`;
  writeFileSync(draft, `${JSON.stringify(info, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

function alreadyRunning(stateDir: string): Fault {
  const holder = readInfo(stateDir);
  const who = holder === null ? '' : ` (process ${holder.pid}, version ${holder.version})`;
  return new Fault('already-running', `A daemon is already running for this repository${who}`, {
    hint: 'Use it, or stop it with "sallyport stop".',
  });
}
