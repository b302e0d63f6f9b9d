import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { array, assert, asyncProperty, constantFrom, record } from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { asOid, type Oid } from '../../../src/core/model/ids.ts';
import { KeptTrees } from '../../../src/git/kept-trees.ts';
import { closeRepository, openRepository, type Repository } from '../../../src/git/repository.ts';
import { scratchChanges } from '../../../src/git/scratch-changes.ts';
import { createScratch, type ScratchWorktree } from '../../../src/git/worktrees.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function kept(
  temp: TempRepo,
  idleMs?: number,
): Promise<{ readonly repo: Repository; readonly trees: KeptTrees }> {
  const repo = await openRepository(temp.dir);
  const trees = new KeptTrees(repo, idleMs);
  closers.push(
    () => closeRepository(repo),
    () => trees.end(),
  );
  return { repo, trees };
}

/** Everything below a folder but its `.git`: kind, permissions, and what it holds. */
function picture(root: string, below = ''): readonly string[] {
  return readdirSync(join(root, below), { withFileTypes: true })
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(below, entry.name);
      if (path === '.git') return [];
      const { mode } = lstatSync(join(root, path));
      const head = `${path} ${mode.toString(8)}`;
      if (entry.isDirectory()) return [head, ...picture(root, path)];
      if (entry.isSymbolicLink()) return [`${head} -> ${readlinkSync(join(root, path))}`];
      return [`${head} ${readFileSync(join(root, path), 'base64')}`];
    });
}

/** That a tree is just what a checkout of its commit is, to git and to the eye. */
async function expectPristine(temp: TempRepo, repo: Repository, scratch: ScratchWorktree) {
  expect(temp.gitIn(scratch.path, 'rev-parse', 'HEAD')).toBe(scratch.commit);
  expect(temp.gitIn(scratch.path, 'status', '--porcelain', '--ignored')).toBe('');
  expect(temp.gitIn(scratch.path, 'ls-files', '--stage')).toBe(
    temp.git('ls-tree', '-r', scratch.commit).replaceAll(/^(\d+) \w+ (\w+)\t/gm, '$1 $2 0\t'),
  );
  expect(await scratchChanges(repo, scratch)).toEqual([]);
  const fresh = await createScratch(repo, { name: 'fresh', commit: scratch.commit });
  expect(picture(scratch.path)).toEqual(picture(fresh.path));
}

const headOf = (temp: TempRepo): Oid => asOid(temp.head());

