import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { snapshotOf } from '../../support/hooked-repo.ts';
import { HUSKY } from '../../support/hook-tools.ts';
import { toolRepo, type ToolRepo } from '../../support/tool-repo.ts';

/* husky 9, as `npx husky` sets it up: core.hooksPath is .husky/_, the scripts are part of the repository. */

const MARKERS = '<<<<<<< HEAD\nexport const b = 1;\n=======\n>>>>>>> x\n';
let temp: ToolRepo;
const husky = (cwd = temp.dir) => temp.run(process.execPath, [HUSKY], { cwd });
const git = (...args: readonly string[]) => temp.run('git', args);

beforeEach(() => {
  temp = toolRepo();
  expect(husky().code).toBe(0);
  temp.write('.husky/pre-commit', 'echo husky before\n');
  temp.write('.husky/pre-push', 'cat >"$(git rev-parse --git-common-dir)/pushed"\n');
  temp.commit('husky');
});
afterEach(() => temp.remove());

test('both judge a commit and a push; taken out again, every byte is as before', () => {
  const [scripts, config] = [
    snapshotOf(join(temp.dir, '.husky')),
    temp.git('config', '--list', '--local'),
  ];
  expect(temp.sallyport('hook', 'install').said).toContain('.husky/pre-commit: calls it now');
  expect(temp.sallyport('hook', 'install').said).toContain('Nothing to change');
  expect(temp.git('config', 'core.hooksPath')).toBe('.husky/_');
  const status = temp.sallyport('hook', 'status');
  expect(status.said).toContain('git runs husky, and');
  expect(status.code).toBe(0);

  temp.write('b.js', MARKERS);
  temp.git('add', 'b.js');
  const refused = git('commit', '-m', 'x');
  expect(refused.code).not.toBe(0);
  expect(refused.said).toContain('husky before\n');
  expect(refused.said).toContain('left-over-markers');
  temp.write('b.js', 'export const b = 1;\n');
  temp.git('add', 'b.js');
  expect(git('commit', '-m', 'x').code).toBe(0);

  const server = join(temp.root, 'server.git');
  temp.git('init', '-q', '--bare', server);
  expect(git('push', '-q', server, 'main').code).toBe(0);
  const line = `refs/heads/main ${temp.head()} refs/heads/main ${'0'.repeat(40)}\n`;
  expect(readFileSync(join(temp.dir, '.git/pushed'), 'utf8')).toBe(line);
  temp.write('c.js', MARKERS);
  temp.git('add', 'c.js');
  expect(temp.run('git', ['commit', '-m', 'x'], { env: { HUSKY: '0' } }).code).toBe(0);
  expect(git('push', server, 'main').said).toContain('sallyport stopped the push');
  temp.git('reset', '-q', '--hard', 'HEAD~1');

  expect(temp.sallyport('hook', 'uninstall').code).toBe(0);
  expect(snapshotOf(join(temp.dir, '.husky'))).toEqual(scripts);
  expect(temp.git('config', '--list', '--local')).toBe(config);
  expect(existsSync(join(temp.dir, '.git/sallyport/hooks'))).toBe(false);
});

test('husky set up anew, as every install of packages does, changes nothing about it', () => {
  temp.sallyport('hook', 'install');
  expect(husky().code).toBe(0);
  expect(temp.sallyport('hook', 'status').code).toBe(0);
});

test('a colleague without sallyport is not in the way', () => {
  temp.sallyport('hook', 'install');
  temp.commit('the lines');
  const colleague = join(temp.root, 'colleague');
  temp.git('clone', '-q', temp.dir, colleague);
  husky(colleague);
  temp.gitIn(colleague, 'config', 'user.name', 'Else');
  temp.gitIn(colleague, 'config', 'user.email', 'else@example.com');
  const end = temp.run('git', ['commit', '--allow-empty', '-m', 'x'], { cwd: colleague });
  expect([end.code, end.said.includes('husky before')]).toEqual([0, true]);
});

test('a linked worktree has hooks once husky was set up there, and status says so', () => {
  temp.sallyport('hook', 'install');
  temp.commit('the lines');
  const linked = join(temp.root, 'linked');
  temp.git('worktree', 'add', '-q', '-b', 'side', linked);
  const before = temp.sallyport('hook', 'status');
  expect(before.code).toBe(2);
  expect(before.said).toContain('husky has no hook here');
  expect(before.said).toContain('run husky in this worktree');
  expect(husky(linked).code).toBe(0);
  expect(temp.sallyport('hook', 'status').code).toBe(0);
  const commit = temp.run('git', ['commit', '--allow-empty', '-m', 'x'], { cwd: linked });
  expect(commit.code).toBe(0);
});

test('the guard is asked where husky has no script for it', () => {
  temp.write('sallyport.config.json', '{"guard":"enforce"}');
  temp.commit('guard');
  temp.sallyport('hook', 'install');
  expect(temp.sallyport('hook', 'status').said).toMatch(/ok +reference-transaction +git runs it/);
  const refused = git('commit', '--no-verify', '--allow-empty', '-m', 'x');
  expect(refused.said).toContain('main is guarded here');
  expect(husky().code).toBe(0);
  expect(git('commit', '--no-verify', '--allow-empty', '-m', 'x').code).toBe(128);
  expect(git('commit', '--allow-empty', '-m', 'x').code).toBe(0);
});

test('an older husky: the scripts lie where git looks, with a head of their own', () => {
  const old = toolRepo();
  try {
    old.write('.husky/_/husky.sh', '#!/usr/bin/env sh\nif [ "$HUSKY" = "0" ]; then exit 0; fi\n');
    const head = '#!/usr/bin/env sh\n. "$(dirname -- "$0")/_/husky.sh"\n\n';
    old.write('.husky/pre-commit', `${head}echo husky before\n`, 0o755);
    old.git('config', 'core.hooksPath', '.husky');
    old.commit('husky');
    const before = snapshotOf(join(old.dir, '.husky'));
    old.sallyport('hook', 'install');
    expect(old.sallyport('hook', 'status').code).toBe(0);
    old.write('b.js', MARKERS);
    old.git('add', 'b.js');
    const refused = old.run('git', ['commit', '-m', 'x']);
    expect([refused.code, refused.said.includes('husky before')]).toEqual([1, true]);
    expect(refused.said).toContain('left-over-markers');
    old.sallyport('hook', 'uninstall');
    expect(snapshotOf(join(old.dir, '.husky'))).toEqual(before);
  } finally {
    old.remove();
  }
});
