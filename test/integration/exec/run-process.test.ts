import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endMarkedProcesses } from '../../../src/exec/marked-processes.ts';
import { runProcess, type ProcessRequest } from '../../../src/exec/run-process.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-process-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const shell = (script: string, more: Partial<ProcessRequest> = {}) =>
  runProcess({
    command: 'sh',
    args: ['-c', script],
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    timeoutMs: 60_000,
    maxOutputBytes: 100_000,
    graceMs: 200,
    ...more,
  });

const node = (script: string, more: Partial<ProcessRequest> = {}) =>
  shell('', { command: process.execPath, args: ['-e', script], ...more });

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie that nobody has reaped yet is dead.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

/** Waits until the process is gone; the test's own time-out is the only limit. */
const gone = async (pid: number): Promise<void> => {
  while (isAlive(pid)) await sleep(20);
};

const pidIn = (name: string): number => Number(readFileSync(join(folder, name), 'utf8').trim());

const appears = async (name: string): Promise<void> => {
  while (!existsSync(join(folder, name)) || readFileSync(join(folder, name), 'utf8') === '') {
    await sleep(20);
  }
};

describe.skipIf(process.platform !== 'linux')('what a program announces', () => {
  test('is waited for, where it outlives the program', async () => {
    const inner = 'echo up > up; sleep 0.4; echo done > done';
    const end = await shell(
      `env -i PATH="$PATH" setsid sh -c '${inner}' < /dev/null > /dev/null 2>&1 3>&- &
       echo '{ "child-pid": '$!', "more": 1 }' >&3
       while [ ! -s up ]; do :; done`,
      { announces: true },
    );
    expect(existsSync(join(folder, 'done'))).toBe(true);
    expect(end).toMatchObject({ ended: 'exit', code: 0, mayRunOn: false });
  });

  test.each([
    ['is nothing', 'true'],
    ['is no process', 'echo child-pid >&3'],
  ])('%s: something may be running', async (_, script) => {
    const end = await shell(script, { announces: true });
    expect(end).toMatchObject({ ended: 'exit', code: 0, mayRunOn: true });
  });
});

describe('how a process ended', () => {
  test('exit code, both streams', async () => {
    const end = await shell('echo out; echo err >&2; exit 3');
    expect(end).toMatchObject({ ended: 'exit', code: 3, isTruncated: false });
    expect(end.stdout.toString()).toBe('out\n');
    expect(end.stderr.toString()).toBe('err\n');
    expect(end.durationMs).toBeGreaterThan(0);
  });

  test('a signal of its own is told apart from an exit', async () => {
    expect(await shell('kill -KILL $$')).toMatchObject({ ended: 'signal', signal: 'SIGKILL' });
  });

  test.each([
    ['no such command', { command: 'no-such-command-anywhere', args: [] }, /no such command/],
    ['not executable', { command: './plain', args: [] }, /not executable/],
    ['no such folder', { command: 'sh', args: [], cwd: '/no/such/folder' }, /is missing/],
    ['a NUL byte', { command: 'sh', args: ['a\0b'] }, /null bytes/],
    [
      'too many arguments',
      { command: 'sh', args: Array.from({ length: 40 }, () => 'x'.repeat(120_000)) },
      /too long/,
    ],
  ])('could not start: %s', async (_, request, reason) => {
    writeFileSync(join(folder, 'plain'), 'exit 0\n', { mode: 0o600 });
    const end = await shell('', request);
    expect(end).toMatchObject({ ended: 'could-not-start', reason: expect.stringMatching(reason) });
  });

  test('nothing is inherited but what was given', async () => {
    const end = await shell('env', { env: { PATH: process.env['PATH'] ?? '', ONLY: 'this' } });
    const names = end.stdout
      .toString()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(
      names.filter((name) => !['PWD', 'OLDPWD', '_', 'SHLVL', ''].includes(name ?? '')),
    ).toEqual(expect.arrayContaining(['ONLY', 'PATH']));
    expect(names).not.toContain('HOME');
  });
});

describe('standard input', () => {
  test('is written and closed', async () => {
    expect((await shell('cat', { stdin: 'hello' })).stdout.toString()).toBe('hello');
  });

  test('is empty where none is given', async () => {
    expect(await shell('cat')).toMatchObject({ ended: 'exit', code: 0 });
  });

  test('a program that does not read it does no harm', async () => {
    const end = await shell('exec <&-; exit 4', { stdin: Buffer.alloc(4_000_000) });
    expect(end).toMatchObject({ ended: 'exit', code: 4 });
  });
});