describe('a tree that is given back', () => {
  test('is the next one, made of the next commit by what differs', async () => {
    using temp = tempRepo({ files: { 'a.txt': 'a\n', 'd/e/b.txt': 'b\n', 'd/c.txt': 'c\n' } });
    const first = headOf(temp);
    symlinkSync('a.txt', join(temp.dir, 'link'));
    temp.write('run.sh', '#!/bin/sh\n');
    chmodSync(join(temp.dir, 'run.sh'), 0o755);
    rmSync(join(temp.dir, 'd/e'), { recursive: true });
    temp.write('d/e', 'a file where a folder was\n');
    temp.write('new/deep/f.txt', 'f\n');
    temp.write('a.txt', 'A\n');
    temp.git('add', '-A');
    temp.git('commit', '-qm', 'much');
    const second = headOf(temp);
    const { repo, trees } = await kept(temp);
    const one = await trees.open(first);
    await trees.close(one);
    const two = await trees.open(second);
    expect([two.path, two.commit]).toEqual([one.path, second]);
    await expectPristine(temp, repo, two);
    await trees.close(two);
    const three = await trees.open(first);
    expect(three.path).toBe(one.path);
    await expectPristine(temp, repo, three);
    await trees.close(three);
    await trees.end();
    expect(existsSync(one.path)).toBe(false);
    expect(temp.git('worktree', 'list').split('\n')).toHaveLength(2);
  });

  test('is another one for whoever asks while it is in use', async () => {
    using temp = tempRepo({ files: { 'a.txt': 'a\n' } });
    const { trees } = await kept(temp);
    const commit = headOf(temp);
    const open = () => trees.open(commit);
    const all = await Promise.all([open(), open(), open()]);
    expect(new Set(all.map(({ path }) => path)).size).toBe(3);
    await Promise.all(all.map((each) => trees.close(each)));
    const again = await Promise.all([open(), open(), open()]);
    expect(new Set(again.map(({ path }) => path))).toEqual(new Set(all.map(({ path }) => path)));
    for (const each of again) await trees.close(each);
  });

  test('goes where it was doubted, and where the trees have ended', async () => {
    using temp = tempRepo({ files: { 'a.txt': 'a\n' } });
    const { trees } = await kept(temp);
    const commit = headOf(temp);
    const one = await trees.open(commit);
    trees.doubt(one);
    await trees.close(one);
    expect(existsSync(one.path)).toBe(false);
    const two = await trees.open(commit);
    expect(two.path).not.toBe(one.path);
    await trees.end();
    await trees.close(two);
    expect(existsSync(two.path)).toBe(false);
    expect(temp.git('worktree', 'list').split('\n')).toHaveLength(1);
  });

  test('goes with the next one where it could not be removed', async () => {
    using temp = tempRepo({ files: { 'a.txt': 'a\n' } });
    const { trees } = await kept(temp);
    const open = () => trees.open(headOf(temp));
    const [one, two] = [await open(), await open()];
    for (const each of [one, two]) trees.doubt(each);
    const trash = join(one.path, '../.trash');
    rmSync(trash, { recursive: true });
    writeFileSync(trash, 'in the way');
    await trees.close(one);
    expect(existsSync(one.path)).toBe(true);
    unlinkSync(trash);
    await trees.close(two);
    expect([existsSync(one.path), existsSync(two.path)]).toEqual([false, false]);
  });

  test('goes when nobody has asked for one for a while', async () => {
    using temp = tempRepo({ files: { 'a.txt': 'a\n' } });
    const { trees } = await kept(temp, 50);
    const one = await trees.open(headOf(temp));
    await trees.close(one);
    while (temp.git('worktree', 'list').includes('kept')) await pause(20);
    expect(existsSync(one.path)).toBe(false);
  });
});

/** What something that ran in a tree may have left there; `isMended`: the tree can be used again. */
const DEEDS: readonly (readonly [string, boolean, (root: string, temp: TempRepo) => void])[] = [
  [
    'new files, also ignored ones',
    true,
    (root) => {
      writeFileSync(join(root, 'stray.txt'), 's');
      mkdirSync(join(root, 'd/build/deep'), { recursive: true });
      writeFileSync(join(root, 'd/build/deep/out.ignored'), 'o');
    },
  ],
  ['an empty folder', true, (root) => mkdirSync(join(root, 'd/empty/er'), { recursive: true })],
  ['a link to a folder outside', true, (root, temp) => symlinkSync(temp.dir, join(root, 'out'))],
  [
    'a repository of its own, also in a folder of the commit',
    true,
    (root) => {
      mkdirSync(join(root, 'd/.git'));
      writeFileSync(join(root, 'd/.git/config'), '[core]\n\tfsmonitor = touch /tmp/never\n');
      mkdirSync(join(root, 'nested/.git'), { recursive: true });
    },
  ],
  [
    'a folder that may not be written to',
    true,
    (root) => {
      mkdirSync(join(root, 'shut'));
      writeFileSync(join(root, 'shut/f'), 'f');
      chmodSync(join(root, 'shut'), 0o500);
    },
  ],
  [
    'a name that is no text',
    true,
    (root) => {
      writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.of(0xff, 0xfe)]), 'x');
    },
  ],
  ['the same bytes written again', false, (root) => writeFileSync(join(root, 'a.txt'), 'aaaa\n')],
  [
    'a changed file of the same size',
    false,
    (root) => writeFileSync(join(root, 'a.txt'), 'bbbb\n'),
  ],
  ['a removed file', false, (root) => unlinkSync(join(root, 'd/b.txt'))],
  ['a removed folder', false, (root) => rmSync(join(root, 'd'), { recursive: true })],
  [
    'a file where a folder was',
    false,
    (root) => {
      rmSync(join(root, 'd'), { recursive: true });
      writeFileSync(join(root, 'd'), 'no folder');
    },
  ],
  [
    'a folder replaced by a link to its like',
    false,
    (root) => {
      renameSync(join(root, 'd'), join(root, 'moved'));
      symlinkSync('moved', join(root, 'd'));
    },
  ],
  [
    'a file replaced by a link to its like',
    false,
    (root) => {
      renameSync(join(root, 'a.txt'), join(root, 'moved.txt'));
      symlinkSync('moved.txt', join(root, 'a.txt'));
    },
  ],
  ['an executable bit', false, (root) => chmodSync(join(root, 'a.txt'), 0o755)],
  ['a file that may not be written to', false, (root) => chmodSync(join(root, 'a.txt'), 0o444)],
  ['a folder with other permissions', false, (root) => chmodSync(join(root, 'd'), 0o777)],
  ['the tree itself with others', false, (root) => chmodSync(root, 0o777)],
  [
    'two files that are one',
    false,
    (root) => {
      unlinkSync(join(root, 'twin.txt'));
      linkSync(join(root, 'a.txt'), join(root, 'twin.txt'));
    },
  ],
  [
    'another .git',
    false,
    (root, temp) => {
      writeFileSync(join(root, '.git'), `gitdir: ${temp.dir}/.git\n`);
    },
  ],
  [
    'a folder as .git',
    false,
    (root) => {
      unlinkSync(join(root, '.git'));
      mkdirSync(join(root, '.git'));
    },
  ],
  [
    'folders in folders, deeper than any path may be long',
    true,
    (root) => {
      const name = 'd'.repeat(200);
      // Built from below: each new folder takes the one before into itself.
      for (let depth = 0; depth < 60; depth += 1) {
        mkdirSync(join(root, 'new'));
        if (depth > 0) renameSync(join(root, name), join(root, 'new', name));
        renameSync(join(root, 'new'), join(root, name));
      }
    },
  ],
  [
    'pipes and odd names beside what is tracked',
    true,
    (root) => {
      execFileSync('mkfifo', [join(root, 'd/pipe'), join(root, 'A.TXT')]);
      for (const name of ['x'.repeat(255), 'new\nline', 'dots...', '.GIT', '.gitmodules']) {
        writeFileSync(join(root, 'd', name), 'x');
      }
    },
  ],
  ['no .git', false, (root) => unlinkSync(join(root, '.git'))],
];

