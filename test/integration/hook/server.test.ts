import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRepository } from '../../../src/git/repository.ts';
import { allowances } from '../../../src/hook/allowances.ts';
import { installIn, runGit, SOURCE_COMMAND, type GitRun } from '../../support/hooked-repo.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

/* A bare repository that receives pushes, as a server runs it. */

const SOURCE = `${Array.from({ length: 30 }, (_, at) => `export const n${at} = ${at};`).join('\n')}\n`;
let temp: TempRepo;
let server: string;
beforeEach(async () => {
  temp = tempRepo({ files: { 'src/a.js': SOURCE, 'src/b.js': 'export const b = 1;\n' } });
  server = join(temp.root, 'ser ver é.git');
  temp.git('clone', '-q', '--bare', temp.dir, server);
  temp.git('remote', 'add', 'origin', server);
  temp.gitIn(server, 'config', 'receive.advertisePushOptions', 'true');
  await installIn(server, { command: SOURCE_COMMAND });
});
afterEach(() => temp.remove());

const push = (...args: readonly string[]): GitRun =>
  runGit(temp.dir, ['push', 'origin', ...args], { GIT_TERMINAL_PROMPT: '0' });
const there = (ref = 'main'): string =>
  runGit(server, ['rev-parse', '-q', '--verify', ref]).said.trim();
const records = async () =>
  allowances(await openRepository(server, process.env, { needsCheckout: false }));
/** What a push that was refused must not leave: objects in quarantine, locks, refs. */
const leftovers = (): readonly string[] =>
  readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /tmp_objdir|\.lock$/.test(path),
  );

test('a push that breaks nothing comes in', () => {
  const commit = temp.commit('feat: c', { 'src/c.js': 'export const c = 1;\n' });
  expect(push('main').code).toBe(0);
  expect(there()).toBe(commit);
});

test('a push is refused by what is in any of its commits; the pusher reads why', () => {
  const before = there();
  temp.commit('half', { 'src/c.js': 'export const c = (;\n' });
  temp.commit('mended', { 'src/c.js': 'export const c = 1;\n' });
  temp.commit('placeholder', { 'src/b.js': '// ... existing code ...\n<<<<<<< HEAD\n' });
  const { code, said } = push('main', 'main:topic');
  expect(code).toBe(1);
  expect(said).toContain('remote: sallyport: main is guarded here; the push was refused:');
  expect(said).toMatch(/remote: {3}src\/c\.js:1:\d+: ast-broken: .* \(in [0-9a-f]{8}\)/);
  expect(said).toContain('left-over-markers');
  expect(said).toContain('remote:   mend it in those commits');
  expect([there(), there('topic')]).toEqual([before, '']);
  expect(leftovers()).toEqual([]);
  expect(temp.gitIn(server, 'fsck', '--full', '--strict')).toBe('');
});

test('branches that are not guarded take anything, and nothing is started for them', async () => {
  await installIn(server, { command: '/nowhere.js', settings: { node: '/nowhere' } });
  temp.commit('placeholder', { 'src/b.js': '<<<<<<< HEAD\n' });
  const end = runGit(temp.dir, ['push', 'origin', 'main:topic'], { PATH: '/usr/bin:/bin' });
  expect(end.code).toBe(0);
  expect(there('topic')).toBe(temp.head());
});

describe('what a person has to decide', () => {
  test('is refused, and passes by a push option, on record', async () => {
    temp.commit('ci', { '.gitlab-ci.yml': 'test:\n  script: true\n' });
    const refused = push('main');
    expect(refused.code).toBe(1);
    expect(refused.said).toContain('git push -o sallyport.allow=protected-path ...');
    expect(push('-o', 'sallyport.allow=weakened-check', 'main').code).toBe(1);
    expect(await records()).toEqual([]);
    const { code, said } = push('-o', 'sallyport.allow=protected-path,x', '-o', 'ci.skip', 'main');
    expect(code).toBe(0);
    expect(said).toContain('remote: sallyport: let pass by push option, and recorded: 1 problem');
    expect(await records()).toMatchObject([
      {
        what: 'push to main',
        codes: ['protected-path'],
        findings: [expect.stringContaining('.gitlab-ci.yml')],
      },
    ]);
  });

  test('and what an author has to mend does not pass so', async () => {
    temp.commit('bad', { 'src/b.js': '<<<<<<< HEAD\n' });
    expect(push('-o', 'sallyport.allow=left-over-markers,ast-broken', 'main').code).toBe(1);
    expect(await records()).toEqual([]);
  });

  test('where the server takes no push options, says so', () => {
    temp.gitIn(server, 'config', 'receive.advertisePushOptions', 'false');
    temp.commit('ci', { '.gitlab-ci.yml': 'test:\n  script: true\n' });
    const { code, said } = push('main');
    expect(code).toBe(1);
    expect(said).toContain('git config receive.advertisePushOptions true');
  });
});

