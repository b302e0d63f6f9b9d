import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedEvent } from '../core/lifecycle/events.ts';
import { admit, type Admission, type Admitted } from './admit.ts';
import { openDatabase } from './database.ts';
import { createLandingJournal, type StoreJournal } from './landing-journal.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createRefusals, type Refusals } from './refusals.ts';
import { createReads, type Reads } from './reads.ts';
import { migrate } from './schema.ts';
import { asStoreFault } from './store-fault.ts';
import { createValues, type Values } from './values.ts';
import { createVerdicts, type Verdicts } from './verdicts.ts';

/**
 * All that is durable, in one SQLite file of the state folder, used by several processes at once (daemon, command line,
 * hooks). Everything throws `Fault`: disk-full, store-busy, no-permission, store-broken, io-failed.
 */
export interface Store {
  readonly ledger: Ledger;
  readonly journal: StoreJournal;
  readonly values: Values;
  readonly reads: Reads;
  readonly refusals: Refusals;
  readonly verdicts: Verdicts;
  /** Takes a new submission in, in one transaction. Called by the inbox alone. */
  readonly admit: (admission: Admission) => Admitted;
  /** What SQLite finds wrong with the file; empty: nothing. Reads all of it. */
  readonly check: () => readonly string[];
  readonly close: () => void;
}

/** Name of the store in the state folder. */
export const STORE_FILE = 'store.sqlite';

/** `random` gives that many random bytes: the source of submission ids and read tokens. */
export interface StoreOptions {
  readonly random?: (bytes: number) => Uint8Array;
}

/** Opens the store of a state folder, which is made where it is missing, for its owner alone. */
export function openStore(
  stateDir: string,
  clock: () => number,
  options: StoreOptions = {},
): Store {
  asStoreFault(stateDir, () => {
    mkdirSync(stateDir, { recursive: true, mode: 0o700 });
    // The folder may have been made before, by something less careful.
    chmodSync(stateDir, 0o700);
  });
  const database = openDatabase(join(stateDir, STORE_FILE));
  try {
    migrate(database);
  } catch (error) {
    database.close();
    throw error;
  }
  const audience = createAudience();
  const random = options.random ?? randomBytes;
  return {
    ledger: createLedger(database, clock, audience),
    journal: createLandingJournal(database, clock),
    values: createValues(database),
    reads: createReads(database, random),
    refusals: createRefusals(database),
    verdicts: createVerdicts(database),
    admit: (admission) => {
      const { recorded, ...admitted } = admit(database, admission, { at: clock(), random });
      if (recorded !== null) audience.announce(recorded);
      return admitted;
    },
    check: () =>
      database
        .all('PRAGMA quick_check')
        .map((row) => String(row['quick_check']))
        .filter((line) => line !== 'ok'),
    close: database.close,
  };
}

/**
 * Listeners hear of an event when the call that wrote it is over: one that throws cannot make a recorded event look
 * like a failed one, and one that records again does not nest.
 */
function createAudience(): {
  announce: (recorded: RecordedEvent) => void;
  subscribe: Ledger['subscribe'];
} {
  const listeners = new Set<(recorded: RecordedEvent) => void>();
  return {
    announce: (recorded) => {
      for (const listener of listeners) {
        queueMicrotask(() => {
          if (listeners.has(listener)) listener(recorded);
        });
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