describe('what was left in a tree', () => {
  test.each(DEEDS)('%s', async (_, isMended, deed) => {
    using temp = tempRepo({
      files: {
        'a.txt': 'aaaa\n',
        'twin.txt': 'aaaa\n',
        'd/b.txt': 'b\n',
        '.gitignore': '*.ignored\nout\n',
      },
    });
    const { repo, trees } = await kept(temp);
    const first = headOf(temp);
    temp.commit('next', { 'a.txt': 'next\n' });
    const one = await trees.open(first);
    deed(one.path, temp);
    await trees.close(one);
    const two = await trees.open(headOf(temp));
    expect(two.path === one.path).toBe(isMended);
    await expectPristine(temp, repo, two);
    await trees.close(two);
    expect(existsSync(temp.dir)).toBe(true);
  });
});

describe('bytes that git converts', () => {
  test.each([
    ['by attributes', { '.gitattributes': '*.txt text eol=crlf\n' }, {}],
    ['by attributes that come and go', {}, {}],
    ['by the config', {}, { 'core.autocrlf': 'true' }],
  ])('%s', async (_, files, config) => {
    using temp = tempRepo({ files: { ...files, 'a.txt': 'a\n', 'b.txt': 'b\n' }, config });
    const commits = [headOf(temp)];
    temp.commit('two', { 'a.txt': 'a\na\n' });
    commits.push(headOf(temp));
    temp.commit('three', { '.gitattributes': '*.txt text eol=lf\n' });
    commits.push(headOf(temp));
    temp.git('rm', '-q', '.gitattributes');
    temp.git('commit', '-qm', 'four');
    commits.push(headOf(temp), ...commits);
    const { repo, trees } = await kept(temp);
    for (const commit of commits) {
      const scratch = await trees.open(commit);
      const fresh = await createScratch(repo, { name: 'fresh', commit });
      expect(picture(scratch.path)).toEqual(picture(fresh.path));
      expect(await scratchChanges(repo, scratch)).toEqual([]);
      await trees.close(scratch);
    }
  });
});

