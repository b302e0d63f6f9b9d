import type { LandingIntent, LandingJournal } from '../core/lifecycle/landing-intent.ts';
import { Fault } from '../core/model/fault.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import type { Database } from './database.ts';
import { intentOf } from './rows.ts';

/** How a landing ended; null: it is under way, or its process died. */
export type LandingResult = 'landed' | 'abandoned' | null;

/** The journal, and what recovery asks it beyond the open landings. */
export interface StoreJournal extends LandingJournal {
  /**
   * A submission's landings, oldest first: one that was settled as landed while the ledger still says `landing` needs
   * only its event.
   */
  readonly ofSubmission: (
    id: SubmissionId,
  ) => readonly { readonly intent: LandingIntent; readonly result: LandingResult }[];
}

/**
 * Intents and results as rows. A landing's name is used once; settling it again the same way changes nothing. An intent of
 * what is not at its landing any more is refused by a `Fault` busy.
 */
export function createLandingJournal(database: Database, clock: () => number): StoreJournal {
  return {
    intend: (intent) => {
      database.immediate(() => {
        requireItsTurn(database, intent.submission);
        database.run(
          'INSERT INTO landing (id, submission, intent, intended_at) VALUES (?, ?, ?, ?)',
          intent.landing,
          intent.submission,
          JSON.stringify(intent),
          clock(),
        );
      });
    },
    settle: (landing, result) => {
      database.immediate(() => {
        settle(database, { landing, result, at: clock() });
      });
    },
    open: () =>
      database
        .all('SELECT intent FROM landing WHERE result IS NULL ORDER BY ordinal')
        .map((row) => intentOf(row, database.path)),
    ofSubmission: (id) =>
      database
        .all('SELECT intent, result FROM landing WHERE submission = ? ORDER BY ordinal', id)
        .map((row) => ({
          intent: intentOf(row, database.path),
          result: row['result'] as LandingResult,
        })),
  };
}

/** From the intent on it cannot be taken back any more; until then it can, by anybody. */
function requireItsTurn(database: Database, id: SubmissionId): void {
  const row = database.first('SELECT state FROM submission WHERE id = ?', id);
  if (row?.['state'] === 'landing') return;
  throw new Fault('busy', `${id} was taken back before it landed`, { retryable: true });
}

function settle(
  database: Database,
  { landing, result, at }: { landing: string; result: 'landed' | 'abandoned'; at: number },
): void {
  const row = database.first('SELECT result FROM landing WHERE id = ?', landing);
  if (row === null) throw new RangeError(`no landing ${JSON.stringify(landing)} in the journal`);
  if (row['result'] === result) return;
  if (row['result'] !== null) {
    throw new RangeError(`landing ${landing} is already settled as ${String(row['result'])}`);
  }
  database.run('UPDATE landing SET result = ?, settled_at = ? WHERE id = ?', result, at, landing);
}
