import { Fault } from '../core/model/fault.ts';
import type { Database } from './database.ts';

/**
 * One entry a version, never edited once released: a store is brought from where it stands to the newest.
 *
 * The payload has a table of its own, since SQLite rewrites a whole row at each change of state. `submission.state` and
 * `submission.seq` repeat what folding `event` gives, and are written in the same transaction.
 */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE submission (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    submitted_at INTEGER NOT NULL,
    name TEXT NOT NULL,
    source TEXT NOT NULL,
    author_name TEXT NOT NULL,
    author_email TEXT NOT NULL,
    author_agent TEXT,
    payload_hash TEXT NOT NULL,
    payload_bytes INTEGER NOT NULL,
    target TEXT,
    parent TEXT REFERENCES submission (id),
    claim_key TEXT UNIQUE,
    state TEXT NOT NULL,
    seq INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX submission_by_state ON submission (state, ordinal);
  CREATE INDEX submission_by_payload ON submission (payload_hash);
  CREATE TABLE payload (
    submission TEXT PRIMARY KEY REFERENCES submission (id),
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE TABLE event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    submission TEXT NOT NULL REFERENCES submission (id),
    type TEXT NOT NULL,
    at INTEGER NOT NULL,
    data TEXT NOT NULL
  ) STRICT;
  CREATE INDEX event_by_submission ON event (submission, seq);
  CREATE TABLE landing (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    submission TEXT NOT NULL REFERENCES submission (id),
    intent TEXT NOT NULL,
    intended_at INTEGER NOT NULL,
    result TEXT,
    settled_at INTEGER
  ) STRICT;
  CREATE INDEX landing_by_submission ON landing (submission, ordinal);
  CREATE INDEX landing_open ON landing (ordinal) WHERE result IS NULL;
  CREATE TABLE value (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;`,
  `ALTER TABLE submission ADD COLUMN stated TEXT;
  CREATE TABLE read_token (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
    token TEXT NOT NULL UNIQUE,
    base TEXT,
    renews TEXT,
    attempts INTEGER,
    reader TEXT NOT NULL,
    agent TEXT,
    given_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE read_path (
    token TEXT NOT NULL REFERENCES read_token (token) ON DELETE CASCADE,
    path TEXT NOT NULL,
    hash TEXT NOT NULL,
    blob TEXT NOT NULL,
    first_line INTEGER,
    last_line INTEGER,
    lease_until INTEGER
  ) STRICT;
  CREATE INDEX read_path_by_token ON read_path (token);
  CREATE INDEX read_path_by_path ON read_path (path);
  CREATE TABLE refusal (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    submission TEXT NOT NULL REFERENCES submission (id),
    at INTEGER NOT NULL
  ) STRICT;`,
  `CREATE TABLE verdict (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    verdict TEXT NOT NULL
  ) STRICT;`,
  `ALTER TABLE submission ADD COLUMN priority INTEGER NOT NULL DEFAULT 0;`,
];

/** Brings the store to the newest schema. Throws `Fault` store-broken for one that a newer version made. */
export function migrate(database: Database): void {
  if (versionOf(database) === MIGRATIONS.length) return;
  database.immediate(() => {
    const version = versionOf(database);
    if (version > MIGRATIONS.length) {
      throw new Fault('store-broken', `A newer version of Sallyport wrote ${database.path}`, {
        hint: 'Update this Sallyport, or use the version that the daemon runs.',
      });
    }
    for (const step of MIGRATIONS.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}

const versionOf = (database: Database): number =>
  Number(database.first('PRAGMA user_version')?.['user_version'] ?? 0);
