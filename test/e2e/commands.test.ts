import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replaceBlock, sallyport, startDaemon, until } from '../support/sallyport-command.ts';
import { tempRepo, type TempRepo } from '../support/temp-repo.ts';

const FILES = { 'a.txt': 'one\ntwo\nthree\n', 'package-lock.json': '{}\n' };
const GOOD = replaceBlock('a.txt', 'two', 'TWO');
const read = (repo: TempRepo, path: string): string => readFileSync(join(repo.dir, path), 'utf8');

describe('apply', () => {
  test('plans on the files as they are on disk, and writes all of it', async () => {
    using repo = tempRepo({ files: FILES });
    repo.write('a.txt', 'one\ntwo\nmy own line\n');
    const checked = await sallyport(repo, ['apply', '--check'], { input: GOOD });
    expect([checked.code, read(repo, 'a.txt')]).toEqual([0, 'one\ntwo\nmy own line\n']);
    const applied = await sallyport(repo, ['apply', '-', '--json'], { input: GOOD });
    expect(applied.code).toBe(0);
    expect(JSON.parse(applied.stdout)).toMatchObject({
      outcome: 'applied',
      files: [{ path: 'a.txt' }],
    });
    expect(read(repo, 'a.txt')).toBe('one\nTWO\nmy own line\n');
    expect(repo.git('rev-list', '--count', 'HEAD')).toBe('1');
  });

  test('writes nothing where one edit of several is refused', async () => {
    using repo = tempRepo({ files: FILES });
    const { code, stdout } = await sallyport(repo, ['apply'], {
      input: `${GOOD}\n${replaceBlock('a.txt', 'nowhere', 'x')}`,
    });
    expect(code).toBe(1);
    expect(stdout).toContain('stale-anchor');
    expect(repo.status()).toEqual([]);
  });

  test('asks a person where it would be held, and changes nothing where there is none', async () => {
    using repo = tempRepo({ files: FILES });
    const input = replaceBlock('package-lock.json', '{}', '{ "a": 1 }');
    expect((await sallyport(repo, ['apply'], { input })).code).toBe(5);
    expect(repo.status()).toEqual([]);
    expect((await sallyport(repo, ['apply', '--allow', 'protected-path'], { input })).code).toBe(0);
    expect(read(repo, 'package-lock.json')).toBe('{ "a": 1 }\n');
  });

  test('--commit lands without a daemon, through the gates', async () => {
    using repo = tempRepo({
      files: {
        ...FILES,
        'sallyport.config.json': '{ "gates": [{ "name": "t", "run": "grep -q TWO a.txt" }] }\n',
      },
    });
    const untrusted = await sallyport(repo, ['apply', '--commit'], { input: GOOD });
    expect([untrusted.code, untrusted.stdout]).toEqual([
      5,
      expect.stringContaining('config trust'),
    ]);
    const landed = await sallyport(repo, ['apply', '--commit', '--yes'], { input: GOOD });
    expect(landed.code).toBe(0);
    expect(read(repo, 'a.txt')).toBe('one\nTWO\nthree\n');
    expect(repo.status()).toEqual([]);
    expect(repo.git('log', '-1', '--format=%s')).toBe('Edit a.txt');
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  });
});

