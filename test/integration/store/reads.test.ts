import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { ContentHash } from '../../../src/core/model/content-hash.ts';
import { asOid } from '../../../src/core/model/ids.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { KEPT_MS, type Reading, type SeenRead } from '../../../src/store/reads.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { submitTo, testStore } from './store-fixture.ts';

const COMMIT = asOid('c'.repeat(40));
const BLOB = asOid('b'.repeat(40));
const HASH = `blob:${BLOB}` as ContentHash;
const whole = (path: string): SeenRead => ({ path, hash: HASH, blob: BLOB });
const lines = (path: string, first: number, last: number): SeenRead => ({
  ...whole(path),
  window: [first, last],
});
const ADA = { name: 'Ada', agent: 'agent-7' };
const BEN = { name: 'Ben', agent: null };
const reading = (over: Partial<Reading> = {}): Reading => ({
  commit: COMMIT,
  reader: ADA,
  at: 1_000,
  reads: [whole('a.ts')],
  ...over,
});

test('a reading comes back as it was given, by its token in any spelling, also in another process', () => {
  const dir = tempDir();
  const { reads } = testStore(dir);
  const given = reading({ reads: [whole('a.ts'), lines('b "x".ts', 4, 9)] });
  const token = reads.give(given);
  expect(reads.find(token)).toEqual({ ...given, token, leases: [] });
  expect(testStore(dir).reads.find(` ${token.toUpperCase()} `)).toEqual({
    ...given,
    token,
    leases: [],
  });
  expect(reads.find('r-00000000')).toBe(null);
});

test('one that goes with a refusal keeps what it renews', () => {
  const { reads } = testStore(tempDir());
  for (const commit of [COMMIT, null]) {
    const token = reads.give(reading({ commit: null, renews: { commit, attempts: 2 } }));
    expect(reads.find(token)).toMatchObject({ commit: null, renews: { commit, attempts: 2 } });
  }
  expect(reads.find(reads.give(reading()))).not.toHaveProperty('renews');
});

describe('a garbled token', () => {
  test('resembles those that are a slip or two away; a sound one resembles nothing', () => {
    const { reads } = testStore(tempDir());
    const tokens = Array.from({ length: 50 }, () => reads.give(reading()));
    const [token = ''] = tokens;
    const slips = [
      token.slice(0, -1),
      `${token}x`,
      token.replace(/^(..)(.)/, (_, head: string, one: string) => head + (one === 'a' ? 'b' : 'a')),
    ];
    for (const slip of slips) expect(reads.resembling(slip)).toEqual([token]);
    expect(reads.resembling(token)).toEqual([]);
    expect(reads.resembling('something else')).toEqual([]);
  });
});

test('who read a path since when', () => {
  const { reads } = testStore(tempDir());
  const first = reads.give(reading({ at: 10 }));
  const second = reads.give(reading({ at: 20, reader: BEN, reads: [lines('a.ts', 1, 2)] }));
  reads.give(reading({ at: 30, reads: [whole('b.ts')] }));
  expect(reads.readersOf('a.ts', 0)).toEqual([
    { token: first, reader: ADA, at: 10, window: null },
    { token: second, reader: BEN, at: 20, window: [1, 2] },
  ]);
  expect(reads.readersOf('a.ts', 15).map(({ token }) => token)).toEqual([second]);
});

