import { appendFileSync, chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  objectsOf,
  openRepository,
  closeRepository,
  type Repository,
} from '../../../src/git/repository.ts';
import { openInHook } from '../../../src/git/native/open-in-hook.ts';
import { openObjectFiles } from '../../../src/git/native/object-files.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

/* Git's own files, read without git, hold what git says they hold. */

let repo: TempRepo;
afterEach(() => repo.remove());

const lines = (count: number, salt: string): string =>
  Array.from({ length: count }, (_, at) => `line ${at} ${salt} ${(at * 7919) % 104729}\n`).join('');

/** Many versions of a few files, so that packing makes chains of deltas. */
function history(): void {
  for (let at = 0; at < 12; at += 1) {
    repo.commit(`commit ${at}`, {
      'a/long.txt': lines(400, 'x').replace(`line ${at * 20} `, `line ${at * 20} changed ${at} `),
      'b.bin': Buffer.from(Array.from({ length: 3000 }, (_, byte) => (byte * (at + 3)) % 256)),
      [`c/${at}.txt`]: lines(at, 'y'),
      empty: '',
    });
  }
  repo.git('tag', '-a', '-m', 'a tag', 'v1');
}

const allObjects = (): readonly string[] =>
  repo
    .git('cat-file', '--batch-all-objects', '--batch-check=%(objectname)')
    .split('\n')
    .filter(Boolean);

/** Every object by both ways. */
async function expectSame(opened: Repository): Promise<void> {
  const files = openObjectFiles(opened.commonDir, opened.objectFormat === 'sha256' ? 32 : 20);
  const byGit = await openRepository(repo.dir);
  try {
    const names = allObjects();
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      const expected = await objectsOf(byGit).read(name);
      const read = files.read(name);
      expect(read?.type).toBe(expected?.type);
      expect(read?.bytes.equals(expected?.bytes ?? Buffer.alloc(0))).toBe(true);
      const size = expected?.bytes.length ?? -1;
      expect(files.info(name)).toEqual({ type: expected?.type, size });
      expect(files.readUpTo(name, size)).toEqual(read);
      if (size > 0) expect(files.readUpTo(name, size - 1)).toEqual({ type: expected?.type, size });
    }
    expect(files.read('0'.repeat(names[0]?.length ?? 40))).toBeNull();
  } finally {
    files.close();
    await closeRepository(byGit);
  }
}

const opened = (dir = repo.dir): Repository => {
  const found = openInHook(dir, { PATH: process.env['PATH'] });
  if (found === null) throw new Error('not opened');
  return found;
};

test.each(['sha1', 'sha256'] as const)('loose and packed objects (%s)', async (objectFormat) => {
  repo = tempRepo({ objectFormat });
  history();
  await expectSame(opened());
  repo.git('gc', '-q', '--aggressive', '--prune=now');
  await expectSame(opened());
  // Deltas that name their base instead of saying where it is.
  repo.git('-c', 'repack.useDeltaBaseOffset=false', 'repack', '-q', '-a', '-d', '-f');
  repo.commit('more', { 'a/long.txt': lines(401, 'x') });
  await expectSame(opened());
});

test('a large object is told by its size, loose and packed', () => {
  repo = tempRepo();
  const text = lines(40_000, 'z');
  repo.commit('large', { 'large.txt': text });
  const name = repo.git('rev-parse', 'HEAD:large.txt');
  for (const pack of [false, true]) {
    if (pack) repo.git('gc', '-q');
    const files = openObjectFiles(join(repo.dir, '.git'), 20);
    expect(files.readUpTo(name, 1000)).toEqual({ type: 'blob', size: text.length });
    expect(files.info(name)).toEqual({ type: 'blob', size: text.length });
    files.close();
  }
});

test('objects that another repository lends', () => {
  repo = tempRepo({ files: { 'a.txt': 'a\n' } });
  const borrower = join(repo.root, 'borrower');
  repo.git('clone', '-q', '--shared', repo.dir, borrower);
  const files = openObjectFiles(join(borrower, '.git'), 20);
  expect(files.read(repo.head())?.type).toBe('commit');
  files.close();
});

test('a damaged object is none, as git finds too', async () => {
  repo = tempRepo({ files: { 'a.txt': 'a\n' } });
  const name = repo.git('rev-parse', 'HEAD:a.txt');
  const path = join(repo.dir, '.git/objects', name.slice(0, 2), name.slice(2));
  chmodSync(path, 0o644);
  writeFileSync(path, 'nonsense');
  const files = openObjectFiles(join(repo.dir, '.git'), 20);
  expect(files.read(name)).toBeNull();
  files.close();
  const store = opened();
  expect(await objectsOf(store).read(name)).toBeNull();
  await closeRepository(store);
});

