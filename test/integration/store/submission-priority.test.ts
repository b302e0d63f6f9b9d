import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { submitTo, testStore } from './store-fixture.ts';

test('a priority is kept with the submission; nobody naming one means the usual', () => {
  const dir = tempDir();
  const store = openStore(dir, () => 5);
  const [plain, urgent] = [submitTo(store), submitTo(store, { priority: 7 })];
  store.close();
  const { ledger } = testStore(dir);
  expect([plain, urgent].map((id) => ledger.facts(id).priority)).toEqual([0, 7]);
  expect(ledger.list().map(({ priority }) => priority)).toEqual([0, 7]);
});

test('in a ledger from before there were priorities, all have the usual one', () => {
  const dir = tempDir();
  const before = openStore(dir, () => 5);
  const id = submitTo(before);
  before.close();
  const raw = new DatabaseSync(join(dir, 'store.sqlite'));
  raw.exec('ALTER TABLE submission DROP COLUMN priority; PRAGMA user_version = 3');
  raw.close();
  const { ledger } = testStore(dir);
  expect(ledger.facts(id).priority).toBe(0);
});
