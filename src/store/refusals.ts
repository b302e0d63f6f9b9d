import type { SubmissionId } from '../core/model/ids.ts';
import type { Database } from './database.ts';

/** Which submission was refused by its gates, by the key of what they judged. The latest one for each key. */
export interface Refusals {
  readonly remember: (key: string, submission: SubmissionId, at: number) => void;
  readonly find: (key: string) => SubmissionId | null;
}

/** Keys kept; the oldest are dropped. */
const KEPT = 20_000;

export function createRefusals(database: Database): Refusals {
  return {
    remember: (key, submission, at) => {
      database.immediate(() => {
        database.run(
          `INSERT INTO refusal (key, submission, at) VALUES (?, ?, ?)
           ON CONFLICT (key) DO UPDATE SET submission = excluded.submission, at = excluded.at`,
          key,
          submission,
          at,
        );
        database.run(
          `DELETE FROM refusal WHERE ordinal <=
             (SELECT max(ordinal) FROM refusal) - ?`,
          KEPT,
        );
      });
    },
    find: (key) => {
      const row = database.first('SELECT submission FROM refusal WHERE key = ?', key);
      return row === null ? null : (row['submission'] as SubmissionId);
    },
  };
}
