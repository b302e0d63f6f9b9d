import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { hookIndex, writeIndexTree } from '../../../src/git/hook-index.ts';
import { committedEntries, indexTree } from '../../../src/git/index-tree.ts';
import { diffTrees } from '../../../src/git/tree.ts';
import { closeRepository, openRepository } from '../../../src/git/repository.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

/* The tree of an index, computed without git, is the one that git would write. */

let repo: TempRepo;
afterEach(() => repo.remove());

const FILES: Readonly<Record<string, string>> = {
  a: '1',
  'a-b/c': '2',
  'a.b': '3',
  'a0/x/y/z': '4',
  'b/é/ü.txt': '5',
  'b/漢字': '6',
  'z/z/z': '7',
};

test.each(['sha1', 'sha256'] as const)('for any paths (%s)', async (objectFormat) => {
  repo = tempRepo({ objectFormat, files: FILES });
  repo.write('b/new', 'n', 0o755);
  rmSync(join(repo.dir, 'z'), { recursive: true });
  repo.git('add', '-A');
  const opened = await openRepository(repo.dir);
  const { entries } = await hookIndex(opened, {}, repo.dir);
  const computed = indexTree(committedEntries(entries()), objectFormat);
  const tree = repo.git('write-tree');
  expect(computed.oid).toBe(tree);
  expect(await writeIndexTree(opened, entries())).toBe(tree);
  await closeRepository(opened);
});

test('what differs from a commit is found before anybody wrote the trees', async () => {
  repo = tempRepo({ files: FILES });
  repo.write('b/漢字', 'changed');
  repo.write('c/d', 'new');
  rmSync(join(repo.dir, 'a.b'));
  repo.git('add', '-A');
  const opened = await openRepository(repo.dir);
  const { tree, known } = await hookIndex(opened, {}, repo.dir);
  expect(repo.tryGit('cat-file', '-e', tree).code).not.toBe(0);
  const head = repo.git('rev-parse', 'HEAD^{tree}');
  const changes = await diffTrees(opened, head as never, tree, known);
  expect(changes.map(({ path }) => path)).toEqual(['a.b', 'b/漢字', 'c/d']);
  await closeRepository(opened);
});

test('trees that git has written already are taken from its own list', async () => {
  repo = tempRepo({ files: FILES });
  repo.write('b/漢字', 'changed');
  repo.git('add', '-A');
  const tree = repo.git('write-tree');
  const opened = await openRepository(repo.dir);
  const index = await hookIndex(opened, {}, repo.dir);
  expect(index.tree).toBe(tree);
  expect(index.known.size).toBe(0);
  expect(index.entries().map(({ path }) => path)).toContain('a0/x/y/z');
  await closeRepository(opened);
});

test('without an index nothing is committed', async () => {
  repo = tempRepo({ files: null });
  const opened = await openRepository(repo.dir);
  const { tree, entries } = await hookIndex(opened, {}, repo.dir);
  expect(tree).toBe('4b825dc642cb6eb9a060e54bf8d69288fbee4904');
  expect(entries()).toEqual([]);
  await closeRepository(opened);
});

test.each([
  ['version 4', 'index.version', '4'],
  ['split', 'core.splitIndex', 'true'],
  ['with an untracked cache', 'core.untrackedCache', 'true'],
])('an index of another kind is read by git: %s', async (_kind, key, value) => {
  repo = tempRepo({ files: FILES, config: { [key]: value } });
  repo.git(
    'update-index',
    '--force-write-index',
    ...(key === 'index.version' ? ['--index-version=4'] : []),
  );
  repo.write('c/d', 'new');
  repo.git('add', '-A');
  const opened = await openRepository(repo.dir);
  const { tree } = await hookIndex(opened, {}, repo.dir);
  expect(tree).toBe(repo.git('write-tree'));
  await closeRepository(opened);
});

const INDEX_KINDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'version 4': [['update-index', '--index-version', '4']],
  split: [
    ['update-index', '--split-index'],
    ['add', '-A'],
  ],
  sparse: [
    ['add', '-A'],
    ['sparse-checkout', 'set', '--cone', '--sparse-index', 'b'],
  ],
  'intent to add': [['add', '-N', 'new/file']],
  'flags of entries': [
    ['update-index', '--skip-worktree', 'a'],
    ['update-index', '--assume-unchanged', 'a.b'],
  ],
  'untracked cache': [['update-index', '--untracked-cache'], ['status']],
  'a submodule': [['update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`]],
  emptied: [['rm', '-q', '--cached', '-r', '.']],
};

test.each(Object.entries(INDEX_KINDS))(
  'an index of any kind has the tree that git writes: %s',
  async (_, commands) => {
    repo = tempRepo({ files: FILES });
    repo.write('b/漢字', 'changed');
    repo.git('add', '-A');
    repo.write('new/file', 'n');
    for (const command of commands) repo.git(...command);
    const opened = await openRepository(repo.dir);
    const { tree } = await hookIndex(opened, {}, repo.dir);
    expect(tree).toBe(repo.git('write-tree'));
    await closeRepository(opened);
  },
);
