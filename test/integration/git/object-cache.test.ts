import { afterEach, expect, test } from 'vitest';
import { createObjectCache } from '../../../src/git/object-cache.ts';
import { closeRepository, objectsOf, openRepository } from '../../../src/git/repository.ts';
import { treeOf } from '../../../src/git/tree.ts';
import { asOid } from '../../../src/core/model/ids.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

let temp: TempRepo | undefined;
afterEach(() => {
  temp?.remove();
  temp = undefined;
});

const tree = (size: number) => ({ type: 'tree', bytes: new Uint8Array(size) });

test('keeps trees and commits, and no blobs', () => {
  const cache = createObjectCache();
  const commit = { type: 'commit', bytes: new Uint8Array(8) };
  cache.keep('a', tree(10));
  cache.keep('b', commit);
  cache.keep('c', { type: 'blob', bytes: new Uint8Array(8) });
  expect(cache.get('a')).toEqual(tree(10));
  expect(cache.get('b')).toBe(commit);
  expect(cache.get('c')).toBeUndefined();
});

test('what was used longest ago goes first, and nothing very large is kept', () => {
  const cache = createObjectCache();
  const quarter = 256 * 1024;
  for (let id = 0; id < 16; id += 1) cache.keep(String(id), tree(quarter));
  expect(cache.get('0')).toBeDefined();
  cache.keep('new', tree(quarter));
  expect(cache.get('1')).toBeUndefined();
  expect(cache.get('0')).toBeDefined();
  expect(cache.get('new')).toBeDefined();
  cache.keep('large', tree(quarter + 1));
  expect(cache.get('large')).toBeUndefined();
});

test('what is kept keeps nothing else in memory', async () => {
  temp = tempRepo();
  const repo = await openRepository(temp.dir);
  const { bytes } = (await objectsOf(repo).read(temp.head())) ?? { bytes: Buffer.of() };
  expect(bytes.length).toBeGreaterThan(0);
  expect(bytes.buffer.byteLength).toBe(bytes.length);
  await closeRepository(repo);
});

test('a tree is read again without its process, a ref is always looked up anew', async () => {
  temp = tempRepo({ files: { 'a.txt': 'a\n' } });
  const repo = await openRepository(temp.dir);
  try {
    const first = await treeOf(repo, asOid(temp.head()));
    const objects = objectsOf(repo);
    const read = await objects.read(first ?? '');
    expect(await objects.read(first ?? '')).toBe(read);
    const before = await objects.read('refs/heads/main');
    const next = temp.commit('second', { 'a.txt': 'b\n' });
    expect((await objects.read('refs/heads/main'))?.oid).toBe(next);
    expect(before?.oid).not.toBe(next);
  } finally {
    await closeRepository(repo);
  }
});
