import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { isFault } from '../../../src/core/model/fault.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { storeFault } from '../../../src/store/store-fault.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { submitTo, testStore } from './store-fixture.ts';

const sqlite = (errcode: number) => Object.assign(new Error('from sqlite'), { errcode });
const file = (code: string) =>
  Object.assign(new Error('from the system'), { code, syscall: 'open' });

test.each([
  ['full', sqlite(13), 'disk-full', true],
  ['busy', sqlite(5), 'store-busy', true],
  ['busy, snapshot', sqlite(517), 'store-busy', true],
  ['locked', sqlite(6), 'store-busy', true],
  ['read-only', sqlite(8), 'no-permission', false],
  ['read-only, moved', sqlite(1032), 'no-permission', false],
  ['cannot open', sqlite(14), 'no-permission', false],
  ['corrupt', sqlite(11), 'store-broken', false],
  ['corrupt index', sqlite(779), 'store-broken', false],
  ['not a database', sqlite(26), 'store-broken', false],
  ['read or write failed', sqlite(778), 'io-failed', true],
  ['no space', file('ENOSPC'), 'disk-full', true],
  ['quota', file('EDQUOT'), 'disk-full', true],
  ['access', file('EACCES'), 'no-permission', false],
  ['read-only disk', file('EROFS'), 'no-permission', false],
  ['some input or output', file('EIO'), 'io-failed', true],
])('%s', (_, error, code, retryable) => {
  const fault = storeFault(error, '/state/store.sqlite');
  expect(fault).toMatchObject({ code, retryable, cause: error });
  expect(fault?.message).toContain('/state/store.sqlite');
  expect(fault?.hint).toBeTruthy();
});

test.each([
  ['a broken rule of ours', sqlite(19)],
  ['a bug', new TypeError('x')],
  ['no error', 'text'],
])('%s is no fault of the machine', (_, error) => {
  expect(storeFault(error, '/x')).toBeNull();
});

test('a store that another process keeps locked is waited for, then busy', () => {
  const dir = tempDir();
  const store = testStore(dir);
  const other = new DatabaseSync(join(dir, 'store.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  let thrown: unknown;
  try {
    submitTo(store);
  } catch (error) {
    thrown = error;
  }
  other.exec('ROLLBACK');
  other.close();
  expect(isFault(thrown) && [thrown.code, thrown.retryable]).toEqual(['store-busy', true]);
  expect(store.ledger.state(submitTo(store))).toBe('queued');
});

test('a store that is closed may be closed again', () => {
  const store = openStore(tempDir(), () => 1);
  store.close();
  expect(store.close()).toBeUndefined();
});
