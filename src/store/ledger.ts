import type { Actor, RecordedEvent, SubmissionEvent } from '../core/lifecycle/events.ts';
import { replay } from '../core/lifecycle/replay.ts';
import type { State } from '../core/lifecycle/states.ts';
import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import { transition } from '../core/lifecycle/transition.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import { ok, refused, type Result } from '../core/model/result.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';
import type { Database } from './database.ts';
import { factsOf, recordedOf } from './rows.ts';

/** Why an event was not recorded: somebody else's came first, or the table does not allow it in this state. */
export type RecordRefusal = 'conflict' | 'not-allowed';

/** One line of a list: facts and where it stands. `changedAt` is milliseconds since the epoch. */
export interface SubmissionSummary extends SubmissionFacts {
  readonly state: State;
  /** Sequence number of its last event. */
  readonly seq: number;
  readonly changedAt: number;
}

/** Which submissions to list; oldest first unless `newestFirst`. */
export interface ListOptions {
  readonly states?: readonly State[];
  readonly limit?: number;
  readonly newestFirst?: boolean;
}

/**
 * The append-only record of what happened. Several processes write it at once; each write is one transaction, and
 * sequence numbers are in the order of commits, without a late one. Methods that take an id throw `RangeError` for one
 * that is not in the ledger: ids from outside go through `find`.
 */
export interface Ledger {
  /**
   * The only way to change a state. The event is checked against the table in the same transaction that writes it, and
   * is on disk when this returns. With `expectedSeq`, refused as `conflict` unless that is still the last event.
   */
  readonly record: (
    id: SubmissionId,
    event: SubmissionEvent,
    expectedSeq?: number,
  ) => Result<RecordedEvent, RecordRefusal>;
  /**
   * Takes a submission back. One whose landing has not begun, for the journal has none that may come about, goes back to
   * the queue and ends there, in the same transaction. Refused as `not-allowed` for one that lands or has ended.
   */
  readonly cancel: (id: SubmissionId, by: Actor) => Result<RecordedEvent, RecordRefusal>;
  readonly facts: (id: SubmissionId) => SubmissionFacts;
  readonly state: (id: SubmissionId) => State;
  /** All its events, oldest first. */
  readonly history: (id: SubmissionId) => readonly RecordedEvent[];
  /** Its history, folded. */
  readonly view: (id: SubmissionId) => SubmissionView;
  /** The very bytes that came in. */
  readonly payload: (id: SubmissionId) => Uint8Array;
  readonly list: (options?: ListOptions) => readonly SubmissionSummary[];
  /** A submission by the start of its id, in any case. */
  readonly find: (prefix: string) => SubmissionId | 'ambiguous' | null;
  /** The tries before it in its line of parents, since the last that landed: those refused or failed, nearest first. */
  readonly triesBefore: (id: SubmissionId) => readonly SubmissionId[];
  /** The next attempts of a submission: those that name it as their parent, oldest first. */
  readonly children: (id: SubmissionId) => readonly SubmissionId[];
  /** Earlier and later submissions of the same bytes, oldest first, itself left out. */
  readonly samePayload: (id: SubmissionId) => readonly SubmissionId[];
  /** Hears of the events that this process records, after they are on disk and after the recording call returned. */
  readonly subscribe: (listener: (recorded: RecordedEvent) => void) => () => void;
  /** Events after `seq`, whoever wrote them, oldest first, at most `limit` (1000). */
  readonly changesSince: (seq: number, limit?: number) => readonly RecordedEvent[];
  /** The last event's number; 0 for an empty ledger. */
  readonly lastSeq: () => number;
}

const CHANGES_LIMIT = 1_000;

/** `announce` is told each event after its transaction. */
export function createLedger(
  database: Database,
  clock: () => number,
  audience: {
    readonly announce: (recorded: RecordedEvent) => void;
    readonly subscribe: Ledger['subscribe'];
  },
): Ledger {
  const history = (id: SubmissionId): readonly RecordedEvent[] => {
    const rows = database.all('SELECT * FROM event WHERE submission = ? ORDER BY seq', id);
    if (rows.length === 0) throw unknown(id);
    return rows.map((row) => recordedOf(row, database.path));
  };
  return {
    record: (id, event, expectedSeq) => {
      const result = database.immediate(() =>
        append(database, { id, event, at: clock(), expectedSeq }),
      );
      if (result.ok) audience.announce(result.value);
      return result;
    },
    cancel: (id, by) => {
      const results = database.immediate(() => cancel(database, { id, by, at: clock() }));
      for (const result of results) if (result.ok) audience.announce(result.value);
      return results.at(-1) ?? refused('not-allowed');
    },
    subscribe: audience.subscribe,
    history,
    view: (id) => replay(history(id)),
    ...queries(database),
  };
}

interface Entry {
  readonly id: SubmissionId;
  readonly event: SubmissionEvent;
  readonly at: number;
  readonly expectedSeq: number | undefined;
}

function append(database: Database, entry: Entry): Result<RecordedEvent, RecordRefusal> {
  const { id, event, at, expectedSeq } = entry;
  const row = database.first('SELECT state, seq FROM submission WHERE id = ?', id);
  if (row === null) throw unknown(id);
  if (expectedSeq !== undefined && expectedSeq !== row['seq']) return refused('conflict');
  const state = transition(row['state'] as State, event);
  if (state === null) return refused('not-allowed');
  const seq = appendEvent(database, id, event, at);
  database.run(
    'UPDATE submission SET state = ?, seq = ?, changed_at = ? WHERE id = ?',
    state,
    seq,
    at,
    id,
  );
  return ok({ seq, submission: id, at, event });
}

