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

test.each([
  ['the usual way', {}],
  ['version 4', { 'index.version': '4' }],
  ['in two files', { 'core.splitIndex': 'true' }],
  ['as for large repositories', { 'feature.manyFiles': 'true' }],
  ['with a cache of what is untracked', { 'core.untrackedCache': 'true' }],
  ['without a checksum', { 'index.skipHash': 'true' }],
])('a place-holder of git add -N is not part of it: an index kept %s', (_way, config) => {
  for (const [key, value] of Object.entries(config)) temp.git('config', key, value);
  // Written anew, and with names that have much and nothing in common with those before them.
  const long = `d/${'long'.repeat(40)}`;
  temp.write(`${long}a.txt`, 'a\n');
  temp.write(`${long}b.txt`, 'b\n');
  temp.write('z', 'z\n');
  temp.git('add', '-A');
  temp.git('update-index', '--skip-worktree', 'b.txt');
  temp.git('status');
  temp.write('n.txt', 'n\n');
  temp.git('add', '-N', 'n.txt');
  temp.write('a.txt', 'staged\n');
  temp.git('add', 'a.txt');
  temp.git('commit', '-qm', 'x');
  expect(seenTree()).toBe(temp.git('rev-parse', 'HEAD^{tree}'));
  const committed = temp.git('ls-tree', '-r', '--name-only', 'HEAD');
  expect(committed).not.toContain('n.txt');
  expect(committed).toContain(`${long}b.txt`);
});
