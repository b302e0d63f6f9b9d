import { describe, expect, test } from 'vitest';
import { asOid, type Oid } from '../../../src/core/model/ids.ts';
import { buildTree } from '../../../src/git/candidate.ts';
import { openRepository } from '../../../src/git/repository.ts';
import { branchPatch } from '../../../src/git/branch-patch.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

const treeOf = (repo: TempRepo, revision = 'HEAD'): Oid =>
  asOid(repo.git('rev-parse', `${revision}^{tree}`));
const text = (lines: number, first = 'a'): string =>
  `${first}\n${Array.from({ length: lines }, (_, at) => `line ${at}`).join('\n')}\n`;

describe('the patch between two trees', () => {
  test('holds both sides of every file, and takes a moved file for one change', async () => {
    using temp = tempRepo({
      files: { 'kept.txt': 'k\n', 'gone.txt': 'g\n', 'old/moved.txt': text(20), 'edit.txt': 'e\n' },
    });
    const repo = await openRepository(temp.dir);
    const before = treeOf(temp);
    temp.commit('all', {
      'gone.txt': null,
      'old/moved.txt': null,
      'new/moved.txt': text(20, 'b'),
      'edit.txt': 'E\n',
      'made.sh': '#!/bin/sh\n',
    });
    temp.git('update-index', '--chmod=+x', 'made.sh');
    temp.git('commit', '-qm', 'executable');
    const patch = await branchPatch(repo, before, treeOf(temp));
    const seen = patch.ok
      ? patch.value.map(({ path, from, before: old, after }) => [
          path,
          from,
          old && [old.mode, Buffer.from(old.bytes).toString().slice(0, 2)],
          after && [after.mode, Buffer.from(after.bytes).toString().slice(0, 2)],
        ])
      : patch.error;
    expect(seen).toEqual([
      ['edit.txt', undefined, ['100644', 'e\n'], ['100644', 'E\n']],
      ['gone.txt', undefined, ['100644', 'g\n'], null],
      ['made.sh', undefined, null, ['100755', '#!']],
      ['new/moved.txt', 'old/moved.txt', ['100644', 'a\n'], ['100644', 'b\n']],
    ]);
    // What it says leads from the one tree to the other.
    expect(patch.ok && (await buildTree(repo, before, patch.value))).toBe(treeOf(temp));
  });

  test('starts from nothing, and ends in nothing', async () => {
    using temp = tempRepo({ files: { 'a.txt': 'a\n' } });
    const repo = await openRepository(temp.dir);
    const made = await branchPatch(repo, null, treeOf(temp));
    expect(made).toMatchObject({ ok: true, value: [{ path: 'a.txt', before: null }] });
    const none = await branchPatch(repo, treeOf(temp), treeOf(temp));
    expect(none).toEqual({ ok: true, value: [] });
  });

  test('shows links and submodules as what they are', async () => {
    using temp = tempRepo({ files: { 'a.txt': 'a\n' } });
    const repo = await openRepository(temp.dir);
    const before = treeOf(temp);
    const link = temp.git('rev-parse', 'HEAD:a.txt');
    temp.git('update-index', '--add', '--cacheinfo', `120000,${link},to-a`);
    temp.git('update-index', '--add', '--cacheinfo', `160000,${temp.head()},sub`);
    temp.git('commit', '-qm', 'kinds');
    const patch = await branchPatch(repo, before, treeOf(temp));
    const sides = patch.ok ? patch.value.map(({ after }) => after) : [];
    expect(sides.map((side) => side && [side.mode, String(Buffer.from(side.bytes))])).toEqual([
      ['160000', `Subproject commit ${temp.git('rev-parse', 'HEAD~')}\n`],
      ['120000', 'a\n'],
    ]);
  });

  test('refuses what no submission may hold, and what is too much to read', async () => {
    using temp = tempRepo({ files: { 'a.txt': 'a\n' } });
    const repo = await openRepository(temp.dir);
    const before = treeOf(temp);
    temp.commit('names', { 'aux.txt': 'x\n', 'b.txt': 'b\n' });
    expect(await branchPatch(repo, before, treeOf(temp))).toEqual({
      ok: false,
      error: [{ code: 'path-denied', path: 'aux.txt', reason: 'reserved-name' }],
    });
    expect(await branchPatch(repo, before, treeOf(temp), { paths: 1, bytes: 99 })).toMatchObject({
      ok: false,
      error: [{ code: 'excessive-blast-radius', facts: { actual: 2, limit: 1 } }],
    });
    expect(await branchPatch(repo, before, treeOf(temp), { paths: 9, bytes: 3 })).toMatchObject({
      ok: false,
      error: [{ code: 'diff-too-large', facts: { actual: 4, limit: 3 } }],
    });
  });
});
