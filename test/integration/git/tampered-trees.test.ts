import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import { KeptTrees } from '../../../src/git/kept-trees.ts';
import { closeRepository, openRepository, type Repository } from '../../../src/git/repository.ts';
import { restoreScratch } from '../../../src/git/restore-scratch.ts';
import { scratchChanges } from '../../../src/git/scratch-changes.ts';
import { createScratch, removeScratch, type ScratchWorktree } from '../../../src/git/worktrees.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function scratchOf(
  temp: TempRepo,
): Promise<{ readonly repo: Repository; readonly scratch: ScratchWorktree }> {
  const repo = await openRepository(temp.dir);
  const scratch = await createScratch(repo, { name: 'gate', commit: asOid(temp.head()) });
  closers.push(
    () => closeRepository(repo),
    () => removeScratch(repo, scratch),
  );
  return { repo, scratch };
}

/** To git each of these is the same file: its conversions lead to the same blob. */
const DISGUISES: readonly (readonly [
  string,
  {
    readonly files: Readonly<Record<string, string>>;
    readonly config?: Readonly<Record<string, string>>;
    readonly disguise: (root: string) => void;
    readonly alsoChanged?: readonly string[];
  },
])[] = [
  [
    'line ends, by attributes of the commit',
    {
      files: { '.gitattributes': '* text=auto\n', 'd/a.sh': 'one\ntwo\n' },
      disguise: (root) => writeFileSync(join(root, 'd/a.sh'), 'one\r\ntwo\r\n'),
    },
  ],
  [
    'line ends, by attributes left beside the file',
    {
      files: { 'd/a.sh': 'one\ntwo\n' },
      disguise: (root) => {
        writeFileSync(join(root, 'd/.gitattributes'), '*.sh text\n');
        writeFileSync(join(root, 'd/a.sh'), 'one\r\ntwo\r\n');
      },
    },
  ],
  [
    'line ends, by attributes of the commit that were changed',
    {
      files: { '.gitattributes': '*.png -text\n', 'd/a.sh': 'one\ntwo\n' },
      disguise: (root) => {
        writeFileSync(join(root, '.gitattributes'), '*.sh text\n');
        writeFileSync(join(root, 'd/a.sh'), 'one\r\ntwo\r\n');
      },
      alsoChanged: ['.gitattributes'],
    },
  ],
  [
    'line ends, by the config',
    {
      files: { 'd/a.sh': 'one\ntwo\n' },
      config: { 'core.autocrlf': 'input' },
      disguise: (root) => writeFileSync(join(root, 'd/a.sh'), 'one\r\ntwo\r\n'),
    },
  ],
  [
    'line ends that a checkout would give',
    {
      files: { '.gitattributes': '*.sh text eol=crlf\n', 'd/a.sh': 'one\ntwo\n' },
      disguise: (root) => writeFileSync(join(root, 'd/a.sh'), 'one\ntwo\n'),
    },
  ],
  [
    'the text of an identifier',
    {
      files: { '.gitattributes': '*.sh ident\n', 'd/a.sh': 'echo "$Id$"\n' },
      disguise: (root) => {
        const file = join(root, 'd/a.sh');
        const text = readFileSync(file, 'utf8');
        writeFileSync(file, text.replace(/\$Id: [0-9a-f]{40} \$/, `$Id: ${'e'.repeat(40)} $`));
        expect(readFileSync(file, 'utf8')).not.toBe(text);
      },
    },
  ],
  [
    'a filter that loses what it is given',
    {
      files: { '.gitattributes': '*.sh filter=rot\n', 'd/a.sh': 'one\n' },
      config: { 'filter.rot.smudge': 'tr a-z b-za', 'filter.rot.clean': 'echo one' },
      disguise: (root) => writeFileSync(join(root, 'd/a.sh'), 'one\n'),
    },
  ],
];

describe('a tracked file that is the same to git alone', () => {
  test.each(DISGUISES)('%s', async (_, { files, config = {}, disguise, alsoChanged = [] }) => {
    using temp = tempRepo({ files, config });
    const { repo, scratch } = await scratchOf(temp);
    const file = join(scratch.path, 'd/a.sh');
    const before = readFileSync(file);
    expect(await scratchChanges(repo, scratch)).toEqual([]);
    disguise(scratch.path);
    expect(await scratchChanges(repo, scratch)).toEqual([...alsoChanged, 'd/a.sh']);
    expect(await restoreScratch(repo, scratch)).toEqual([...alsoChanged, 'd/a.sh']);
    expect(readFileSync(file)).toEqual(before);
  });

  test.each(DISGUISES)('%s: no tree for others', async (_, { files, config = {}, disguise }) => {
    using temp = tempRepo({ files, config });
    const repo = await openRepository(temp.dir);
    const trees = new KeptTrees(repo);
    closers.push(
      () => closeRepository(repo),
      () => trees.end(),
    );
    const commit = asOid(temp.head());
    const one = await trees.open(commit);
    const before = readFileSync(join(one.path, 'd/a.sh'));
    disguise(one.path);
    await trees.close(one);
    const two = await trees.open(commit);
    expect(readFileSync(join(two.path, 'd/a.sh'))).toEqual(before);
    expect(existsSync(join(two.path, 'd/.gitattributes'))).toBe(false);
    await trees.close(two);
  });
});

/** Waits for the beginning of a second, so that all that follows bears the same one. */
async function nextSecond(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1_005 - (Date.now() % 1_000)));
}

