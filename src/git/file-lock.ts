import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../core/model/fault.ts';
import { isAlive, ownIdentity, parseIdentity } from './process-identity.ts';

/** Longest wait for a lock that a living process holds, in milliseconds. */
const PATIENCE_MS = 120_000;

const queues = new Map<string, Promise<void>>();
let count = 0;

/**
 * Runs `action` while holding the lock file: one at a time in this process, and among processes. A lock whose process is
 * gone is taken over. Fault `busy` where a living one keeps it too long.
 */
export async function withFileLock<T>(path: string, action: () => Promise<T>): Promise<T> {
  const before = queues.get(path) ?? Promise.resolve();
  const { promise: mine, resolve: done } = Promise.withResolvers<void>();
  queues.set(path, mine);
  await before;
  try {
    await acquire(path);
    try {
      return await action();
    } finally {
      await rm(path, { force: true });
    }
  } finally {
    done();
    if (queues.get(path) === mine) queues.delete(path);
  }
}

async function acquire(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const token = JSON.stringify(ownIdentity());
  const deadline = performance.now() + PATIENCE_MS;
  for (let pause = 5; ; pause = Math.min(pause * 2, 200)) {
    if (await place(path, token)) return;
    await takeOverIfDead(path);
    if (await place(path, token)) return;
    if (performance.now() > deadline) {
      throw new Fault('busy', `Another process holds ${path}.`, { retryable: true });
    }
    await sleep(pause);
  }
}

/** The lock appears with its content or not at all: it is written aside and linked in. */
async function place(path: string, token: string): Promise<boolean> {
  count += 1;
  const draft = `${path}.${process.pid}.${count}`;
  await writeFile(draft, token, { mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    return await placeExclusive(path, token);
  } finally {
    await rm(draft, { force: true });
  }
}

async function placeExclusive(path: string, token: string): Promise<boolean> {
  try {
    await writeFile(path, token, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function takeOverIfDead(path: string): Promise<void> {
  const stale = await readFile(path, 'utf8').catch(() => null);
  if (stale === null || !isStale(stale)) return;
  count += 1;
  const moved = `${path}.stale.${process.pid}.${count}`;
  try {
    await rename(path, moved);
  } catch {
    return;
  }
  // Somebody else may have taken it over between the look and the move: then what was moved is alive, and goes back.
  const found = await readFile(moved, 'utf8');
  if (found !== stale) await link(moved, path).catch(() => undefined);
  await rm(moved, { force: true });
}

function isStale(content: string): boolean {
  try {
    const owner = parseIdentity(JSON.parse(content));
    return owner !== null && !isAlive(owner);
  } catch {
    return false;
  }
}
