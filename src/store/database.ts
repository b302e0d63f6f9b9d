import { closeSync, openSync, statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Fault } from '../core/model/fault.ts';
import { asStoreFault, isLockedOut } from './store-fault.ts';

/** What may be bound. `undefined` is not: newer runtimes would bind it as NULL without a word. */
export type Bindable = string | number | Uint8Array | null;

/** A row: column name -> value. Tables are STRICT, so a column has the type that the schema says. */
export type Row = Readonly<Record<string, string | number | Uint8Array | null>>;

/**
 * One connection to an SQLite file. Every call is synchronous; what SQLite throws comes out as a `Fault`. Invariant:
 * statements are prepared once and bound completely.
 */
export interface Database {
  readonly path: string;
  readonly run: (sql: string, ...values: readonly Bindable[]) => number;
  readonly first: (sql: string, ...values: readonly Bindable[]) => Row | null;
  readonly all: (sql: string, ...values: readonly Bindable[]) => readonly Row[];
  /**
   * One write transaction: all of `work` or nothing, on disk when this returns. It takes the write lock at once, since
   * a transaction that reads first and writes later fails wherever another process wrote in between.
   */
  readonly immediate: <T>(work: () => T) => T;
  readonly exec: (sql: string) => void;
  readonly close: () => void;
}

/** How long a call waits for another process's transaction. Milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;

/** Opens or creates the file, readable by its owner alone, in WAL mode and with an fsync per transaction. */
export function openDatabase(path: string): Database {
  return asStoreFault(path, () => {
    // SQLite gives its side files the mode of the main file, so that one is made before SQLite does.
    closeSync(openSync(path, 'a', 0o600));
    const connection = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    try {
      useWriteAheadLog(connection);
      connection.exec('PRAGMA synchronous = FULL');
      connection.exec('PRAGMA foreign_keys = ON');
      return wrap(connection, path);
    } catch (error) {
      connection.close();
      throw error;
    }
  });
}

/** SQLite does not wait for locks while it switches modes, which two first processes may do at once. */
function useWriteAheadLog(connection: DatabaseSync): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let left = BUSY_TIMEOUT_MS; ; left -= 20) {
    try {
      connection.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (left <= 0 || !isLockedOut(error)) throw error;
      Atomics.wait(pause, 0, 0, 20);
    }
  }
}

/** Which file a path leads to; the empty string where it leads to none. */
function identityOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev}:${found.ino}`;
}

/** What is written into a file that no path leads to any more is lost with the process. */
function requireInPlace(path: string, identity: string): void {
  if (identityOf(path) === identity) return;
  throw new Fault(
    'store-broken',
    `The store was removed or replaced while it was in use: ${path}`,
    {
      hint: 'Run "sallyport stop" and start again. Put the file back first if you have it: the history is in it.',
    },
  );
}

function wrap(connection: DatabaseSync, path: string): Database {
  const identity = identityOf(path);
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string, values: readonly Bindable[]): StatementSync => {
    requireBound(sql, values);
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    path,
    run: (sql, ...values) =>
      asStoreFault(path, () => Number(prepared(sql, values).run(...values).changes)),
    first: (sql, ...values) =>
      asStoreFault(path, () => (prepared(sql, values).get(...values) as Row | undefined) ?? null),
    all: (sql, ...values) =>
      asStoreFault(path, () => prepared(sql, values).all(...values) as unknown as readonly Row[]),
    immediate: (work) =>
      asStoreFault(path, () => {
        requireInPlace(path, identity);
        return inTransaction(connection, work);
      }),
    exec: (sql) => {
      asStoreFault(path, () => {
        connection.exec(sql);
      });
    },
    close: () => {
      statements.clear();
      if (connection.isOpen) connection.close();
    },
  };
}

function inTransaction<T>(connection: DatabaseSync, work: () => T): T {
  connection.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk ends the transaction by itself.
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/** A missing or undefined value would silently be NULL. No statement of ours has a `?` inside a literal. */
function requireBound(sql: string, values: readonly unknown[]): void {
  const wanted = sql.split('?').length - 1;
  if (values.length !== wanted || values.includes(undefined)) {
    throw new TypeError(`statement wants ${wanted} values, all defined: ${sql}`);
  }
}
