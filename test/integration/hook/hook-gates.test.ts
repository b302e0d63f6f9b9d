import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { executableHash } from '../../../src/config/executable-hash.ts';
import { parseConfig } from '../../../src/config/parse-config.ts';
import { openTrust } from '../../../src/config/trust.ts';
import { bundledHook, type BundledHook } from '../../support/bundled-hook.ts';
import {
  AGENT,
  committingRepo,
  personEnv,
  type CommittingRepo,
} from '../../support/committing-repo.ts';

/* Commands of the config on exactly what is committed, and what is left when a hook is interrupted. */

let hook: BundledHook;
let hooked: CommittingRepo;
beforeAll(async () => {
  hook = await bundledHook();
});
afterAll(() => hook[Symbol.dispose]());
afterEach(() => hooked.repo.remove());

/** A gate in sh; it runs without a sandbox, so that it can leave its marks outside. */
const config = (script: string, more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ sandbox: 'off', gates: [{ name: 'own', run: script, shell: true, ...more }] });

async function start(script: string, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  hooked = committingRepo(hook.file, {
    files: { 'a.txt': 'good\n', 'sallyport.config.json': config(script, more) },
  });
  await trust(config(script, more));
}

const trust = (text: string): Promise<void> =>
  hooked.using((repo) => {
    const parsed = parseConfig(text);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
    openTrust(repo.stateDir, Date.now).trust(executableHash(parsed.value) ?? '', 'test');
    return Promise.resolve();
  });

/** What a check may leave behind: scratch folders, registered worktrees, and files of its own. */
function remains(): readonly string[] {
  const { root, dir, git } = hooked.repo;
  const entries = (folder: string): readonly string[] =>
    existsSync(folder) ? readdirSync(folder).map((name) => `${folder}/${name}`) : [];
  const caches = entries(join(root, 'cache', 'sallyport')).flatMap(entries);
  return [
    ...caches.filter((path) => !path.endsWith('/.trash')),
    ...caches.filter((path) => path.endsWith('/.trash')).flatMap(entries),
    ...entries(join(dir, '.git/sallyport/tmp')),
    ...entries(join(dir, '.git/sallyport/scratch-index')),
    ...git('worktree', 'list').split('\n').slice(1),
  ];
}

test('a gate gets the names that git has; what is no text cannot be given to a command', async () => {
  await start('! grep -l bad {files}', { files: ['*.txt'] });
  hooked.repo.write('b"c.txt', 'bad\n');
  writeFileSync(Buffer.from(`${hooked.repo.dir}/caf\xe9.txt`, 'latin1'), 'bad\n');
  const end = hooked.commitAll('x');
  expect(end.code).toBe(1);
  expect(end.said).toContain('gate-failed: own: sh exited with 1\n    | b"c.txt\n');
});

test('a gate that fails on exactly the staged content stops a person; nothing is left', async () => {
  await start('! grep -n bad a.txt');
  hooked.repo.write('a.txt', 'bad\n');
  hooked.repo.git('add', '-A');
  hooked.repo.write('a.txt', 'good again\n');
  const end = hooked.git(['commit', '-q', '-m', 'x']);
  expect(end.code).toBe(1);
  expect(end.said).toContain('sallyport: running own ...\n');
  expect(end.said).toContain('  gate-failed: own: sh exited with 1\n    | 1:bad\n');
  expect(remains()).toEqual([]);
  hooked.repo.git('add', '-A');
  hooked.repo.write('a.txt', 'bad\n');
  expect(hooked.git(['commit', '-q', '-m', 'x'])).toEqual({
    code: 0,
    said: 'sallyport: running own ...\n',
  });
  expect(await hooked.passed()).toMatchObject({ as: 'person', gates: { passed: ['own'] } });
  expect(remains()).toEqual([]);
});

test('the environment of the hook does not reach the gate, and the index stays as it is', async () => {
  await start(
    'env | grep ^GIT_ >"$HOME/seen"; git add -A 2>/dev/null; git status >/dev/null; true',
  );
  const home = join(hooked.repo.root, 'home');
  hooked.repo.write('../home/.keep', '');
  hooked.repo.write('a.txt', 'more\n');
  expect(hooked.commitAll('x', { env: { HOME: home } }).code).toBe(0);
  const seen = readFileSync(join(home, 'seen'), 'utf8');
  expect(seen).not.toContain('GIT_INDEX_FILE');
  expect(seen).not.toContain('GIT_AUTHOR');
  for (const [before, after] of hooked.indexes()) expect(after).toBe(before);
});

