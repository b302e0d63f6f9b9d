import type { ContentHash } from '../core/model/content-hash.ts';
import { editDistance } from '../core/match/edit-distance.ts';
import type { Oid } from '../core/model/ids.ts';
import {
  foldReadToken,
  makeReadToken,
  parseReadToken,
  type ReadToken,
} from '../core/model/read-token.ts';
import type { ReadClaim } from '../core/model/stated.ts';
import type { Database, Row } from './database.ts';
import {
  leaseOf,
  leasesOf,
  releaseLeases,
  takeLeases,
  type Lease,
  type LeaseAnswer,
} from './leases.ts';
import { readerOf, windowOf, type Reader, type Window } from './read-rows.ts';

/** What somebody read at once, and the commit that it was read at (null: an unborn branch). `at` is milliseconds. */
export interface Reading {
  readonly commit: Oid | null;
  readonly reader: Reader;
  readonly at: number;
  readonly reads: readonly SeenRead[];
  /** Present where it was given unasked, with a refusal. */
  readonly renews?: RenewedView;
}

/**
 * The view that was refused. What landed since then may be undone by mistake still, for nobody knows whether the author
 * looked at what was given.
 */
export interface RenewedView {
  /** The commit that it dated from; null where nobody knows. */
  readonly commit: Oid | null;
  /** How many attempts had gone before the refused one. */
  readonly attempts: number;
}

/** A read, and the blob of the whole file as it was then, which outlives the commit. */
export interface SeenRead extends ReadClaim {
  readonly blob: Oid;
}

/** A reading by its name. */
export interface GivenReading extends Reading {
  readonly token: ReadToken;
  /** Leases that were taken with it, live or not. */
  readonly leases: readonly Lease[];
}

/** One read of a path. */
export interface PathRead {
  readonly token: ReadToken;
  readonly reader: Reader;
  readonly at: number;
  readonly window: Window;
}

/**
 * Who read what, at which commit: read tokens and leases. Kept for `KEPT_MS`, and `KEPT_TOKENS` at most. Several
 * processes use it at once; each call is one transaction.
 */
export interface Reads {
  /** Records a reading; the token that names it. */
  readonly give: (reading: Reading) => ReadToken;
  /** The reading of a token, as anybody spells it; null for one that was never given here, or is gone. */
  readonly find: (token: string) => GivenReading | null;
  /** Known tokens that a garbled one may have been, the nearest first; none where its check holds. */
  readonly resembling: (token: string) => readonly ReadToken[];
  /** Reads of a path since a time, oldest first. */
  readonly readersOf: (path: string, since: number) => readonly PathRead[];
  /** Live leases of a path, the one that ends first coming first. */
  readonly leasesOf: (path: string, now: number) => readonly Lease[];
  /**
   * Takes or renews a lease of every path of a token, until `expires`. One of the same reader, by an earlier token, ends
   * with that.
   */
  readonly lease: (
    token: ReadToken,
    span: { readonly now: number; readonly expires: number },
  ) => LeaseAnswer;
  /** Ends the leases of a token; they do not count as lost. */
  readonly release: (token: ReadToken) => void;
}

const KEPT_TOKENS = 50_000;
export const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Old ones are dropped at each so many-th token. */
const SWEEP_EVERY = 256;
/** Tokens that are compared with a garbled one, newest first. */
const COMPARED = 20_000;
const MAX_NAME = 300;

/** `random` gives that many random bytes: the source of tokens. */
export function createReads(database: Database, random: (bytes: number) => Uint8Array): Reads {
  return {
    give: (reading) => database.immediate(() => give(database, reading, random)),
    find: (text) => {
      const token = parseReadToken(text);
      return token === null ? null : find(database, token);
    },
    resembling: (text) => resembling(database, text),
    readersOf: (path, since) =>
      database
        .all(
          `SELECT * FROM read_path JOIN read_token USING (token)
           WHERE path = ? AND given_at >= ? ORDER BY ordinal`,
          path,
          since,
        )
        .map((row) => ({
          token: row['token'] as ReadToken,
          reader: readerOf(row),
          at: row['given_at'] as number,
          window: windowOf(row),
        })),
    leasesOf: (path, now) => leasesOf(database, path, now),
    lease: (token, span) =>
      database.immediate(() => {
        const reading = find(database, token);
        return reading === null
          ? { granted: [], held: [], lost: [] }
          : takeLeases(database, reading, span);
      }),
    release: (token) => {
      database.immediate(() => releaseLeases(database, token));
    },
  };
}