describe('leases', () => {
  test('belong to whoever came first, by lines, until they run out', () => {
    const { reads } = testStore(tempDir());
    const mine = reads.give(reading({ reads: [lines('a.ts', 10, 20), whole('b.ts')] }));
    const other = reads.give(
      reading({
        reader: BEN,
        reads: [lines('a.ts', 20, 30), lines('a.ts', 40, 41), whole('c.ts')],
      }),
    );
    const lease = { token: mine, reader: ADA, path: 'a.ts', window: [10, 20], expires: 500 };
    expect(reads.lease(mine, { now: 100, expires: 500 })).toMatchObject({
      granted: [lease, { path: 'b.ts', window: null }],
      held: [],
      lost: [],
    });
    expect(reads.lease(other, { now: 200, expires: 900 })).toMatchObject({
      granted: [
        { path: 'a.ts', window: [40, 41] },
        { path: 'c.ts', window: null },
      ],
      held: [lease],
    });
    expect(reads.leasesOf('a.ts', 200).map(({ expires }) => expires)).toEqual([500, 900]);
    expect(reads.leasesOf('a.ts', 500)).toMatchObject([{ token: other, window: [40, 41] }]);
  });

  test('are renewed, and a renewal after the end says that it was lost', () => {
    const { reads } = testStore(tempDir());
    const mine = reads.give(reading());
    reads.lease(mine, { now: 100, expires: 200 });
    expect(reads.lease(mine, { now: 150, expires: 300 })).toMatchObject({ lost: [], held: [] });
    expect(reads.lease(mine, { now: 300, expires: 400 })).toMatchObject({
      lost: [{ path: 'a.ts', expires: 300 }],
      granted: [{ path: 'a.ts', expires: 400 }],
    });
  });

  test('go over to the same reader’s next reading, and to nobody else’s', () => {
    const { reads } = testStore(tempDir());
    const first = reads.give(reading());
    reads.lease(first, { now: 100, expires: 900 });
    const second = reads.give(reading({ reads: [lines('a.ts', 1, 2)] }));
    expect(reads.lease(second, { now: 200, expires: 900 })).toMatchObject({
      granted: [{ token: second }],
      held: [],
    });
    expect(reads.leasesOf('a.ts', 200).map(({ token }) => token)).toEqual([second]);
    const other = reads.give(reading({ reader: { ...ADA, agent: 'agent-8' } }));
    expect(reads.lease(other, { now: 300, expires: 900 })).toMatchObject({ granted: [] });
  });

  test('end with a release, and are then not lost', () => {
    const { reads } = testStore(tempDir());
    const mine = reads.give(reading());
    reads.lease(mine, { now: 100, expires: 200 });
    reads.release(mine);
    expect(reads.leasesOf('a.ts', 150)).toEqual([]);
    expect(reads.find(mine)?.leases).toEqual([]);
  });

  test('of a token that nobody gave are nothing', () => {
    const { reads } = testStore(tempDir());
    const token = reads.give(reading());
    const other = testStore(tempDir()).reads;
    expect(other.lease(token, { now: 1, expires: 2 })).toEqual({ granted: [], held: [], lost: [] });
  });
});

test('old readings are dropped, with all that belongs to them', () => {
  const { reads } = testStore(tempDir());
  const old = reads.give(reading({ at: 1_000 }));
  const kept = reads.give(reading({ at: KEPT_MS }));
  for (let at = 0; at < 260; at += 1) reads.give(reading({ at: KEPT_MS + 1_001, reads: [] }));
  expect(reads.find(old)).toBe(null);
  expect(reads.find(kept)).not.toBe(null);
  expect(reads.readersOf('a.ts', 0).map(({ token }) => token)).toEqual([kept]);
});

test('a refusal is found by what was judged, the latest one', () => {
  const store = testStore(tempDir());
  const [first, second] = [submitTo(store), submitTo(store)];
  store.refusals.remember('key', first, 1);
  expect([store.refusals.find('key'), store.refusals.find('other')]).toEqual([first, null]);
  store.refusals.remember('key', second, 2);
  expect(store.refusals.find('key')).toBe(second);
});

test('a store of the first version is brought up to date, and what is in it stays', () => {
  const dir = tempDir();
  const before = openStore(dir, () => 5);
  const id = submitTo(before);
  before.close();
  // Back to how the first version left it.
  const file = new DatabaseSync(join(dir, 'store.sqlite'));
  file.exec(
    `DROP TABLE read_path; DROP TABLE read_token; DROP TABLE refusal; DROP TABLE verdict;
     ALTER TABLE submission DROP COLUMN stated; ALTER TABLE submission DROP COLUMN priority;
     PRAGMA user_version = 1;`,
  );
  file.close();
  const store = testStore(dir);
  expect(store.ledger.facts(id).name).toBe('answer.md');
  expect(store.reads.find(store.reads.give(reading()))).toMatchObject({ commit: COMMIT });
});
