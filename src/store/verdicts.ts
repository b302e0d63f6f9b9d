import type { Database } from './database.ts';

/** Verdicts that outlive the process, as text, by the key of what they were reached on. The latest for each key. */
export interface Verdicts {
  readonly find: (key: string) => string | null;
  readonly keep: (key: string, verdict: string) => void;
}

/** Keys kept; the oldest are dropped. */
const KEPT = 20_000;

export function createVerdicts(database: Database): Verdicts {
  return {
    find: (key) => {
      const row = database.first('SELECT verdict FROM verdict WHERE key = ?', key);
      return row === null ? null : String(row['verdict']);
    },
    keep: (key, verdict) => {
      database.immediate(() => {
        database.run('INSERT OR REPLACE INTO verdict (key, verdict) VALUES (?, ?)', key, verdict);
        database.run(
          'DELETE FROM verdict WHERE ordinal <= (SELECT max(ordinal) FROM verdict) - ?',
          KEPT,
        );
      });
    },
  };
}