test('a commit that shows itself to be an agent’s is held to what agents are', () => {
  temp.git('rm', '-q', 'src/b.js');
  const message = 'tidy\n\nCo-Authored-By: Claude <noreply@anthropic.com>';
  temp.git('commit', '-q', '--no-verify', '-m', message);
  const { code, said } = push('main');
  expect(code).toBe(1);
  expect(said).toContain('undeclared-deletion');
});

test('the branch only goes forward, and stays', () => {
  const before = there();
  temp.git('commit', '-q', '--amend', '-m', 'another');
  expect(push('--force', 'main').said).toContain('the push was refused: it does not go forward');
  expect(push('--delete', 'main').said).toContain('it deletes the branch');
  expect(there()).toBe(before);
});

test('the config of the branch judges, not the one that is pushed', () => {
  temp.commit('wide', { 'sallyport.config.json': '{"limits":{"lines":1}}' });
  expect(push('-o', 'sallyport.allow=protected-path', 'main').code).toBe(0);
  temp.commit('wider', {
    'sallyport.config.json': '{"limits":{"lines":100}}',
    'src/c.js': 'export const c = 1;\nexport const d = 1;\n',
  });
  const { code, said } = push('-o', 'sallyport.allow=protected-path', 'main');
  expect(code).toBe(1);
  expect(said).toContain('diff-too-large');
});

test('a merge brings in every commit of the branch that it merges', () => {
  temp.git('checkout', '-q', '-b', 'side');
  temp.commit('bad', { 'src/c.js': '<<<<<<< HEAD\n' });
  temp.commit('good', { 'src/c.js': 'export const c = 1;\n' });
  temp.git('checkout', '-q', 'main');
  temp.git('merge', '-q', '--no-ff', '--no-edit', 'side');
  expect(push('main').code).toBe(1);
});

test('who makes the guarded branch says what it begins with', async () => {
  const fresh = join(temp.root, 'fresh.git');
  temp.git('init', '-q', '--bare', '-b', 'main', fresh);
  await installIn(fresh, { command: SOURCE_COMMAND });
  temp.commit('bad', { 'src/c.js': '<<<<<<< HEAD\n' });
  expect(runGit(temp.dir, ['push', fresh, 'main']).code).toBe(0);
  temp.commit('worse', { 'src/d.js': '<<<<<<< HEAD\n' });
  expect(runGit(temp.dir, ['push', fresh, 'main']).code).toBe(1);
});

test('warn lets in and says what it would have said; off says nothing', async () => {
  await installIn(server, { command: SOURCE_COMMAND, settings: { guard: 'warn' } });
  temp.commit('bad', { 'src/c.js': '<<<<<<< HEAD\n' });
  const warned = push('main');
  expect(warned.code).toBe(0);
  expect(warned.said).toContain('the push was let through with a warning');
  await installIn(server, { command: SOURCE_COMMAND, settings: { guard: 'off' } });
  temp.commit('bad too', { 'src/d.js': '<<<<<<< HEAD\n' });
  expect(push('main').said).not.toContain('sallyport:');
});

test('a command that is gone refuses, or lets in, as it was told', async () => {
  const gone = { command: '/nowhere.js', settings: { node: '/nowhere' } };
  const env = { PATH: '/usr/bin:/bin', HOME: undefined, NVM_DIR: undefined };
  temp.commit('c', { 'src/c.js': 'export const c = 1;\n' });
  await installIn(server, { command: join(temp.root, 'broken.js') });
  writeFileSync(join(temp.root, 'broken.js'), 'process.exit(9)\n');
  const refused = push('main');
  expect(refused.code).toBe(1);
  expect(refused.said).toContain('remote: sallyport: pre-receive could not judge');
  await installIn(server, { ...gone, settings: { ...gone.settings, onFault: 'pass' } });
  expect(runGit(temp.dir, ['push', 'origin', 'main'], env).said).toContain('It was let through');
  expect(there()).toBe(temp.head());
});

test('an earlier hook sees the same list first, and may refuse', async () => {
  writeFileSync(
    join(server, 'hooks/pre-receive'),
    `#!/bin/sh\ncat >"${temp.root}/heard"\nexit 4\n`,
    { mode: 0o755 },
  );
  await installIn(server, { command: SOURCE_COMMAND });
  temp.commit('c', { 'src/c.js': 'export const c = 1;\n' });
  expect(push('main').code).toBe(1);
  expect(readFileSync(join(temp.root, 'heard'), 'utf8')).toContain(
    `${temp.head()} refs/heads/main`,
  );
});

