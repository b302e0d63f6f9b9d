import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  awaitReceipt,
  drop,
  replaceBlock,
  startDaemon,
  type RunningDaemon,
} from '../support/sallyport-command.ts';
import { toolRepo, type ToolRepo } from '../support/tool-repo.ts';

const MARKERS = '<<<<<<< HEAD\nexport const b = 1;\n=======\n>>>>>>> x\n';
let temp: ToolRepo;
let daemon: RunningDaemon | null = null;
afterEach(async () => {
  await daemon?.stop();
  daemon = null;
  temp.remove();
});

test('init --hooks installs them, and doctor sees them', () => {
  temp = toolRepo();
  expect(temp.sallyport('doctor').said).toMatch(/ok +hooks +not installed/);
  const done = temp.sallyport('init', '--hooks', '--yes');
  expect(done.code).toBe(0);
  expect(done.said).toMatch(/pre-commit +installed/);
  expect(temp.sallyport('doctor').said).toMatch(/ok +hooks +git runs them/);
  temp.git('config', 'core.hooksPath', '/nowhere');
  expect(temp.sallyport('doctor').said).toMatch(
    /note +hooks +pre-commit in .*: git has no such hook here/,
  );
});

test('a commit is judged by the very tree that it makes, whatever is staged how', () => {
  temp = toolRepo();
  temp.sallyport('hook', 'install');
  const commit = (...args: readonly string[]) => temp.run('git', ['commit', '-m', 'x', ...args]);
  temp.write('a.js', MARKERS);
  temp.write('b.js', 'export const b = 2;\n');
  temp.git('add', 'b.js');
  const index = temp.git('ls-files', '--stage');
  expect(commit('-a').code).toBe(1);
  expect(commit('--', 'a.js').code).toBe(1);
  expect(temp.git('ls-files', '--stage')).toBe(index);
  expect(commit().code).toBe(0);
  expect(temp.status()).toEqual([' M a.js']);
  expect(
    temp.run('git', ['commit', '-am', 'x'], {
      env: { SALLYPORT_ALLOW: 'left-over-markers,ast-broken' },
    }).code,
  ).toBe(0);
});

test('json documents say what was done and how it stands', () => {
  temp = toolRepo();
  const json = (...args: readonly string[]): unknown =>
    JSON.parse(temp.run('sh', ['-c', 'sallyport "$@" 2>/dev/null', 'sh', ...args, '--json']).said);
  expect(json('hook', 'install')).toMatchObject({
    folder: join(temp.dir, '.git/hooks'),
    kind: 'own',
    changed: true,
    hooks: [{ name: 'pre-commit', does: 'install', kept: null }, {}, {}, {}],
    guard: { level: 'off', branches: [] },
  });
  expect(json('hook', 'install')).toMatchObject({ changed: false });
  expect(json('hook', 'status')).toMatchObject({
    isInstalled: true,
    hooks: [{ name: 'pre-commit', verdict: 'fires', advice: null }, {}, {}, {}],
  });
  expect(json('hook', 'uninstall')).toMatchObject({ left: [], scripts: [] });
  expect(json('hook', 'status')).toMatchObject({ isInstalled: false, hooks: [] });
});

test.each([
  [['hook', 'nope'], 2, 'hook takes install, uninstall, status, run, not "nope"'],
  [['hook', 'run'], 2, 'hook run takes the name of a hook'],
  [['hook', 'run', 'post-commit'], 2, 'there is no hook "post-commit"'],
  [['hook', 'install', '--guard', 'enforce'], 2, 'are for a bare repository'],
  [['hook', 'install', '--guard', 'much'], 2, '--guard takes off, warn, enforce, not "much"'],
  [['hook', 'status'], 2, 'The hooks are not installed here: sallyport hook install'],
])('%j is answered', (args, code, said) => {
  temp = toolRepo();
  const end = temp.sallyport(...args);
  expect(end.code).toBe(code);
  expect(end.said).toContain(said);
});

