import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openRepository } from '../../../src/git/repository.ts';
import { hooksStatus, type HookState } from '../../../src/hook/install/hook-status.ts';
import { removeHooks } from '../../../src/hook/install/install-hooks.ts';
import { shimText } from '../../../src/hook/shim.ts';
import {
  installIn,
  recordingCommand,
  runGit,
  snapshotOf,
  type RecordingCommand,
} from '../../support/hooked-repo.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

const AUTHOR_HOOKS = ['commit-msg', 'pre-commit', 'pre-merge-commit', 'pre-push'];
let temp: TempRepo;
let command: RecordingCommand;
beforeEach(() => {
  // For a person commit-msg starts nothing.
  vi.stubEnv('SALLYPORT_AGENT', 'somebody');
  temp = tempRepo();
  rmSync(join(temp.dir, '.git/hooks'), { recursive: true });
  mkdirSync(join(temp.dir, '.git/hooks'));
  command = recordingCommand(temp);
});
afterEach(() => {
  vi.unstubAllEnvs();
  temp.remove();
});

const hooks = (path = ''): string => join(temp.dir, '.git/hooks', path);
const install = (dir = temp.dir, options = {}) =>
  installIn(dir, { command: command.file, ...options });
const uninstall = async (dir = temp.dir) =>
  removeHooks(await openRepository(dir, process.env, { needsCheckout: false }));
const status = async (dir = temp.dir) =>
  hooksStatus(await openRepository(dir, process.env, { needsCheckout: false }));
const verdicts = (states: readonly HookState[]): Record<string, string> =>
  Object.fromEntries(states.map(({ name, verdict }) => [name, verdict]));
const script = (path: string, text: string, mode = 0o755): void => {
  writeFileSync(path, text);
  chmodSync(path, mode);
};
const commit = (dir = temp.dir, env = {}) =>
  runGit(dir, ['commit', '--allow-empty', '-m', 'x'], env);
const FIRES = Object.fromEntries(AUTHOR_HOOKS.map((name) => [name, 'fires']));