test('commands that nobody allowed do not run; the rest is judged, in one line', () => {
  hooked = committingRepo(hook.file, {
    files: { 'a.txt': 'a\n', 'sallyport.config.json': config('touch ran') },
  });
  hooked.repo.write('a.txt', 'b\n');
  for (const env of [{}, AGENT]) {
    hooked.repo.write('a.txt', `${JSON.stringify(env)}\n`);
    expect(hooked.commitAll('x', { env })).toEqual({
      code: 0,
      said: "sallyport: untrusted-config: not run, for nobody allowed the config's commands here yet: own (sallyport config trust)\n",
    });
  }
  expect(remains()).toEqual([]);
});

test('what passed in pre-commit does not run again in commit-msg and pre-push', async () => {
  await start('echo ran >>"$HOME/runs"');
  const home = join(hooked.repo.root, 'home');
  hooked.repo.write('../home/.keep', '');
  const env = { HOME: home };
  const remote = join(hooked.repo.root, 'remote.git');
  hooked.repo.git('init', '-q', '--bare', remote);
  hooked.repo.git('push', '-q', '--no-verify', remote, 'main');
  hooked.repo.write('a.txt', 'more\n');
  const message = 'x\n\nCo-authored-by: Claude <noreply@anthropic.com>';
  expect(hooked.commitAll(message, { env }).code).toBe(0);
  expect(hooked.git(['push', '-q', remote, 'main'], { env }).code).toBe(0);
  expect(readFileSync(join(home, 'runs'), 'utf8')).toBe('ran\n');
  hooked.repo.commit('unseen', { 'a.txt': 'unseen\n' });
  expect(hooked.git(['push', '-q', remote, 'main'], { env }).code).toBe(0);
  expect(readFileSync(join(home, 'runs'), 'utf8')).toBe('ran\nran\n');
});

test('a gate that fails on the base too warns a person and stops an agent', async () => {
  await start('echo no; exit 1');
  hooked.repo.write('a.txt', 'more\n');
  const agent = hooked.commitAll('x', { env: AGENT });
  expect(agent.code).toBe(1);
  expect(agent.said).toContain('gate-inconclusive: own gave no verdict');
  const person = hooked.commitAll('x');
  expect(person.code).toBe(0);
  expect(person.said).toContain('gate-inconclusive: own gave no verdict');
});

/** Starts a commit whose gate hangs, and waits until it does. */
async function hangingCommit() {
  await start('touch "$HOME/started"; sleep 1000');
  hooked.repo.write('../home/.keep', '');
  const home = join(hooked.repo.root, 'home');
  const started = join(home, 'started');
  hooked.repo.write('a.txt', 'more\n');
  hooked.repo.git('add', '-A');
  const child = spawn('git', ['commit', '-q', '-m', 'x'], {
    cwd: hooked.repo.dir,
    env: personEnv({ HOME: home }),
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  return { child, ended, started };
}

/** Processes that a hanging gate of this repository left. */
const sleepers = (): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const env = readFileSync(`/proc/${pid}/environ`, 'utf8');
      return command.includes('sleep') && env.includes(`HOME=${hooked.repo.root}`);
    } catch {
      return false;
    }
  });

test.each(['SIGINT', 'SIGKILL'] as const)('%s leaves nothing behind', async (signal) => {
  const { child, ended } = await hangingStart();
  // The terminal signals the whole group: git, the hook and what it started.
  process.kill(-(child.pid ?? 0), signal);
  await ended;
  if (signal === 'SIGKILL') {
    // Nobody could clean up: the next check does.
    hooked.repo.commit('config', { 'sallyport.config.json': config('true'), 'a.txt': 'again\n' });
    await trust(config('true'));
    hooked.repo.write('a.txt', 'and again\n');
    expect(hooked.commitAll('x').code).toBe(0);
  }
  for (let tries = 0; tries < 100 && remains().length > 0; tries += 1) await pause(100);
  expect(remains()).toEqual([]);
  expect(sleepers()).toEqual([]);
  expect(hooked.repo.head()).not.toBe('');
});

async function hangingStart() {
  const begun = await hangingCommit();
  for (let tries = 0; tries < 600 && !existsSync(begun.started); tries += 1) await pause(100);
  expect(existsSync(begun.started)).toBe(true);
  return begun;
}