/** What was recorded, in order; the last one says whether it is cancelled. */
function cancel(
  database: Database,
  { id, by, at }: { readonly id: SubmissionId; readonly by: Actor; readonly at: number },
): readonly Result<RecordedEvent, RecordRefusal>[] {
  const record = (event: SubmissionEvent) =>
    append(database, { id, event, at, expectedSeq: undefined });
  const row = database.first(
    `SELECT state FROM submission WHERE id = ? AND NOT EXISTS (
       SELECT 1 FROM landing WHERE submission = submission.id AND result IS NOT 'abandoned')`,
    id,
  );
  const isWaitingItsTurn = row?.['state'] === 'landing';
  return [
    ...(isWaitingItsTurn ? [record(OUT_OF_ITS_TURN)] : []),
    record({ type: 'Cancelled', by }),
  ];
}

const OUT_OF_ITS_TURN: SubmissionEvent = {
  type: 'Requeued',
  reason: 'target-moved',
  detail: 'it was taken back before its turn to land came',
};

/** Writes one row of the event table; its number. The caller holds the transaction and minds the state. */
export function appendEvent(
  database: Database,
  id: SubmissionId,
  event: SubmissionEvent,
  at: number,
): number {
  const row = database.first(
    'INSERT INTO event (submission, type, at, data) VALUES (?, ?, ?, ?) RETURNING seq',
    id,
    event.type,
    at,
    JSON.stringify(event),
  );
  return Number(row?.['seq']);
}

function queries(
  database: Database,
): Omit<Ledger, 'record' | 'cancel' | 'subscribe' | 'history' | 'view'> {
  const require = (id: SubmissionId, sql: string) => {
    const row = database.first(sql, id);
    if (row === null) throw unknown(id);
    return row;
  };
  return {
    facts: (id) => factsOf(require(id, 'SELECT * FROM submission WHERE id = ?'), database.path),
    state: (id) => require(id, 'SELECT state FROM submission WHERE id = ?')['state'] as State,
    payload: (id) =>
      require(id, 'SELECT bytes FROM payload WHERE submission = ?')['bytes'] as Uint8Array,
    list: (options = {}) => list(database, options),
    find: (prefix) => find(database, prefix),
    triesBefore: (id) => {
      const line = database.all(
        `WITH RECURSIVE line (id, parent, state, depth) AS (
           SELECT id, parent, state, 0 FROM submission WHERE id = ?
           UNION ALL
           SELECT above.id, above.parent, above.state, depth + 1
           FROM submission above JOIN line ON above.id = line.parent WHERE above.state <> 'landed'
         ) SELECT id, depth, state IN ('rejected', 'failed') AS isTry FROM line ORDER BY depth`,
        id,
      );
      if (line.length === 0) throw unknown(id);
      return line.flatMap(({ id: other, depth, isTry }) =>
        depth !== 0 && isTry === 1 ? [other as SubmissionId] : [],
      );
    },
    children: (id) =>
      database
        .all('SELECT id FROM submission WHERE parent = ? ORDER BY ordinal', id)
        .map((row) => row['id'] as SubmissionId),
    samePayload: (id) =>
      database
        .all(
          `SELECT other.id FROM submission one JOIN submission other USING (payload_hash)
           WHERE one.id = ? AND other.id <> one.id ORDER BY other.ordinal`,
          id,
        )
        .map((row) => row['id'] as SubmissionId),
    changesSince: (seq, limit = CHANGES_LIMIT) =>
      database
        .all('SELECT * FROM event WHERE seq > ? ORDER BY seq LIMIT ?', seq, limit)
        .map((row) => recordedOf(row, database.path)),
    lastSeq: () => Number(database.first('SELECT max(seq) AS seq FROM event')?.['seq'] ?? 0),
  };
}

function list(database: Database, options: ListOptions): readonly SubmissionSummary[] {
  const { states, limit = -1, newestFirst = false } = options;
  const order = newestFirst ? 'DESC' : 'ASC';
  const filter = states === undefined ? '' : `WHERE state IN (${states.map(() => '?').join(', ')})`;
  return database
    .all(
      `SELECT * FROM submission ${filter} ORDER BY ordinal ${order} LIMIT ?`,
      ...(states ?? []),
      limit,
    )
    .map((row) => ({
      ...factsOf(row, database.path),
      state: row['state'] as State,
      seq: row['seq'] as number,
      changedAt: row['changed_at'] as number,
    }));
}

const ID_PREFIX = /^[0-9a-hjkmnp-tv-z]{1,8}$/;

function find(database: Database, prefix: string): SubmissionId | 'ambiguous' | null {
  // Crockford's base32 has no i, l and o, so that people may misread them.
  const folded = prefix.trim().toLowerCase().replaceAll(/[il]/g, '1').replaceAll('o', '0');
  if (!ID_PREFIX.test(folded)) return null;
  const [row, ...others] = database.all(
    'SELECT id FROM submission WHERE id >= ? AND id < ? LIMIT 2',
    folded,
    `${folded}~`,
  );
  if (row === undefined) return null;
  return others.length > 0 ? 'ambiguous' : (row['id'] as SubmissionId);
}

const unknown = (id: SubmissionId): RangeError =>
  new RangeError(`no submission ${JSON.stringify(id)} in this ledger`);