describe('times that were put back', () => {
  const old = new Date('2001-01-01T00:00:00Z');

  test.each([
    ['long past', old],
    ['before the epoch', new Date('1950-01-01T00:00:00Z')],
    ['to come', new Date('2100-01-01T00:00:00Z')],
  ])('%s, in the second of a look that found the same bytes', async (_, time) => {
    using temp = tempRepo({ files: { 'a.txt': 'aaaa\n' } });
    const { repo, scratch } = await scratchOf(temp);
    const file = join(scratch.path, 'a.txt');
    await nextSecond();
    const write = (content: string): void => {
      writeFileSync(file, content);
      utimesSync(file, time, time);
    };
    write('aaaa\n');
    expect(await scratchChanges(repo, scratch)).toEqual([]);
    write('bbbb\n');
    expect(await scratchChanges(repo, scratch)).toEqual(['a.txt']);
    expect(await restoreScratch(repo, scratch)).toEqual(['a.txt']);
    expect(readFileSync(file, 'utf8')).toBe('aaaa\n');
  });

  test('to those of the checkout, at once', async () => {
    using temp = tempRepo({ files: { 'a.txt': 'aaaa\n' } });
    await nextSecond();
    const { repo, scratch } = await scratchOf(temp);
    const file = join(scratch.path, 'a.txt');
    const { atime, mtime } = lstatSync(file);
    writeFileSync(file, 'bbbb\n');
    utimesSync(file, atime, mtime);
    expect(await restoreScratch(repo, scratch)).toEqual(['a.txt']);
    expect(readFileSync(file, 'utf8')).toBe('aaaa\n');
  });
});

describe('something else in the place of a tracked file', () => {
  const DEEDS: readonly (readonly [string, (root: string, temp: TempRepo) => void])[] = [
    [
      'a pipe',
      (root) => {
        unlinkSync(join(root, 'd/a.txt'));
        execFileSync('mkfifo', [join(root, 'd/a.txt')]);
      },
    ],
    [
      'a folder with a repository',
      (root) => {
        unlinkSync(join(root, 'd/a.txt'));
        mkdirSync(join(root, 'd/a.txt/.git'), { recursive: true });
      },
    ],
    ['a file of a terabyte', (root) => truncateSync(join(root, 'd/a.txt'), 2 ** 40)],
    [
      'a link to a device',
      (root) => {
        unlinkSync(join(root, 'd/a.txt'));
        symlinkSync('/dev/zero', join(root, 'd/a.txt'));
      },
    ],
    [
      'a folder that is a link to the checkout',
      (root, temp) => {
        rmSync(join(root, 'd'), { recursive: true });
        symlinkSync(join(temp.dir, 'd'), join(root, 'd'));
      },
    ],
    [
      'a folder that is a link to its like, with the files in it',
      (root) => {
        renameSync(join(root, 'd'), join(root, 'e'));
        symlinkSync('e', join(root, 'd'));
      },
    ],
    [
      'a pipe in the place of its folder',
      (root) => {
        rmSync(join(root, 'd'), { recursive: true });
        execFileSync('mkfifo', [join(root, 'd')]);
      },
    ],
  ];

  test.skipIf(process.platform === 'win32').each(DEEDS)('%s', async (_, deed) => {
    using temp = tempRepo({ files: { 'd/a.txt': 'aaaa\n' } });
    const { repo, scratch } = await scratchOf(temp);
    deed(scratch.path, temp);
    expect(await restoreScratch(repo, scratch)).toEqual(['d/a.txt']);
    expect(lstatSync(join(scratch.path, 'd')).isDirectory()).toBe(true);
    expect(lstatSync(join(scratch.path, 'd/a.txt')).isFile()).toBe(true);
    expect(readFileSync(join(scratch.path, 'd/a.txt'), 'utf8')).toBe('aaaa\n');
    expect(await scratchChanges(repo, scratch)).toEqual([]);
    expect(temp.git('status', '--porcelain')).toBe('');
    expect(readFileSync(join(temp.dir, 'd/a.txt'), 'utf8')).toBe('aaaa\n');
  });
});

/** A default access control list (acl(5)) as the kernel takes it: nothing for the owner of what is made, or for anyone. */
const NOTHING_FOR_ANYONE = '0200000001000000ffffffff04000000ffffffff20000000ffffffff';

const setsLists =
  spawnSync('python3', ['-c', 'import os; os.setxattr']).status === 0 &&
  process.platform === 'linux';

test.skipIf(!setsLists)(
  'a list that takes permissions from whatever is made in a folder',
  async () => {
    using temp = tempRepo({ files: { 'd/a.txt': 'a\n', 'd/e/b.txt': 'b\n' } });
    const commit = asOid(temp.head());
    temp.commit('next', { 'd/e/c.txt': 'c\n' });
    const repo = await openRepository(temp.dir);
    const trees = new KeptTrees(repo);
    closers.push(
      () => closeRepository(repo),
      () => trees.end(),
    );
    const one = await trees.open(commit);
    const list = `bytes.fromhex('${NOTHING_FOR_ANYONE}')`;
    const script = `import os, sys; os.setxattr(sys.argv[1], 'system.posix_acl_default', ${list})`;
    execFileSync('python3', ['-c', script, join(one.path, 'd/e')]);
    await trees.close(one);
    const two = await trees.open(asOid(temp.head()));
    const modes = ['d/e/b.txt', 'd/e/c.txt'].map((path) => lstatSync(join(two.path, path)).mode);
    expect(modes[1]).toBe(modes[0]);
    await trees.close(two);
  },
);