describe('the queue from the command line', () => {
  test('submit without a daemon stores; a daemon then lands it', async () => {
    using repo = tempRepo({ files: FILES });
    const stored = await sallyport(repo, ['submit', '-', '--json'], { input: GOOD });
    expect(stored.code).toBe(5);
    const { id } = JSON.parse(stored.stdout) as { id: string };
    expect((await sallyport(repo, ['show', id, '--payload'])).stdout).toBe(GOOD);
    const daemon = await startDaemon(repo);
    expect((await sallyport(repo, ['wait', id])).code).toBe(0);
    await daemon.stop();
    expect(read(repo, 'a.txt')).toBe('one\nTWO\nthree\n');
  });

  test('a refused one can be shown, retried when the branch allows it, and is exit 1', async () => {
    using repo = tempRepo({ files: FILES });
    const daemon = await startDaemon(repo);
    const refused = await sallyport(repo, ['submit', '--wait', '-', '--json'], {
      input: replaceBlock('a.txt', 'zwei', 'TWO'),
    });
    expect(refused.code).toBe(1);
    const { id } = JSON.parse(refused.stdout) as { id: string };
    expect((await sallyport(repo, ['show', id, '--reply'])).stdout).toMatch(
      /does not stand in `a.txt`[\s\S]*## Send next/,
    );
    repo.commit('now it is there', { 'a.txt': 'one\nzwei\nthree\n' });
    const retried = await sallyport(repo, ['retry', id, '--json']);
    const again = JSON.parse(retried.stdout) as { id: string; parent: string };
    expect(again.parent).toBe(id);
    expect((await sallyport(repo, ['wait', again.id])).code).toBe(0);
    // It stands there now: the wait is for a refusal.
    const third = await sallyport(repo, ['retry', id, '--wait', '--json']);
    expect([third.code, JSON.parse(third.stdout)]).toEqual([
      1,
      expect.objectContaining({ state: 'rejected', parent: id }),
    ]);
    expect((await sallyport(repo, ['retry', id, '--wait', '--timeout', 'soon'])).code).toBe(2);
    const log = await sallyport(repo, ['log', '--json']);
    expect((JSON.parse(log.stdout) as { state: string }[]).map(({ state }) => state)).toEqual([
      'rejected',
      'landed',
      'rejected',
    ]);
    await daemon.stop();
  });

  test('a held one can be refused by a person, or cancelled', async () => {
    using repo = tempRepo({ files: FILES });
    const daemon = await startDaemon(repo);
    const ids: string[] = [];
    for (const value of ['1', '2']) {
      const held = await sallyport(repo, ['submit', '--wait', '-', '--json'], {
        input: replaceBlock('package-lock.json', '{}', `{ "a": ${value} }`),
      });
      expect(held.code).toBe(5);
      ids.push((JSON.parse(held.stdout) as { id: string }).id);
    }
    const [first = '', second = ''] = ids;
    expect((await sallyport(repo, ['reject', first, '--yes', '-m', 'not now'])).code).toBe(0);
    expect((await sallyport(repo, ['cancel', second])).code).toBe(0);
    const shown = await sallyport(repo, ['show', first]);
    expect(shown.stdout).toContain('not now');
    expect((await sallyport(repo, ['status'])).stdout).toContain('1 rejected, 1 cancelled');
    await daemon.stop();
  });
});