describe('in the folder of the repository', () => {
  test('installs what judges, and says that git runs it', async () => {
    await install();
    expect(Object.keys(snapshotOf(hooks()))).toEqual(AUTHOR_HOOKS);
    expect(verdicts((await status()).hooks)).toEqual(FIRES);
    expect(commit().code).toBe(0);
    expect(command.calls()).toHaveLength(2);
  });

  test('a second time changes nothing', async () => {
    await installIn(temp.dir);
    const before = snapshotOf(join(temp.dir, '.git'));
    const times = AUTHOR_HOOKS.map((name) => statSync(hooks(name)).mtimeMs);
    expect((await installIn(temp.dir)).hasChanged).toBe(false);
    expect(snapshotOf(join(temp.dir, '.git'))).toEqual(before);
    expect(AUTHOR_HOOKS.map((name) => statSync(hooks(name)).mtimeMs)).toEqual(times);
  });

  test('after an upgrade brings its own up to date, and only its own', async () => {
    script(hooks('pre-commit'), '#!/bin/sh\nexit 0\n');
    const kept = snapshotOf(hooks())['pre-commit'];
    await install();
    script(hooks('pre-commit'), '#!/bin/sh\n# sallyport hook: an older one\nexit 0\n');
    chmodSync(hooks('pre-push'), 0o644);
    const done = await install();
    expect(done.plan.hooks.filter(({ does }) => does === 'update').map(({ name }) => name)).toEqual(
      ['pre-commit', 'pre-push'],
    );
    expect(readFileSync(hooks('pre-commit'), 'utf8')).toBe(shimText('pre-commit'));
    expect(snapshotOf(hooks())['pre-commit.sallyport-kept']).toBe(kept);
  });

  const earlier: readonly (readonly [string, (path: string) => void])[] = [
    ['a script', (path) => script(path, '#!/bin/sh\necho mine\n', 0o751)],
    ['a script without a line end', (path) => script(path, '#!/bin/sh\necho mine')],
    ['one that is not executable', (path) => script(path, '#!/bin/sh\nexit 1\n', 0o640)],
    [
      'a program',
      (path) => writeFileSync(path, Buffer.from([0x7f, 0x45, 0, 1, 0xff]), { mode: 0o755 }),
    ],
    ['a link', (path) => symlinkSync('../../README.md', path)],
    ['a link to nowhere', (path) => symlinkSync('../nowhere', path)],
    ['an empty file', (path) => script(path, '')],
  ];
  test.each(earlier)('keeps %s, and puts it back to the byte', async (_name, put) => {
    put(hooks('pre-commit'));
    put(hooks('pre-push'));
    put(hooks('post-commit'));
    const before = snapshotOf(hooks());
    await install();
    expect(snapshotOf(hooks())['pre-commit.sallyport-kept']).toBe(before['pre-commit']);
    await install();
    const { removed, left } = await uninstall();
    expect(snapshotOf(hooks())).toEqual(before);
    expect(removed.filter(({ restored }) => restored).map(({ name }) => name)).toEqual([
      'pre-commit',
      'pre-push',
    ]);
    expect(left).toEqual([]);
    expect((await uninstall()).removed).toEqual([]);
    expect(snapshotOf(hooks())).toEqual(before);
  });

  test('leaves nothing of itself but the record of what was let pass', async () => {
    const before = snapshotOf(join(temp.dir, '.git'));
    await install();
    expect(commit(temp.dir, { SALLYPORT: '0' }).code).toBe(0);
    temp.git('update-ref', 'refs/heads/main', 'HEAD~1');
    await uninstall();
    const after = snapshotOf(join(temp.dir, '.git'));
    const added = Object.keys(after).filter((path) => before[path] === undefined);
    expect(added.filter((path) => !/^(?:objects|logs|COMMIT_EDITMSG|index)/.test(path))).toEqual([
      'sallyport/allowed.log',
    ]);
    expect(after['config']).toBe(before['config']);
  });

  test('makes the folder where there is none, and takes it away again', async () => {
    rmSync(hooks(), { recursive: true });
    await install();
    expect(verdicts((await status()).hooks)).toEqual(FIRES);
    await uninstall();
    expect(existsSync(hooks())).toBe(false);
  });

  test('goes on where a keeping was interrupted', async () => {
    script(hooks('pre-commit'), '#!/bin/sh\necho mine\n');
    const before = snapshotOf(hooks());
    linkSync(hooks('pre-commit'), hooks('pre-commit.sallyport-kept'));
    await install();
    expect(existsSync(hooks('pre-commit.sallyport-kept-1'))).toBe(false);
    await uninstall();
    expect(snapshotOf(hooks())).toEqual(before);
  });

  test('brings a kept hook back whose stand-in was deleted by hand', async () => {
    script(hooks('pre-commit'), '#!/bin/sh\necho mine\n');
    const before = snapshotOf(hooks());
    await install();
    rmSync(hooks('pre-commit'));
    await uninstall();
    expect(snapshotOf(hooks())).toEqual(before);
  });

  test('is called by the linked worktrees too', async () => {
    await install();
    const linked = join(temp.root, 'linked');
    temp.git('worktree', 'add', '-q', '-b', 'side', linked);
    const { hooks: states } = await status(linked);
    expect(states.map(({ worktree, verdict }) => `${worktree} ${verdict}`)).toEqual([
      ...AUTHOR_HOOKS.map(() => `${temp.dir} fires`),
      ...AUTHOR_HOOKS.map(() => `${linked} fires`),
    ]);
  });

  test('two at once end as one', async () => {
    script(hooks('pre-commit'), '#!/bin/sh\necho mine\n');
    const before = snapshotOf(hooks());
    await Promise.all([install(), install(), install()]);
    expect(Object.keys(snapshotOf(hooks()))).toHaveLength(5);
    await uninstall();
    expect(snapshotOf(hooks())).toEqual(before);
  });
});

