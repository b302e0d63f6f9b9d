import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acquireInstanceLock, readInstance } from '../../../src/store/instance-lock.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { ended, linesOf, startChild } from './store-fixture.ts';

const INFO = { pid: process.pid, version: '0.0.1', startedAt: 1, socket: '/tmp/s.sock' };

test('one holder at a time, who says who it is', () => {
  const dir = tempDir();
  expect(readInstance(dir)).toBeNull();
  expect(readdirSync(dir)).toEqual([]);
  const lock = acquireInstanceLock(dir, INFO);
  expect(readInstance(dir)).toEqual(INFO);
  expect(() => acquireInstanceLock(dir, INFO)).toThrow(
    expect.objectContaining({
      code: 'already-running',
      message: expect.stringContaining(`process ${process.pid}`),
    }),
  );
  expect(statSync(join(dir, 'daemon.lock')).mode & 0o777).toBe(0o600);
  expect(statSync(join(dir, 'daemon.json')).mode & 0o777).toBe(0o600);
  lock.release();
  lock.release();
  expect(readInstance(dir)).toBeNull();
  acquireInstanceLock(dir, INFO).release();
});

test('another process holds it, and frees it however it ends', async () => {
  const dir = tempDir();
  for (const end of ['SIGKILL', 'stdin', 'SIGTERM'] as const) {
    const child = startChild('lock-process.ts', [dir]);
    const { lines, first } = linesOf(child);
    const over = ended(child);
    await first;
    expect(lines).toEqual(['held']);
    expect(readInstance(dir)).toEqual({
      pid: child.pid,
      version: '1.2.3',
      startedAt: 7,
      socket: '/run/x.sock',
    });
    expect(() => acquireInstanceLock(dir, INFO)).toThrow(`process ${child.pid}`);
    if (end === 'stdin') child.stdin?.end();
    else child.kill(end);
    await over;
    expect(readInstance(dir)).toBeNull();
  }
  acquireInstanceLock(dir, INFO).release();
});

test('of many that start at once, one wins, whoever else looks', async () => {
  const dir = tempDir();
  const children = Array.from({ length: 5 }, () => startChild('lock-process.ts', [dir]));
  const outputs = children.map(linesOf);
  const ends = children.map(ended);
  await Promise.all(outputs.map(({ first }) => first));
  expect(outputs.flatMap(({ lines }) => lines).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => 'already-running'),
    'held',
  ]);
  for (const child of children) child.stdin?.end();
  await Promise.all(ends);
});