test('attributes that stay are git’s to know, in one tree', async () => {
  using temp = tempRepo({
    files: { '.gitattributes': '*.txt text eol=crlf\n*.txt ident\n', 'a.txt': 'a\n' },
  });
  const first = headOf(temp);
  temp.commit('two', { 'a.txt': 'a $Id$\n', 'd/b.txt': 'b\n' });
  const { repo, trees } = await kept(temp);
  for (const commit of [first, headOf(temp), first]) {
    const scratch = await trees.open(commit);
    expect(scratch.path).toMatch(/kept-1$/);
    await expectPristine(temp, repo, scratch);
    await trees.close(scratch);
  }
});

test('another config, or attributes from elsewhere, make another tree', async () => {
  using temp = tempRepo({ files: { 'a.txt': 'a\n' } });
  const { trees } = await kept(temp);
  const commit = headOf(temp);
  const one = await trees.open(commit);
  await trees.close(one);
  temp.git('config', 'core.eol', 'crlf');
  const two = await trees.open(commit);
  expect([two.path === one.path, existsSync(one.path)]).toEqual([false, false]);
  await trees.close(two);
  mkdirSync(join(temp.dir, '.git/info'), { recursive: true });
  writeFileSync(join(temp.dir, '.git/info/attributes'), '*.txt text eol=crlf\n');
  const three = await trees.open(commit);
  expect(readFileSync(join(three.path, 'a.txt'), 'utf8')).toBe('a\r\n');
  await trees.close(three);
  expect(existsSync(three.path)).toBe(false);
});

test('submodules are empty folders, as in a checkout', async () => {
  using temp = tempRepo({ files: { 'a.txt': 'a\n' } });
  const first = headOf(temp);
  temp.git('update-index', '--add', '--cacheinfo', `160000,${first},sub/module`);
  temp.git('commit', '-qm', 'a submodule');
  const second = headOf(temp);
  const { repo, trees } = await kept(temp);
  for (const commit of [first, second, first, second]) {
    const scratch = await trees.open(commit);
    expect(scratch.path).toMatch(/kept-1$/);
    const fresh = await createScratch(repo, { name: 'fresh', commit });
    expect(picture(scratch.path)).toEqual(picture(fresh.path));
    await trees.close(scratch);
  }
});

test('an index of another version is left to git', async () => {
  using temp = tempRepo({
    files: { 'a.txt': 'a\n', 'b.txt': 'b\n' },
    config: { 'index.version': '4' },
  });
  const first = headOf(temp);
  temp.commit('two', { 'a.txt': 'a\na\n', 'c/d.txt': 'd\n' });
  const { repo, trees } = await kept(temp);
  for (const commit of [first, headOf(temp)]) {
    const scratch = await trees.open(commit);
    await expectPristine(temp, repo, scratch);
    await trees.close(scratch);
  }
});

test('any two trees lead to one another', async () => {
  const path = constantFrom(
    'a',
    'b',
    'a/b',
    'a/c',
    'a/b/c',
    'b/a',
    'd/e/f/g',
    'ä b',
    'x'.repeat(60),
  );
  const item = record({
    path,
    text: constantFrom('', 'x\n', 'y\n', 'no feed'),
    mode: constantFrom('100644', '100755', '120000'),
  });
  const tree = array(item, { minLength: 1, maxLength: 6 });
  using temp = tempRepo({ files: { seed: 's\n' } });
  const { repo, trees } = await kept(temp);
  const commitOf = (items: readonly { path: string; text: string; mode: string }[]): Oid => {
    temp.git('read-tree', '--empty');
    for (const { path: at, text, mode } of items) {
      temp.write('content', mode === '120000' ? 'target' : text);
      const oid = temp.git('hash-object', '-w', 'content');
      // A file where a folder is, or the other way round, takes its place.
      temp.git('update-index', '--add', '--replace', '--cacheinfo', `${mode},${oid},${at}`);
    }
    return asOid(temp.git('commit-tree', '-m', 'x', temp.git('write-tree')));
  };
  await assert(
    asyncProperty(tree, tree, async (left, right) => {
      for (const commit of [commitOf(left), commitOf(right)]) {
        const scratch = await trees.open(commit);
        expect(scratch.path).toMatch(/kept-1$/);
        await expectPristine(temp, repo, scratch);
        await trees.close(scratch);
      }
    }),
    { numRuns: 25 },
  );
});