describe('what somebody else does afterwards', () => {
  test('a tool that moved ours to .old: ours returns, the tool’s hook runs, and .old is free again', async () => {
    await install();
    renameSync(hooks('pre-commit'), hooks('pre-commit.old'));
    script(hooks('pre-commit'), '#!/bin/sh\n# call_lefthook\necho lefthook\n');
    const [state] = (await status()).hooks;
    expect(state).toMatchObject({
      name: 'pre-commit',
      verdict: 'silent',
      found: 'the hook of lefthook stands in its place',
      advice: 'run: sallyport hook install',
    });
    await install();
    expect(existsSync(hooks('pre-commit.old'))).toBe(false);
    expect(commit().said).toContain('lefthook\n');
    expect(command.calls()).toHaveLength(2);
    await uninstall();
    expect(readFileSync(hooks('pre-commit'), 'utf8')).toContain('lefthook');
    expect(existsSync(hooks('pre-commit.sallyport-kept'))).toBe(false);
  });

  test('a hook written over ours while an older one is kept: both are still there at the end', async () => {
    script(hooks('pre-commit'), '#!/bin/sh\necho first\n');
    await install();
    script(hooks('pre-commit'), '#!/bin/sh\necho second\n');
    await install();
    expect(commit().said).toContain('second\n');
    const { left } = await uninstall();
    expect(readFileSync(hooks('pre-commit'), 'utf8')).toContain('second');
    expect(readFileSync(hooks('pre-commit.sallyport-kept-1'), 'utf8')).toContain('first');
    expect(left).toEqual([]);
  });

  test('what stands in our place at the end is left there, and the kept hook is named', async () => {
    script(hooks('pre-commit'), '#!/bin/sh\necho first\n');
    await install();
    script(hooks('pre-commit'), '#!/bin/sh\necho second\n');
    const { left } = await uninstall();
    expect(left).toEqual([hooks('pre-commit.sallyport-kept')]);
    expect(readFileSync(hooks('pre-commit'), 'utf8')).toContain('second');
  });

  test('a hook that calls ours by itself is left alone', async () => {
    script(hooks('pre-commit'), '#!/bin/sh\nnpx sallyport hook run pre-commit "$@"\n');
    const before = snapshotOf(hooks())['pre-commit'];
    const done = await install();
    expect(done.plan.hooks[0]?.does).toBe('elsewhere');
    expect(snapshotOf(hooks())['pre-commit']).toBe(before);
    expect(verdicts((await status()).hooks)).toEqual({ ...FIRES, 'pre-commit': 'called' });
  });

  test.each([
    ['not executable', () => chmodSync(hooks('pre-push'), 0o644), 'it is not executable'],
    ['gone', () => rmSync(hooks('pre-push')), 'git has no such hook here'],
    [
      'switched off by core.hooksPath',
      () => temp.git('config', 'core.hooksPath', '/nowhere/at all'),
      'git has no such hook here: the folder /nowhere/at all is not there',
    ],
  ])('a hook that is %s is said to be silent', async (_name, act, found) => {
    await install();
    act();
    const state = (await status()).hooks.find(({ name }) => name === 'pre-push');
    expect(state).toMatchObject({ verdict: 'silent', found });
  });

  test('a command that cannot be found any more is said', async () => {
    await install(temp.dir, {
      settings: { command: '/nowhere/sallyport.js', node: '/nowhere/node' },
    });
    const [state] = (await status()).hooks;
    expect(state?.verdict).toBe('silent');
    expect(state?.found).toBe('git runs it, but it finds neither the command nor node');
  });
});