describe('output', () => {
  test('a flood keeps the head and the tail, in bounded memory', async () => {
    const end = await node(
      `const line = 'x'.repeat(99) + '\\n'; require('fs').writeSync(1, 'FIRST\\n');
       for (let i = 0; i < 200000; i++) require('fs').writeSync(1, line);
       require('fs').writeSync(1, 'LAST\\n');`,
      { maxOutputBytes: 1000 },
    );
    expect(end).toMatchObject({ ended: 'exit', code: 0, isTruncated: true });
    const text = end.stdout.toString();
    expect(text.startsWith('FIRST\n')).toBe(true);
    expect(text.endsWith('LAST\n')).toBe(true);
    expect(text).toMatch(/\n\[\d+ bytes left out\]\n/);
    expect(text.length).toBeLessThan(1100);
  });

  test('what stands in the pipe at the exit is not lost', async () => {
    const end = await shell('head -c 60000 /dev/zero | tr "\\0" a');
    expect(end.stdout.length).toBe(60_000);
  });
});

describe('the whole group ends', () => {
  test('at the time-out, with a grandchild that ignores SIGTERM and holds the pipes', async () => {
    const end = await shell(
      `sh -c 'trap "" TERM; echo $$ > grandchild; while :; do sleep 1; done' & wait`,
      { timeoutMs: 3000 },
    );
    expect(end).toMatchObject({ ended: 'timed-out' });
    await gone(pidIn('grandchild'));
  });

  test('at the time-out, with a leader that ignores SIGTERM', async () => {
    const end = await shell('trap "" TERM; echo $$ > leader; while :; do sleep 1; done', {
      timeoutMs: 3000,
    });
    expect(end).toMatchObject({ ended: 'timed-out' });
    await gone(pidIn('leader'));
  });

  test('a leader that exits well on SIGTERM has still timed out', async () => {
    const end = await shell('trap "exit 0" TERM; while :; do sleep 0.1; done', { timeoutMs: 3000 });
    expect(end).toMatchObject({ ended: 'timed-out' });
  });

  test('on cancellation', async () => {
    const controller = new AbortController();
    const running = shell('sleep 1000 & echo $! > child; wait', { signal: controller.signal });
    await appears('child');
    controller.abort();
    expect(await running).toMatchObject({ ended: 'cancelled' });
    await gone(pidIn('child'));
  });

  test('nothing starts where the signal was aborted before', async () => {
    const end = await shell('echo > started', { signal: AbortSignal.abort() });
    expect(end).toMatchObject({ ended: 'cancelled' });
    expect(existsSync(join(folder, 'started'))).toBe(false);
  });

  test('after the exit: a double fork that outlives its parents is ended', async () => {
    const end = await shell(
      '( (sleep 1000 & echo $! > orphan) & ); while [ ! -s orphan ]; do sleep 0.02; done',
    );
    expect(end).toMatchObject({ ended: 'exit', code: 0 });
    await gone(pidIn('orphan'));
  });

  test('after the exit: a daemon that made a session of its own is ended too', async () => {
    const end = await shell(
      `setsid sh -c 'echo $$ > escaped; exec sleep 1000' & while [ ! -s escaped ]; do sleep 0.02; done; echo done`,
    );
    expect(end).toMatchObject({ ended: 'exit', code: 0 });
    expect(end.stdout.toString()).toBe('done\n');
    await gone(pidIn('escaped'));
  });

  test('a descendant that cannot be found and holds the pipes does not hang the call', async () => {
    const end = await shell(
      `setsid env -i PATH="$PATH" sh -c 'echo $$ > escaped; exec sleep 1000' &
       while [ ! -s escaped ]; do sleep 0.02; done; echo done`,
    );
    const escaped = pidIn('escaped');
    try {
      expect(end).toMatchObject({ ended: 'exit', code: 0 });
      expect(end.stdout.toString()).toBe('done\n');
      expect(isAlive(escaped)).toBe(true);
    } finally {
      process.kill(escaped, 'SIGKILL');
    }
  });

  test('what a killed program left running is found by its scope', async () => {
    const program = `
      import { runProcess } from ${JSON.stringify(new URL('../../../src/exec/run-process.ts', import.meta.url).href)};
      await runProcess({ command: 'sh', args: ['-c', 'echo $$ > left; exec sleep 1000'], cwd: ${JSON.stringify(folder)},
        env: process.env, timeoutMs: Infinity, maxOutputBytes: 100, scope: ${JSON.stringify(folder)} });`;
    const killed = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
      cwd: folder,
      stdio: 'ignore',
    });
    await appears('left');
    killed.kill('SIGKILL');
    const left = pidIn('left');
    expect(endMarkedProcesses(`${folder}x:`)).toBe(0);
    expect(isAlive(left)).toBe(true);
    expect(endMarkedProcesses(`${folder}:`)).toBe(1);
    await gone(left);
  });
});