describe('the daemon', () => {
  test('runs in the background, shows itself, and stops', async () => {
    using repo = tempRepo({ files: FILES });
    const started = await sallyport(repo, ['start', '--detach', '--json']);
    expect(started.code).toBe(0);
    const { daemon } = JSON.parse(started.stdout) as { daemon: { pid: number } };
    const status = await sallyport(repo, ['status', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({
      daemon: { pid: daemon.pid },
      branch: 'refs/heads/main',
    });
    expect((await sallyport(repo, ['submit', '--wait', '-'], { input: GOOD })).code).toBe(0);
    expect((await sallyport(repo, ['stop'])).code).toBe(0);
    await until(() => !isAlive(daemon.pid), 'it is gone');
    expect((await sallyport(repo, ['stop'])).code).toBe(4);
    expect(existsSync(join(repo.dir, '.git', 'sallyport', 'daemon.log'))).toBe(true);
  });

  test('that does not come up in the background is told with its reason', async () => {
    using repo = tempRepo({ files: FILES });
    repo.git('config', '--unset', 'user.email');
    for (const _ of [1, 2]) {
      const started = await sallyport(repo, ['start', '--detach']);
      expect(started.code).toBe(3);
      expect(started.stderr).toBe(
        [
          'sallyport: the background daemon did not come up: git does not know who commits in this repository',
          '  Run: git config user.name "Your Name" && git config user.email you@example.com',
          `  Its output is in ${join(repo.dir, '.git', 'sallyport', 'daemon.out')}`,
          '',
        ].join('\n'),
      );
    }
  });

  test('ends by itself when its repository is removed', async () => {
    const repo = tempRepo({ files: FILES });
    const daemon = await startDaemon(repo);
    repo.remove();
    const end = await daemon.ended;
    expect(end.signal).toBeNull();
    repo.remove();
  });

  test('doctor finds everything in order, and says what is not', async () => {
    using repo = tempRepo({ files: FILES });
    const well = await sallyport(repo, ['doctor', '--json']);
    expect(well.code).toBe(0);
    const { checks } = JSON.parse(well.stdout) as { checks: { name: string; verdict: string }[] };
    expect(checks.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
    expect(checks.map(({ name }) => name)).toContain('sandbox');
    repo.git('config', '--unset', 'user.email');
    const ill = await sallyport(repo, ['doctor']);
    expect([ill.code, ill.stdout]).toEqual([3, expect.stringContaining('git config user.name')]);
  });

  test('a config that is not valid is told once by doctor and status, committed or not', async () => {
    using repo = tempRepo({ files: FILES });
    repo.write('sallyport.config.json', '{ "gates": [{ "name": 3 }], "targt": 1 }\n');
    const note = /not valid \(sallyport\.config\.json:1:\d+: .*, and 2 more\): mend it before/;
    for (const command of ['status', 'doctor']) {
      const { code, stdout } = await sallyport(repo, [command]);
      expect([command, code, stdout]).toEqual([command, 0, expect.stringMatching(note)]);
    }
    repo.git('add', '-A');
    repo.git('commit', '-q', '-m', 'broken');
    const ill = await sallyport(repo, ['doctor']);
    expect(ill.code).toBe(3);
    expect(ill.stdout.match(/gates\[0\]\.run: missing/g)).toHaveLength(1);
    expect(ill.stdout).toMatch(/note {2}trust .*not known/);
    // Each line of a finding stands in its column.
    for (const line of ill.stdout.trimEnd().split('\n'))
      expect(line).toMatch(/^(?:ok {2}|note|bad | {4}) {2}/);
    const { code, stdout } = await sallyport(repo, ['status']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('nothing lands until it is')]);
    expect(stdout.match(/gates\[0\]\.run: missing/g)).toHaveLength(1);
    const { stdout: json } = await sallyport(repo, ['status', '--json']);
    expect(JSON.parse(json)).toMatchObject({
      configInForce: true,
      configProblem: expect.stringContaining('gates[0].run') as unknown,
    });
  });

  test('a list has one line for each, however much there is to say', async () => {
    using repo = tempRepo({ files: FILES });
    const daemon = await startDaemon(repo);
    const name = `long\n${'name '.repeat(20)}.md`;
    repo.write(
      name,
      `${replaceBlock('a.txt', 'x'.repeat(300), 'y')}${replaceBlock('b.txt', 'q', 'r')}`,
    );
    expect((await sallyport(repo, ['submit', '--wait', name])).code).toBe(1);
    const { stdout } = await sallyport(repo, ['log']);
    const [line, ...others] = stdout.trimEnd().split('\n');
    expect(others).toEqual([]);
    expect(line).toMatch(/ {2}long name .*…  .*\(and 1 more\)$/);
    expect(line?.length).toBeLessThan(240);
    await daemon.stop();
  });

  test('init writes a config with the checks it found, tried once, and can be run again', async () => {
    using repo = tempRepo({
      files: {
        'package.json':
          '{ "name": "x", "scripts": { "test": "node -e 0", "lint": "node -e \'process.exit(1)\'" } }\n',
      },
    });
    const first = await sallyport(repo, ['init', '--yes', '--json']);
    expect(first.code).toBe(0);
    expect(JSON.parse(first.stdout)).toMatchObject({
      config: { written: true, committed: true, trusted: true },
      gates: expect.arrayContaining([
        expect.objectContaining({ name: 'test', required: true }),
        expect.objectContaining({ name: 'lint', required: false }),
      ]) as unknown,
    });
    expect(repo.status()).toEqual([]);
    expect((await sallyport(repo, ['config', 'validate'])).code).toBe(0);
    const again = await sallyport(repo, ['init']);
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('left as it is')]);
  });

  test('what a config runs is trusted once per machine; until then it is held, then goes on', async () => {
    using repo = tempRepo({
      files: {
        ...FILES,
        'sallyport.config.json': '{ "gates": [{ "name": "t", "run": "true" }] }\n',
      },
    });
    const stored = await sallyport(repo, ['submit', '-', '--json'], { input: GOOD });
    const { id } = JSON.parse(stored.stdout) as { id: string };
    // An agent's --yes trusts nothing.
    const started = await sallyport(repo, ['start', '--detach', '--yes'], {
      env: { CLAUDECODE: '1' },
    });
    expect([started.code, started.stderr]).toEqual([0, expect.stringContaining('config trust')]);
    expect((await sallyport(repo, ['wait', id])).code).toBe(5);
    expect((await sallyport(repo, ['config', 'trust', '--yes'])).stdout).toContain(id);
    expect((await sallyport(repo, ['wait', id])).code).toBe(0);
    expect((await sallyport(repo, ['stop'])).code).toBe(0);
  });
});

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('the library loads without git, watcher or logger', async () => {
  using repo = tempRepo();
  const file = join(repo.root, 'use.mjs');
  const index = new URL('../../dist/index.js', import.meta.url).href;
  writeFileSync(
    file,
    `import { decode, apply, explain } from ${JSON.stringify(index)};\nconsole.log(typeof decode, typeof apply, typeof explain);\n`,
  );
  const { execFileSync } = await import('node:child_process');
  expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).toBe(
    'function function function\n',
  );
});