function give(
  database: Database,
  { commit, reader, at, reads, renews }: Reading,
  random: (bytes: number) => Uint8Array,
): ReadToken {
  const token = freeToken(database, random);
  const row = database.first(
    `INSERT INTO read_token (token, base, renews, attempts, reader, agent, given_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     RETURNING ordinal`,
    token,
    commit,
    renews === undefined ? null : (renews.commit ?? ''),
    renews?.attempts ?? null,
    reader.name.slice(0, MAX_NAME),
    reader.agent?.slice(0, MAX_NAME) ?? null,
    at,
  );
  for (const { path, hash, blob, window } of reads) {
    database.run(
      `INSERT INTO read_path (token, path, hash, blob, first_line, last_line)
       VALUES (?, ?, ?, ?, ?, ?)`,
      token,
      path,
      hash,
      blob,
      window?.[0] ?? null,
      window?.[1] ?? null,
    );
  }
  const ordinal = Number(row?.['ordinal']);
  if (ordinal % SWEEP_EVERY === 0) sweep(database, ordinal - KEPT_TOKENS, at - KEPT_MS);
  return token;
}

function sweep(database: Database, ordinal: number, at: number): void {
  database.run('DELETE FROM read_token WHERE ordinal <= ? OR given_at < ?', ordinal, at);
}

function freeToken(database: Database, random: (bytes: number) => Uint8Array): ReadToken {
  for (;;) {
    const token = makeReadToken(random(6));
    if (database.first('SELECT 1 FROM read_token WHERE token = ?', token) === null) return token;
  }
}

function find(database: Database, token: ReadToken): GivenReading | null {
  const row = database.first('SELECT * FROM read_token WHERE token = ?', token);
  if (row === null) return null;
  const paths = database.all('SELECT * FROM read_path WHERE token = ? ORDER BY rowid', token);
  const reader = readerOf(row);
  return {
    token,
    commit: row['base'] as Oid | null,
    ...renewsOf(row),
    reader,
    at: row['given_at'] as number,
    reads: paths.map(readOf),
    leases: paths.flatMap((path) => leaseOf({ ...path, ...row })),
  };
}

/** An empty commit: one that nobody knows. */
function renewsOf(row: Row): Pick<Reading, 'renews'> {
  const { renews, attempts } = row;
  if (typeof renews !== 'string' || typeof attempts !== 'number') return {};
  return { renews: { commit: renews === '' ? null : (renews as Oid), attempts } };
}

function readOf(row: Row): SeenRead {
  const window = windowOf(row);
  const read = {
    path: row['path'] as string,
    hash: row['hash'] as ContentHash,
    blob: row['blob'] as Oid,
  };
  return window === null ? read : { ...read, window };
}

/** Slips that are still taken for one: a wrong, missing or doubled character, or two that changed places. */
const MAX_SLIPS = 2;

function resembling(database: Database, text: string): readonly ReadToken[] {
  if (parseReadToken(text) !== null) return [];
  const folded = foldReadToken(text);
  const near = database
    .all('SELECT token FROM read_token ORDER BY ordinal DESC LIMIT ?', COMPARED)
    .map((row) => ({
      token: row['token'] as ReadToken,
      slips: editDistance(folded, row['token'] as string, MAX_SLIPS),
    }))
    .filter(({ slips }) => slips <= MAX_SLIPS)
    .sort((a, b) => a.slips - b.slips);
  return near.filter(({ slips }) => slips === near[0]?.slips).map(({ token }) => token);
}
