import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

/* The hook prints the tree that it sees; the commit that follows must have that very tree. */

const SCRIPT = join(import.meta.dirname, '../../support/print-staged-tree.ts');
let temp: TempRepo;
beforeEach(() => {
  temp = tempRepo({ files: { 'a.txt': 'a\n', 'b.txt': 'b\n', 'd/c.txt': 'c\n' } });
  const seen = join(temp.root, 'seen');
  temp.write(
    '.git/hooks/pre-commit',
    `#!/bin/sh\nexec "${process.execPath}" "${SCRIPT}" >"${seen}"\n`,
    0o755,
  );
});
afterEach(() => temp.remove());

/** As the hook named it and as it wrote it, which must be one. */
function seenTree(): string {
  const [named, written] = readFileSync(join(temp.root, 'seen'), 'utf8').trim().split('\n');
  expect(written).toBe(named);
  return named ?? '';
}

test.each([
  ['commit', ['-m', 'x']],
  ['commit -a', ['-am', 'x']],
  ['commit of one path while others are staged', ['-m', 'x', '--', 'b.txt']],
])('%s', (_name, args) => {
  temp.write('a.txt', 'staged\n');
  temp.git('add', 'a.txt');
  temp.write('a.txt', 'unstaged\n');
  temp.write('b.txt', 'dirty\n');
  temp.write('n/new.txt', 'n\n');
  temp.git('add', 'n');
  temp.git('commit', '-q', ...args);
  expect(seenTree()).toBe(temp.git('rev-parse', 'HEAD^{tree}'));
});

test('in a linked worktree, with a place-holder and a deletion', () => {
  const linked = join(temp.root, 'linked');
  temp.git('worktree', 'add', '-q', '-b', 'side', linked);
  rmSync(join(linked, 'd/c.txt'));
  temp.gitIn(linked, 'add', '-A');
  temp.gitIn(linked, 'commit', '-qm', 'x');
  expect(seenTree()).toBe(temp.git('rev-parse', 'side^{tree}'));
});

test('a place-holder of git add -N is not part of it', () => {
  temp.write('n.txt', 'n\n');
  temp.git('add', '-N', 'n.txt');
  temp.write('a.txt', 'staged\n');
  temp.git('add', 'a.txt');
  temp.git('commit', '-qm', 'x');
  expect(seenTree()).toBe(temp.git('rev-parse', 'HEAD^{tree}'));
  expect(temp.git('ls-tree', '-r', '--name-only', 'HEAD')).not.toContain('n.txt');
});
