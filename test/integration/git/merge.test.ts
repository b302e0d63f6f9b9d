import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import { mergeCommits, mergeContents } from '../../../src/git/merge.ts';
import { openRepository } from '../../../src/git/repository.ts';
import { tempRepo } from '../../support/temp-repo.ts';

const bytes = (text: string): Buffer => Buffer.from(text);

test('commits merge in the object store, or name the paths in conflict', async () => {
  using temp = tempRepo({ files: { 'a.txt': '1\n2\n3\n4\n5\n', 'b.txt': 'b\n' } });
  const repo = await openRepository(temp.dir);
  const base = temp.head();
  const ours = asOid(temp.commit('ours', { 'a.txt': 'one\n2\n3\n4\n5\n' }));
  temp.git('switch', '-q', '-c', 'side', base);
  const theirs = asOid(temp.commit('theirs', { 'a.txt': '1\n2\n3\n4\nfive\n', 'n.txt': 'n\n' }));
  const merged = await mergeCommits(repo, ours, theirs);
  expect(merged.ok && temp.git('show', `${merged.value}:a.txt`)).toBe('one\n2\n3\n4\nfive');
  const other = asOid(temp.commit('other', { 'a.txt': 'ONE\n2\n3\n4\n5\n', 'b.txt': 'B\n' }));
  expect(await mergeCommits(repo, ours, other)).toMatchObject({
    ok: false,
    error: [{ path: 'a.txt', base: { mode: '100644' } }],
  });
  expect(temp.status()).toEqual([]);
  temp.git('switch', '-q', '--orphan', 'alone');
  const alone = asOid(temp.commit('alone', { 'x.txt': 'x\n' }));
  await expect(mergeCommits(repo, ours, alone)).rejects.toMatchObject({ code: 'git-failed' });
});

test('contents merge by lines', async () => {
  using temp = tempRepo();
  const repo = await openRepository(temp.dir);
  const base = bytes('1\n2\n3\n4\n5\n');
  const clean = await mergeContents(repo, {
    base,
    ours: bytes('one\n2\n3\n4\n5\n'),
    theirs: bytes('1\n2\n3\n4\nfive\n'),
  });
  expect(clean.ok && Buffer.from(clean.value).toString()).toBe('one\n2\n3\n4\nfive\n');
  expect(
    await mergeContents(repo, {
      base,
      ours: bytes('x\n2\n3\n4\n5\n'),
      theirs: bytes('y\n2\n3\n4\n5\n'),
    }),
  ).toEqual({ ok: false, error: 1 });
  expect(
    (await mergeContents(repo, { base: bytes('\0a'), ours: bytes('\0b'), theirs: bytes('\0c') }))
      .ok,
  ).toBe(false);
});

test('the same three contents are merged once', async () => {
  using temp = tempRepo();
  const repo = await openRepository(temp.dir);
  const nowhere = { ...repo, stateDir: join(temp.dir, 'README.md') };
  const contents = {
    base: bytes('a\nb\nc\n'),
    ours: bytes('A\nb\nc\n'),
    theirs: bytes('a\nb\nC\n'),
  };
  const merged = await mergeContents(repo, contents);
  expect(await mergeContents(nowhere, contents)).toEqual(merged);
  // What stands where matters.
  const turned = { ...contents, base: contents.ours, ours: contents.base };
  await expect(mergeContents(nowhere, turned)).rejects.toThrow('README.md');
  const others = Array.from({ length: 200 }, (_, at) => ({
    ...contents,
    theirs: bytes(`${at}\n`),
  }));
  for (const other of others.slice(0, 127)) await mergeContents(repo, other);
  expect(await mergeContents(nowhere, contents)).toEqual(merged);
  for (const other of others.slice(127)) await mergeContents(repo, other);
  await expect(mergeContents(nowhere, contents)).rejects.toThrow('README.md');
});
