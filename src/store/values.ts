import type { Database } from './database.ts';

/** Small durable notes of the parts around the ledger, by key. Nothing that decides a landing belongs here. */
export interface Values {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
  readonly remove: (key: string) => void;
}

export function createValues(database: Database): Values {
  return {
    get: (key) => {
      const row = database.first('SELECT value FROM value WHERE key = ?', key);
      return row === null ? null : String(row['value']);
    },
    set: (key, value) => {
      database.immediate(() =>
        database.run(
          'INSERT INTO value (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
          key,
          value,
        ),
      );
    },
    remove: (key) => {
      database.immediate(() => database.run('DELETE FROM value WHERE key = ?', key));
    },
  };
}
