import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { headCommit } from '../../../src/git/head-commit.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

let temp: TempRepo;
beforeEach(() => {
  temp = tempRepo({ files: { 'a.txt': 'a\n' } });
});
afterEach(() => temp.remove());

const commonDir = (): string => join(temp.dir, '.git');
const head = (gitDir = commonDir()): string | null =>
  headCommit({ gitDir, commonDir: commonDir() });

test.each<readonly [name: string, arrange: () => void]>([
  ['a branch', () => undefined],
  ['a branch in a folder', () => temp.git('checkout', '-q', '-b', 'a/b/c')],
  ['a packed branch', () => temp.git('pack-refs', '--all')],
  [
    'a packed branch among others whose names contain its name',
    () => {
      for (const name of ['main2', 'a/main', 'x-main']) {
        temp.commit(name);
        temp.git('branch', name);
      }
      temp.commit('last');
      temp.git('tag', '-a', '-m', 'a tag', 'main');
      temp.git('pack-refs', '--all');
    },
  ],
  [
    'a branch that moved on since it was packed',
    () => {
      temp.git('pack-refs', '--all');
      temp.commit('more');
    },
  ],
  ['a detached HEAD', () => temp.git('checkout', '-q', '--detach')],
])('%s', (_, arrange) => {
  arrange();
  expect(head()).toBe(temp.head());
});

test('a linked worktree has a HEAD of its own', () => {
  temp.git('worktree', 'add', '-q', '-b', 'other', join(temp.root, 'other'));
  temp.commit('more');
  const gitDir = join(commonDir(), 'worktrees', 'other');
  expect(head(gitDir)).toBe(temp.git('rev-parse', 'other'));
  expect(head(gitDir)).not.toBe(head());
});

test.each<readonly [name: string, arrange: () => void]>([
  ['an unborn branch', () => temp.git('checkout', '-q', '--orphan', 'new')],
  [
    'a branch that stands for another',
    () => {
      temp.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
      writeFileSync(join(commonDir(), 'HEAD'), 'ref: refs/heads/alias\n');
    },
  ],
  [
    'a ref outside of the branches',
    () => writeFileSync(join(commonDir(), 'HEAD'), 'ref: refs/tags/v1\n'),
  ],
  [
    'a name that leads elsewhere',
    () => writeFileSync(join(commonDir(), 'HEAD'), 'ref: refs/heads/../../x\n'),
  ],
  ['no HEAD', () => rmSync(join(commonDir(), 'HEAD'))],
  [
    'a HEAD that is a link',
    () => {
      rmSync(join(commonDir(), 'HEAD'));
      symlinkSync('refs/heads/main', join(commonDir(), 'HEAD'));
    },
  ],
])('%s is left to git', (_, arrange) => {
  writeFileSync(join(commonDir(), 'x'), `${temp.head()}\n`);
  temp.git('tag', 'v1');
  arrange();
  expect(head()).toBeNull();
});
