import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { familyOf, memoryOf, parsePs, processTable } from '../../../src/exec/process-table.ts';
import { runProcess } from '../../../src/exec/run-process.ts';
import type { UsageBounds } from '../../../src/exec/usage-watch.ts';

const MB = 1024 * 1024;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'usage-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bounded = (script: string, bounds: Partial<UsageBounds>) =>
  runProcess({
    command: 'sh',
    args: ['-c', script],
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    timeoutMs: 120_000,
    maxOutputBytes: 10_000,
    bounds: { memoryBytes: 4096 * MB, processes: 1000, ...bounds },
  });

/** Takes so much memory, then keeps it. */
const hog = (megabytes: number): string =>
  `exec "${process.execPath}" -e "const kept = [];
    const grow = () => { if (kept.length * 16 < ${megabytes}) { kept.push(Buffer.alloc(16 * ${MB}, 1)); setTimeout(grow, 5); } };
    grow(); setInterval(() => kept.length, 1000)"`;

/** Doubles so many times, then waits. */
const bomb = (times: number): string =>
  `bomb() { [ "$1" -gt 0 ] || { sleep 600; return; }; bomb $(($1 - 1)) & bomb $(($1 - 1)) & wait; }
   bomb ${times}`;

describe('a process that takes more than it may is ended', () => {
  test('in memory', async () => {
    const end = await bounded(hog(1024), { memoryBytes: 256 * MB });
    expect(end).toMatchObject({ ended: 'over-bounds', over: { what: 'memory', bound: 256 * MB } });
    expect(end.ended === 'over-bounds' && end.over.used).toBeGreaterThan(256 * MB);
  });

  test('in memory of all that it started, together', async () => {
    const end = await bounded(`(${hog(192)}) & (${hog(192)}) & wait`, { memoryBytes: 256 * MB });
    expect(end).toMatchObject({ ended: 'over-bounds', over: { what: 'memory' } });
  });

  test('in processes, with all that it started', async () => {
    const end = await bounded(`echo $$ > leader; ${bomb(8)}`, { processes: 60 });
    expect(end).toMatchObject({ ended: 'over-bounds', over: { what: 'processes', bound: 60 } });
    const leader = Number(readFileSync(join(folder, 'leader'), 'utf8'));
    while (familyOf(await processTable(), leader).length > 0) await pause(20);
  });

  test('in processes that leave its group', async () => {
    const end = await bounded(
      'for each in $(seq 80); do setsid sleep 600 & done; echo started; wait',
      { processes: 60 },
    );
    expect(end).toMatchObject({ ended: 'over-bounds', over: { what: 'processes' } });
  });
});

test('a process that takes as much as it may goes on', async () => {
  const end = await bounded('for each in $(seq 20); do sleep 1 & done; wait; echo done', {
    processes: 30,
  });
  expect(end).toMatchObject({ ended: 'exit', code: 0 });
  expect(end.stdout.toString()).toBe('done\n');
});

describe.skipIf(process.platform !== 'linux')('is offered first where memory runs out', () => {
  const untilOffered = (pid: string): string =>
    `until [ "$(cat /proc/${pid}/oom_score_adj)" = 500 ]; do sleep 0.05; done`;

  test('itself, and what it starts from then on', async () => {
    const end = await bounded(`${untilOffered('$$')}; cat /proc/self/oom_score_adj`, {});
    expect(end.stdout.toString()).toBe('500\n');
  });

  test('and what it started before anybody could say so', async () => {
    const end = await bounded(
      `sleep 600 & early=$!
       echo 0 > /proc/$early/oom_score_adj
       ${untilOffered('$early')}
       kill $early; echo offered`,
      {},
    );
    expect(end.stdout.toString()).toBe('offered\n');
  });
});

describe('the listing of processes', () => {
  test('has this process, its parent and its memory', async () => {
    const table = await processTable();
    const own = table.find(({ pid }) => pid === process.pid);
    expect(own?.parent).toBe(process.ppid);
    const bytes = own === undefined ? 0 : memoryOf(own, true);
    expect(bytes).toBeGreaterThan(8 * MB);
    expect(bytes).toBeLessThanOrEqual(process.memoryUsage.rss() * 2);
  });

  test('is read from what ps prints, too', () => {
    const printed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,rss='], { encoding: 'utf8' });
    const own = parsePs(printed).find(({ pid }) => pid === process.pid);
    expect(own).toMatchObject({ parent: process.ppid });
    expect(own?.bytes).toBeGreaterThan(8 * MB);
    expect(parsePs('  1 0 1 10\nnot a line\n 2 1 1\n')).toEqual([
      { pid: 1, parent: 0, group: 1, bytes: 10_240 },
    ]);
  });
});

test('a family is the leader, who descends from it, and its group', () => {
  const entry = (pid: number, parent: number, group: number) => ({ pid, parent, group, bytes: 1 });
  const table = [
    entry(10, 1, 10),
    entry(11, 10, 10),
    entry(12, 11, 12),
    entry(13, 12, 12),
    entry(14, 1, 10),
    entry(15, 14, 15),
    entry(20, 1, 20),
  ];
  expect(
    familyOf(table, 10)
      .map(({ pid }) => pid)
      .toSorted((a, b) => a - b),
  ).toEqual([10, 11, 12, 13, 14, 15]);
  expect(familyOf(table, 99)).toEqual([]);
});
