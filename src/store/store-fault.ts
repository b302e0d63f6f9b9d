import { Fault } from '../core/model/fault.ts';

/** Primary result codes of SQLite that a person can do something about (https://sqlite.org/rescode.html). */
const SQLITE = {
  PERM: 3,
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  AUTH: 23,
  NOTADB: 26,
} as const;

/**
 * An error of the embedded database or of the file system under it, as a fault. Null: neither, so a bug of ours that
 * must not be dressed up. `path` is the store's file or folder, for the message.
 */
export function storeFault(error: unknown, path: string): Fault | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error && typeof error.errcode === 'number') {
    return sqliteFault(error.errcode & 0xff, path, error);
  }
  if ('code' in error && 'syscall' in error && typeof error.code === 'string') {
    return fileFault(error.code, path, error);
  }
  return null;
}

/** Runs an action; what the database or the file system throws becomes a `Fault`. */
export function asStoreFault<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw storeFault(error, path) ?? error;
  }
}

/** Whether SQLite refused because somebody else holds a lock on the file. */
export const isLockedOut = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === SQLITE.BUSY;

function sqliteFault(primary: number, path: string, cause: Error): Fault | null {
  switch (primary) {
    case SQLITE.FULL:
      return diskFull(path, cause);
    case SQLITE.BUSY:
    case SQLITE.LOCKED:
      return isBusy(path, cause);
    case SQLITE.READONLY:
    case SQLITE.CANTOPEN:
    case SQLITE.PERM:
    case SQLITE.AUTH:
      return noPermission(path, cause);
    case SQLITE.CORRUPT:
    case SQLITE.NOTADB:
      return new Fault('store-broken', `The store is damaged: ${path}`, {
        hint: 'Run "sallyport doctor". Nothing in the branch depends on it: move the folder away to start afresh, and keep it if payloads are to be saved.',
        cause,
      });
    case SQLITE.IOERR:
      return ioFailed(path, cause);
    default:
      return null;
  }
}

function fileFault(code: string, path: string, cause: Error): Fault {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(path, cause);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return noPermission(path, cause);
    default:
      return ioFailed(path, cause);
  }
}

const diskFull = (path: string, cause: Error): Fault =>
  new Fault('disk-full', `No space left to write ${path}`, {
    retryable: true,
    hint: 'Free some space on that disk; what was accepted before is kept.',
    cause,
  });

const isBusy = (path: string, cause: Error): Fault =>
  new Fault('store-busy', `Another process keeps the store locked: ${path}`, {
    retryable: true,
    hint: 'Try again; if it lasts, look for a stuck sallyport process with "sallyport status".',
    cause,
  });

const noPermission = (path: string, cause: Error): Fault =>
  new Fault('no-permission', `Not allowed to open or write ${path}`, {
    hint: 'Check who owns that folder and that the disk is not mounted read-only.',
    cause,
  });

const ioFailed = (path: string, cause: Error): Fault =>
  new Fault('io-failed', `Reading or writing ${path} failed: ${cause.message}`, {
    retryable: true,
    hint: 'Check that disk; "sallyport doctor" looks at the store.',
    cause,
  });
