import type { ReadToken } from '../core/model/read-token.ts';
import type { ReadClaim } from '../core/model/stated.ts';
import type { Database, Row } from './database.ts';
import { readerOf, windowOf, type Reader, type Window } from './read-rows.ts';

/**
 * Somebody says that they are about to edit a file, or some of its lines, until `expires` (milliseconds). It hinders
 * nobody: what is correct never rests on it.
 */
export interface Lease {
  readonly token: ReadToken;
  readonly reader: Reader;
  readonly path: string;
  readonly window: Window;
  readonly expires: number;
}

/** What became of a wish for leases, path by path. */
export interface LeaseAnswer {
  readonly granted: readonly Lease[];
  /** Others' live leases of the same lines: those paths got none. */
  readonly held: readonly Lease[];
  /** Leases of this token that had run out before they were renewed; they are in `granted` again, or in `held`. */
  readonly lost: readonly Lease[];
}

/** A reading whose paths somebody wants to edit, with the leases that it has. */
export interface LeasedReading {
  readonly token: ReadToken;
  readonly reader: Reader;
  readonly reads: readonly ReadClaim[];
  readonly leases: readonly Lease[];
}

/** Takes or renews a lease of each path of a reading. To be called in a transaction. */
export function takeLeases(
  database: Database,
  reading: LeasedReading,
  { now, expires }: { readonly now: number; readonly expires: number },
): LeaseAnswer {
  const { token, reader, leases } = reading;
  const lost = leases.filter((had) => had.expires <= now);
  const granted: Lease[] = [];
  const held: Lease[] = [];
  for (const { path, window = null } of reading.reads) {
    const others = leasesOf(database, path, now).filter(
      (other) => other.token !== token && isOverlap(other.window, window),
    );
    const foreign = others.filter((other) => !isSameReader(other.reader, reader));
    held.push(...foreign);
    if (foreign.length > 0) continue;
    // Whoever reads again goes on from there: the lease of the earlier reading ends.
    for (const own of others) setLease(database, own, now);
    const taken = { token, reader, path, window, expires };
    setLease(database, taken, expires);
    granted.push(taken);
  }
  return { granted, held, lost };
}

/** Ends the leases of a token. */
export function releaseLeases(database: Database, token: ReadToken): void {
  database.run('UPDATE read_path SET lease_until = NULL WHERE token = ?', token);
}

/** The lease in a row of both tables; none where none was taken. */
export function leaseOf(row: Row): readonly Lease[] {
  const expires = row['lease_until'];
  if (typeof expires !== 'number') return [];
  const path = row['path'] as string;
  const token = row['token'] as ReadToken;
  return [{ token, reader: readerOf(row), path, window: windowOf(row), expires }];
}

/** Live leases of a path, the one that ends first coming first. */
export const leasesOf = (database: Database, path: string, now: number): readonly Lease[] =>
  database
    .all(
      `SELECT * FROM read_path JOIN read_token USING (token)
       WHERE path = ? AND lease_until > ? ORDER BY lease_until, ordinal`,
      path,
      now,
    )
    .flatMap(leaseOf);

const isSameReader = (one: Reader, other: Reader): boolean =>
  one.name === other.name && one.agent === other.agent;

function setLease(
  database: Database,
  { token, path, window }: Pick<Lease, 'token' | 'path' | 'window'>,
  until: number,
): void {
  database.run(
    `UPDATE read_path SET lease_until = ?
     WHERE token = ? AND path = ? AND first_line IS ? AND last_line IS ?`,
    until,
    token,
    path,
    window?.[0] ?? null,
    window?.[1] ?? null,
  );
}

/** Null is the whole file. */
const isOverlap = (one: Window, other: Window): boolean =>
  one === null || other === null || (one[0] <= other[1] && other[0] <= one[1]);
