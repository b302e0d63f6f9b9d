import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { isFault } from '../../../src/core/model/fault.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { ended, linesOf, startChild, submitTo, testStore } from './store-fixture.ts';

/** The code of the fault that an action throws. */
function faultCode(action: () => unknown): string | null {
  try {
    action();
    return null;
  } catch (error) {
    if (isFault(error)) return error.code;
    throw error;
  }
}

test('the folder is its owner’s alone, and so is each file in it', () => {
  const dir = join(tempDir(), 'deep', 'sallyport');
  const store = testStore(dir);
  submitTo(store);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  const files = readdirSync(dir);
  expect(files).toEqual(['store.sqlite', 'store.sqlite-shm', 'store.sqlite-wal']);
  expect(files.map((file) => statSync(join(dir, file)).mode & 0o777)).toEqual([
    0o600, 0o600, 0o600,
  ]);
});

test('a folder that was there is closed to others too', () => {
  const dir = tempDir();
  chmodSync(dir, 0o755);
  testStore(dir);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
});

test('every transaction is flushed and logged ahead', () => {
  const dir = tempDir();
  testStore(dir);
  const database = openDatabase(join(dir, 'store.sqlite'));
  expect(database.first('PRAGMA journal_mode')).toMatchObject({ journal_mode: 'wal' });
  expect(database.first('PRAGMA synchronous')).toMatchObject({ synchronous: 2 });
  database.close();
});

test('what was stored is there when it is opened again', () => {
  const dir = tempDir();
  const first = openStore(dir, () => 5);
  const id = submitTo(first);
  first.close();
  const second = testStore(dir);
  expect(second.ledger.state(id)).toBe('queued');
  expect(second.check()).toEqual([]);
});

test('nothing is written into a store that was removed or replaced meanwhile', () => {
  const dir = tempDir();
  const store = testStore(dir);
  submitTo(store);
  for (const file of readdirSync(dir)) rmSync(join(dir, file));
  expect(faultCode(() => submitTo(store))).toBe('store-broken');
  const other = testStore(dir);
  expect(faultCode(() => submitTo(store))).toBe('store-broken');
  submitTo(other);
});

test('a store that a newer version wrote is left alone', () => {
  const dir = tempDir();
  openStore(dir, () => 5).close();
  const raw = new DatabaseSync(join(dir, 'store.sqlite'));
  raw.exec('PRAGMA user_version = 999');
  raw.close();
  expect(faultCode(() => openStore(dir, () => 5))).toBe('store-broken');
});

test('a damaged file is a fault, not a fresh start', () => {
  const dir = tempDir();
  writeFileSync(
    join(dir, 'store.sqlite'),
    'not a database, and longer than a header. '.repeat(100),
  );
  expect(faultCode(() => openStore(dir, () => 5))).toBe('store-broken');
  expect(readFileSync(join(dir, 'store.sqlite'), 'utf8')).toContain('not a database');
});

test('a file where the folder should be is a fault', () => {
  const dir = tempDir();
  writeFileSync(join(dir, 'state'), '');
  expect(faultCode(() => openStore(join(dir, 'state'), () => 5))).toBe('io-failed');
});

test('a folder where the file should be is a fault', () => {
  const dir = tempDir();
  mkdirSync(join(dir, 'store.sqlite'));
  expect(faultCode(() => openStore(dir, () => 5))).toBe('io-failed');
});

test('a full disk refuses, and takes in again when there is space', () => {
  const dir = tempDir();
  const store = testStore(dir);
  submitTo(store);
  const database = openDatabase(join(dir, 'store.sqlite'));
  const { page_count: pages } = database.first('PRAGMA page_count') as { page_count: number };
  database.exec(`PRAGMA max_page_count = ${pages + 2}`);
  expect(
    faultCode(() =>
      database.immediate(() =>
        database.run('INSERT INTO value VALUES (?, ?)', 'long', 'x'.repeat(200_000)),
      ),
    ),
  ).toBe('disk-full');
  database.close();
  expect(store.ledger.state(submitTo(store))).toBe('queued');
  expect(store.check()).toEqual([]);
});

test('undefined and missing values are bugs, not NULL', () => {
  const database = openDatabase(join(tempDir(), 'x.sqlite'));
  const hole = undefined as unknown as string;
  expect(() => database.first('SELECT ? AS a', hole)).toThrow(TypeError);
  expect(() => database.first('SELECT ?, ?', 1)).toThrow(TypeError);
  database.close();
});

test('a transaction that throws leaves nothing', () => {
  const database = openDatabase(join(tempDir(), 'x.sqlite'));
  database.exec('CREATE TABLE t (a TEXT) STRICT');
  expect(() =>
    database.immediate(() => {
      database.run('INSERT INTO t VALUES (?)', 'x');
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(database.all('SELECT * FROM t')).toEqual([]);
  database.close();
});

test('many first processes at once make one store', async () => {
  const dir = join(tempDir(), 'state');
  const children = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    startChild('writer-process.ts', [dir, name, '8']),
  );
  const outputs = children.map(linesOf);
  expect(await Promise.all(children.map(ended))).toEqual([0, 0, 0, 0, 0]);
  const store = testStore(dir);
  expect(store.check()).toEqual([]);
  expect(store.ledger.list({ states: ['planning'] })).toHaveLength(40);
  expect(outputs.map(({ lines }) => lines.length)).toEqual([16, 16, 16, 16, 16]);
  // Numbers grow without a gap, each event once.
  const seqs = store.ledger.changesSince(0).map(({ seq }) => seq);
  expect(seqs).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
});

test('thirty kills lose nothing that was acknowledged', async () => {
  const dir = join(tempDir(), 'state');
  const acknowledged: string[] = [];
  for (let kill = 0; kill < 30; kill += 1) {
    const child = startChild('writer-process.ts', [dir, `run${kill}`, '100000']);
    const { lines, first } = linesOf(child);
    const end = ended(child);
    await first;
    await new Promise((resolve) => setTimeout(resolve, (kill * 7) % 40));
    child.kill('SIGKILL');
    expect(await end).toBe('SIGKILL');
    acknowledged.push(...lines);
  }
  const store = testStore(dir);
  expect(store.check()).toEqual([]);
  const rows = new Map(store.ledger.list().map((row) => [row.id as string, row]));
  const wrong = acknowledged.filter((line) => {
    const [what, id = ''] = line.split(' ');
    const row = rows.get(id);
    return row === undefined || (what === 'claimed' && row.state !== 'planning');
  });
  expect(acknowledged.length).toBeGreaterThanOrEqual(30);
  expect(wrong).toEqual([]);
  for (const { id, state, seq } of rows.values()) {
    expect(store.ledger.view(id)).toMatchObject({ state, seq });
    expect(store.ledger.payload(id).length).toBe(20_000);
  }
});