test('HEAD and refs, loose and packed, and what only git knows', async () => {
  repo = tempRepo();
  const head = repo.head();
  repo.git('branch', 'side');
  const store = opened();
  const idOf = async (name: string): Promise<string | undefined> =>
    (await objectsOf(store).info(name))?.oid;
  expect(await idOf('HEAD')).toBe(head);
  expect(await idOf('refs/heads/side')).toBe(head);
  repo.git('pack-refs', '--all', '--prune');
  expect(await idOf('HEAD')).toBe(head);
  expect(await idOf('refs/heads/side')).toBe(head);
  expect(await idOf(`${head}^{tree}`)).toBe(repo.git('rev-parse', 'HEAD^{tree}'));
  expect(await idOf('refs/heads/none')).toBeUndefined();
  await closeRepository(store);
});

test('a hook’s repository is found as git finds it', async () => {
  repo = tempRepo({ files: { 'd/a.txt': 'a\n' } });
  const linked = join(repo.root, 'linked');
  repo.git('worktree', 'add', '-q', '-b', 'side', linked);
  for (const dir of [repo.dir, linked]) {
    const byGit = await openRepository(dir);
    const { worktree, gitDir, commonDir, stateDir, objectFormat } = opened(dir);
    expect({ worktree, gitDir, commonDir, stateDir, objectFormat }).toEqual({
      worktree: byGit.worktree,
      gitDir: byGit.gitDir,
      commonDir: byGit.commonDir,
      stateDir: byGit.stateDir,
      objectFormat: byGit.objectFormat,
    });
  }
});

test('what is out of the ordinary is left to git', () => {
  repo = tempRepo({ files: { 'd/a.txt': 'a\n' } });
  const plain = (env: Readonly<Record<string, string>> = {}, dir = repo.dir): Repository | null =>
    openInHook(dir, env);
  expect(plain()).not.toBeNull();
  expect(plain({}, join(repo.dir, 'd'))).toBeNull();
  expect(plain({}, repo.root)).toBeNull();
  expect(plain({ GIT_WORK_TREE: repo.dir })).toBeNull();
  expect(plain({ GIT_OBJECT_DIRECTORY: '/elsewhere' })).toBeNull();
  expect(plain({ GIT_DIR: join(repo.dir, '.git') })).not.toBeNull();
  mkdirSync(join(repo.root, 'other'));
  expect(plain({ GIT_DIR: join(repo.dir, '.git') }, join(repo.root, 'other'))).toBeNull();
});

test.each([
  '[extensions]\n\tpartialClone = origin\n',
  '[extensions] objectFormat = sha256\n',
  '[extensions]\n\tobjectFormat = "sha256"\n',
  '[extensions]\n\tobjectFormat = \\\n  sha256\n',
  '[extensions]\n\tobjectFormat = sha1\n\tobjectFormat = sha256\n',
  '[core] worktree = /elsewhere\n',
  '[core]\n\tbare = yes\n',
  '[core]\n\tbare\n',
])('a config that says another layout, or not plainly: %j', (text) => {
  repo = tempRepo();
  expect(openInHook(repo.dir, {})).not.toBeNull();
  appendFileSync(join(repo.dir, '.git/config'), text);
  expect(openInHook(repo.dir, {})).toBeNull();
});

test('a loose file with the bytes of another object, where a pack has the right ones', async () => {
  repo = tempRepo({ files: { 'a.txt': 'first\n', 'b.txt': 'other\n' } });
  const first = repo.git('rev-parse', 'HEAD:a.txt');
  const other = repo.git('rev-parse', 'HEAD:b.txt');
  const place = (name: string): string =>
    join(repo.dir, '.git/objects', name.slice(0, 2), name.slice(2));
  // Packed, and left loose as well.
  repo.git('repack', '-q', '-a');
  chmodSync(place(first), 0o644);
  copyFileSync(place(other), place(first));
  const store = opened();
  for (const read of [
    await objectsOf(store).read(first),
    await objectsOf(store).readUpTo(first, 1000),
  ])
    expect(read).toMatchObject({ oid: first, bytes: Buffer.from('first\n') });
  await closeRepository(store);
});

test('a ref of one worktree alone is asked of git', async () => {
  repo = tempRepo();
  const linked = join(repo.root, 'linked');
  repo.git('worktree', 'add', '-q', '-b', 'side', linked);
  repo.git('update-ref', 'refs/worktree/mark', 'HEAD');
  const own = repo.gitIn(linked, 'commit-tree', '-m', 'own', 'HEAD^{tree}');
  repo.gitIn(linked, 'update-ref', 'refs/worktree/mark', own);
  const store = opened(linked);
  expect((await objectsOf(store).read('refs/worktree/mark'))?.oid).toBe(own);
  await closeRepository(store);
});