describe('where core.hooksPath names another folder', () => {
  const ours = (): string => join(temp.dir, '.git/sallyport/hooks');
  const configured = (): string => readFileSync(join(temp.dir, '.git/config'), 'utf8');

  test('that is part of the checkout: it stays as it is and runs, in linked worktrees too', async () => {
    temp.write('.githooks/pre-commit', '#!/bin/sh\necho theirs "$0"\n', 0o755);
    temp.write('.githooks/post-commit', '#!/bin/sh\necho after\n', 0o755);
    temp.git('config', 'core.hooksPath', '.githooks');
    writeFileSync(join(temp.dir, '.git/config'), `${configured()}# a note\n`);
    temp.commit('hooks');
    const [config, files] = [configured(), snapshotOf(join(temp.dir, '.githooks'))];
    await install();
    expect(temp.git('config', 'core.hooksPath')).toBe(ours());
    expect(snapshotOf(join(temp.dir, '.githooks'))).toEqual(files);
    expect(temp.status()).toEqual([]);
    const linked = join(temp.root, 'linked');
    temp.git('worktree', 'add', '-q', '-b', 'side', linked);
    for (const dir of [temp.dir, linked]) {
      const end = commit(dir);
      expect(end.code).toBe(0);
      expect(end.said).toContain('theirs .githooks/pre-commit\n');
      expect(end.said).toContain('after\n');
    }
    expect(command.calls()).toHaveLength(4);
    expect((await status()).hooks.every(({ verdict }) => verdict === 'fires')).toBe(true);
    expect((await installIn(temp.dir)).plan.isRedirected).toBe(false);
    await install();
    expect(commit().said).toContain('theirs');
    await uninstall();
    expect(configured()).toBe(config);
    expect(snapshotOf(join(temp.dir, '.githooks'))).toEqual(files);
    expect(existsSync(ours())).toBe(false);
  });

  test('for all repositories of a user: only this one changes', async () => {
    const shared = join(temp.root, 'shared hooks');
    mkdirSync(shared);
    script(join(shared, 'commit-msg'), '#!/bin/sh\necho shared >>"$1"\n');
    const global = join(temp.root, 'gitconfig');
    writeFileSync(global, `[core]\n\thooksPath = ${shared}\n`);
    const [config, before] = [configured(), snapshotOf(shared)];
    process.env['GIT_CONFIG_GLOBAL'] = global;
    try {
      await install();
      expect(commit().code).toBe(0);
      expect(temp.git('log', '-1', '--format=%B')).toContain('shared');
      expect(command.calls()).toHaveLength(2);
      expect(snapshotOf(shared)).toEqual(before);
      await uninstall();
      expect(configured()).toBe(config);
      expect(commit().code).toBe(0);
      expect(command.calls()).toHaveLength(2);
    } finally {
      process.env['GIT_CONFIG_GLOBAL'] = '/dev/null';
    }
  });

  test('and the configuration was changed since: only that one value goes back', async () => {
    temp.git('config', 'core.hooksPath', '.githooks');
    await install();
    temp.git('config', 'user.name', 'Somebody Else');
    await uninstall();
    expect(temp.git('config', 'core.hooksPath')).toBe('.githooks');
    expect(temp.git('config', 'user.name')).toBe('Somebody Else');
  });

  test('and somebody pointed it elsewhere since: that stays', async () => {
    temp.git('config', 'core.hooksPath', '.githooks');
    await install();
    temp.git('config', 'core.hooksPath', '.other');
    await uninstall();
    expect(temp.git('config', 'core.hooksPath')).toBe('.other');
  });

  test('and the record is lost: it does not stay pointing at nothing', async () => {
    temp.git('config', 'core.hooksPath', '.githooks');
    await install();
    rmSync(join(temp.dir, '.git/sallyport/hooks-installed.json'));
    await uninstall();
    expect(runGit(temp.dir, ['config', 'core.hooksPath']).code).toBe(1);
  });

  test('for one worktree alone: that worktree’s value is the one that is overruled', async () => {
    temp.git('config', 'extensions.worktreeConfig', 'true');
    temp.git('config', '--worktree', 'core.hooksPath', '.mine');
    temp.write('.mine/pre-commit', '#!/bin/sh\necho mine\n', 0o755);
    const file = join(temp.dir, '.git/config.worktree');
    const before = readFileSync(file, 'utf8');
    await install();
    expect(commit().said).toContain('mine\n');
    expect(command.calls()).toHaveLength(2);
    await uninstall();
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('or the folder of hooks is a link out of the repository', async () => {
    temp.write('tools/hooks/pre-commit', '#!/bin/sh\necho linked\n', 0o755);
    rmSync(hooks(), { recursive: true });
    symlinkSync('../tools/hooks', hooks());
    await install();
    expect(commit().said).toContain('linked\n');
    expect(command.calls()).toHaveLength(2);
    expect(Object.keys(snapshotOf(join(temp.dir, 'tools/hooks')))).toEqual(['pre-commit']);
    await uninstall();
    expect(lstatSync(hooks()).isSymbolicLink()).toBe(true);
    expect(runGit(temp.dir, ['config', 'core.hooksPath']).code).toBe(1);
  });

  test('inside the git folder: that is ours to use', async () => {
    const folder = join(temp.dir, '.git/my hooks');
    mkdirSync(folder);
    script(join(folder, 'pre-commit'), '#!/bin/sh\necho mine\n');
    temp.git('config', 'core.hooksPath', folder);
    const before = snapshotOf(folder);
    await install();
    expect(commit().said).toContain('mine\n');
    expect(command.calls()).toHaveLength(2);
    await uninstall();
    expect(snapshotOf(folder)).toEqual(before);
  });
});

describe('the guard', () => {
  const config = (level: string): string => JSON.stringify({ guard: level });

  test('has its hook only while the config turns it on', async () => {
    temp.commit('guard', { 'sallyport.config.json': config('enforce') });
    await install();
    expect(Object.keys(snapshotOf(hooks()))).toContain('reference-transaction');
    expect((await status()).guard).toEqual({
      level: 'enforce',
      branches: ['refs/heads/main'],
      config: null,
    });
    expect(verdicts((await status()).hooks)['reference-transaction']).toBe('fires');
    temp.git('-c', 'core.hooksPath=/dev/null', 'rm', '-q', 'sallyport.config.json');
    temp.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'no guard');
    expect((await status()).guard.config?.guard).toBe('off');
    await install();
    expect(Object.keys(snapshotOf(hooks()))).toEqual(AUTHOR_HOOKS);
  });

  test('keeps an earlier reference-transaction hook, and gives it back when it is turned off', async () => {
    script(hooks('reference-transaction'), '#!/bin/sh\ncat >/dev/null\n');
    const before = snapshotOf(hooks());
    temp.commit('guard', { 'sallyport.config.json': config('warn') });
    await install();
    temp.git('-c', 'core.hooksPath=/dev/null', 'rm', '-q', 'sallyport.config.json');
    temp.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'no guard');
    await install();
    expect(snapshotOf(hooks())['reference-transaction']).toBe(before['reference-transaction']);
  });

  test('guards the target, by the config at its tip, wherever it is installed from', async () => {
    temp.git('checkout', '-q', '-b', 'trunk');
    temp.commit('guard', {
      'sallyport.config.json': JSON.stringify({ guard: 'warn', target: 'trunk' }),
    });
    temp.git('checkout', '-q', '-b', 'topic');
    const linked = join(temp.root, 'linked');
    temp.git('worktree', 'add', '-q', '-b', 'side', linked);
    await install(linked);
    expect((await status()).guard).toMatchObject({ level: 'warn', branches: ['refs/heads/trunk'] });
  });
});

test('inside the git folder of a checkout nothing is installed', async () => {
  await expect(
    openRepository(join(temp.dir, '.git'), process.env, { needsCheckout: 'unless-bare' }),
  ).rejects.toMatchObject({ code: 'not-a-repository' });
});

test('a bare repository gets the hook that receives, and nothing else', async () => {
  const server = join(temp.root, 'ser ver.git');
  temp.git('clone', '-q', '--bare', temp.dir, server);
  rmSync(join(server, 'hooks'), { recursive: true });
  mkdirSync(join(server, 'hooks'));
  script(join(server, 'hooks/pre-receive'), '#!/bin/sh\ncat >/dev/null\n', 0o700);
  const before = snapshotOf(join(server, 'hooks'));
  await install(server);
  expect(Object.keys(snapshotOf(join(server, 'hooks')))).toEqual([
    'pre-receive',
    'pre-receive.sallyport-kept',
  ]);
  const found = await status(server);
  expect(verdicts(found.hooks)).toEqual({ 'pre-receive': 'fires' });
  expect(found.guard).toMatchObject({ level: 'enforce', branches: ['refs/heads/main'] });
  await uninstall(server);
  expect(snapshotOf(join(server, 'hooks'))).toEqual(before);
});