test('a server refuses a push, tells the pusher why, and takes the next one', () => {
  temp = toolRepo();
  const server = join(temp.root, 'ser ver.git');
  temp.git('clone', '-q', '--bare', temp.dir, server);
  const installed = temp.run('sallyport', ['hook', 'install', '--guard', 'enforce'], {
    cwd: server,
  });
  expect(installed.said).toContain('Guard: enforce, on main.');
  const status = temp.run('sallyport', ['hook', 'status', '--repo', server]);
  expect(status.said).toMatch(/ok +pre-receive +git runs it/);
  temp.commit('bad', { 'b.js': MARKERS });
  const refused = temp.run('git', ['push', server, 'main']);
  expect(refused.code).toBe(1);
  expect(refused.said).toContain('remote: sallyport: main is guarded here; the push was refused');
  temp.git('reset', '-q', '--hard', 'HEAD~1');
  temp.commit('good', { 'b.js': 'export const b = 1;\n' });
  expect(temp.run('git', ['push', server, 'main']).code).toBe(0);
});

test('an agent does not take the hooks out', () => {
  temp = toolRepo();
  temp.sallyport('hook', 'install');
  const end = temp.run('sallyport', ['hook', 'uninstall'], { env: { CLAUDECODE: '1' } });
  expect(end.code).toBe(2);
  expect(end.said).toContain('CLAUDECODE is set');
  expect(existsSync(join(temp.dir, '.git/hooks/pre-commit'))).toBe(true);
});

test('under the guard the queue lands, and so does what was judged; nothing else moves the branch', async () => {
  temp = toolRepo();
  temp.sallyport('hook', 'install');
  temp.write('sallyport.config.json', '{"guard":"enforce"}');
  temp.git('add', 'sallyport.config.json');
  expect(temp.run('git', ['commit', '-m', 'guard']).code).toBe(0);
  // The daemon's start tells the hooks; that the one that guards is missing is said.
  daemon = await startDaemon(temp);
  expect(daemon.output().stderr).toContain('run `sallyport hook install`');
  expect(temp.sallyport('hook', 'install').said).toContain('Guard: enforce, on main.');
  const tip = temp.head();
  drop(temp, 'one.md', replaceBlock('a.js', 'export const a = 1;', 'export const a = 2;'));
  expect((await awaitReceipt(temp, 'one.md')).end).toBe('landed');
  const landed = temp.head();
  expect(landed).not.toBe(tip);

  temp.write('b.js', MARKERS);
  temp.git('add', 'b.js');
  const refused = temp.run('git', ['commit', '--no-verify', '-m', 'round it']);
  expect(refused.said).toContain('main is guarded here');
  expect(temp.run('git', ['reset', '--soft', tip]).said).toContain('it takes 1 commit off');
  expect(temp.head()).toBe(landed);
  temp.write('b.js', 'export const b = 1;\n');
  temp.git('add', 'b.js');
  expect(temp.run('git', ['commit', '-m', 'judged']).code).toBe(0);
  // What no hook saw is let in once a check has.
  temp.git('branch', 'topic');
  temp.run('git', ['checkout', '-q', 'topic']);
  temp.commit('picked', { 'c.js': 'export const c = 1;\n' });
  temp.run('git', ['checkout', '-q', 'main']);
  const merge = temp.run('git', ['merge', '--ff-only', 'topic']);
  const [, put = ''] = /puts them back: git (.*)/.exec(merge.said) ?? [];
  expect(temp.run('git', put.split(' ')).code).toBe(0);
  const [, check = ''] = /try again: sallyport (.*)/.exec(merge.said) ?? [];
  expect(temp.sallyport(...check.split(' ')).code).toBe(0);
  expect(temp.run('git', ['merge', '-q', '--ff-only', 'topic']).code).toBe(0);
  drop(temp, 'two.md', replaceBlock('a.js', 'export const a = 2;', 'export const a = 3;'));
  expect((await awaitReceipt(temp, 'two.md')).end).toBe('landed');
  expect(temp.git('log', '--format=%s', '-3')).toContain('picked\njudged');
  temp.fsck();
});