test('a push from a shallow clone, and of many refs, is judged the same', () => {
  for (const name of ['one', 'two', 'three'])
    temp.commit(name, { [`src/${name}.js`]: 'export {};\n' });
  expect(push('main').code).toBe(0);
  const shallow = join(temp.root, 'shallow');
  temp.git('clone', '-q', '--depth', '1', `file://${server}`, shallow);
  mkdirSync(join(shallow, 'src'), { recursive: true });
  writeFileSync(join(shallow, 'src/new.js'), '<<<<<<< HEAD\n');
  runGit(shallow, ['config', 'user.name', 'S']);
  runGit(shallow, ['config', 'user.email', 's@example.com']);
  runGit(shallow, ['add', '-A']);
  runGit(shallow, ['commit', '-q', '-m', 'new']);
  const end = runGit(shallow, ['push', 'origin', 'main']);
  expect(end.code).toBe(1);
  expect(end.said).toContain('left-over-markers');
  expect(existsSync(join(server, 'shallow'))).toBe(false);
});

test('settings that are gone refuse what would be judged by them', () => {
  rmSync(join(server, 'sallyport/hook-settings'));
  temp.commit('c', { 'src/c.js': 'export const c = 1;\n' });
  const { code, said } = push('main');
  expect(code).toBe(1);
  expect(said).toContain(
    "hook-settings cannot be read: run 'sallyport hook install' on the server",
  );
});

test.each([
  ['group', '2770', '640', '660'],
  ['all', '2775', '644', '664'],
  ['0640', '2750', '640', '640'],
  ['umask', '700', '600', null],
])('a repository shared by %s has a state that they can read', async (value, ...modes) => {
  const shared = join(temp.root, 'shared.git');
  temp.git('clone', '-q', '--bare', temp.dir, shared);
  temp.gitIn(shared, 'config', 'core.sharedRepository', value);
  await installIn(shared);
  const modeOf = (name: string): string | null => {
    const seen = statSync(join(shared, 'sallyport', name), { throwIfNoEntry: false });
    return seen === undefined ? null : (seen.mode & 0o7777).toString(8);
  };
  expect(['', 'hook-settings', 'allowed.log'].map(modeOf)).toEqual(modes);
});

test('a link to the guarded branch is the branch', () => {
  const before = there();
  temp.gitIn(server, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
  temp.gitIn(server, 'symbolic-ref', 'refs/heads/second', 'refs/heads/alias');
  temp.commit('bad', { 'src/c.js': '<<<<<<< HEAD\n' });
  for (const name of ['alias', 'second']) {
    const end = push(`main:refs/heads/${name}`);
    expect(end.code).toBe(1);
    expect(end.said).toContain('remote: sallyport: main is guarded here');
  }
  expect(there()).toBe(before);
});

test('settings that say nothing any more refuse, like settings that are gone', () => {
  const before = there();
  temp.commit('bad', { 'src/c.js': '<<<<<<< HEAD\n' });
  writeFileSync(join(server, 'sallyport/hook-settings'), '');
  const end = push('main');
  expect(end.code).toBe(1);
  expect(end.said).toContain('hook-settings cannot be read');
  expect(there()).toBe(before);
});

test('an object that is no commit, and a hook that is killed, let nothing in', async () => {
  const before = there();
  temp.git('tag', '-a', '-m', 'x', 'v1', 'HEAD');
  const tagged = push('v1:refs/heads/main');
  expect(tagged.code).toBe(1);
  const blob = push(`${temp.git('rev-parse', 'HEAD:src/a.js')}:refs/heads/main`);
  expect(blob.code).toBe(1);
  for (const { said } of [tagged, blob]) expect(said).not.toContain('has no object');
  const command = join(temp.root, 'killed.js');
  writeFileSync(command, "process.kill(process.pid, 'SIGKILL');\n");
  await installIn(server, { command });
  temp.commit('good', { 'src/c.js': 'export const c = 1;\n' });
  const killed = push('main');
  expect(killed.code).toBe(1);
  expect(killed.said).toContain('pre-receive could not judge (the command ended with status 137)');
  expect(there()).toBe(before);
  expect(leftovers()).toEqual([]);
});

test('two guarded branches are named at the installation', async () => {
  temp.git('push', '-q', server, 'main:release');
  const { plan } = await installIn(server, {
    command: SOURCE_COMMAND,
    branches: ['main', 'release'],
  });
  expect(plan.settings.refs).toEqual(['refs/heads/main', 'refs/heads/release']);
  temp.commit('bad', { 'src/c.js': '<<<<<<< HEAD\n' });
  expect(push('main:release').code).toBe(1);
  await expect(installIn(server, { branches: ['nope'] })).rejects.toMatchObject({
    code: 'usage',
    message: 'there is no branch "nope" here',
  });
});
