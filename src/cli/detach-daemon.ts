import { spawn } from 'node:child_process';
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Fault, isFault } from '../core/model/fault.ts';
import { ask } from '../daemon/control-socket.ts';
import type { Repository } from '../git/repository.ts';
import { LAUNCHER } from '../hook/launcher.ts';
import type { InstanceInfo } from '../store/instance-lock.ts';
import type { CliContext } from './cli-context.ts';
import { runningDaemon } from './daemon-client.ts';

/** Longest wait for a background daemon to report for duty; milliseconds. */
const READY_MS = 20_000;

/**
 * Starts a daemon in the background and waits until it answers. `port` of 127.0.0.1, or null. Throws `Fault` io-failed
 * where it does not come up.
 */
export async function detachDaemon(
  context: Pick<CliContext, 'env' | 'signal'>,
  repo: Repository,
  port: number | null,
): Promise<InstanceInfo> {
  mkdirSync(repo.stateDir, { recursive: true, mode: 0o700 });
  const outputFile = join(repo.stateDir, 'daemon.out');
  const file = openSync(outputFile, 'a', 0o600);
  const before = fstatSync(file).size;
  const http = port === null ? [] : ['--http', String(port)];
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=1', LAUNCHER, 'start', '--repo', repo.worktree, ...http],
    {
      cwd: repo.worktree,
      detached: true,
      stdio: ['ignore', file, file],
      env: { ...context.env },
    },
  );
  closeSync(file);
  child.unref();
  let hasEnded = false;
  child.once('exit', () => {
    hasEnded = true;
  });
  for (let waited = 0; waited < READY_MS; waited += 100) {
    const instance = runningDaemon(repo);
    if (instance !== null && (await answers(instance))) return instance;
    if (hasEnded) break;
    await pause(100, undefined, { signal: context.signal });
  }
  const [cause, ...more] = lastWords(readFileSync(outputFile).subarray(before).toString('utf8'));
  throw new Fault(
    'io-failed',
    `the background daemon did not come up${cause === undefined ? '' : `: ${cause}`}`,
    { hint: [...more, `Its output is in ${outputFile}`].join('\n  ') },
  );
}

/** Lines of a daemon's output that are told to whoever wanted it started. */
const MOST_LINES = 6;

/** What a daemon said at its end: its last message without the program's name, and the lines that go with it. */
function lastWords(output: string): readonly string[] {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const begins = lines.findLastIndex((line) => line.startsWith(NAME));
  const [first, ...more] = begins === -1 ? lines.slice(-MOST_LINES) : lines.slice(begins);
  if (first === undefined) return [];
  return [first.replace(NAME, ''), ...more.slice(0, MOST_LINES - 1).map((line) => line.trim())];
}

const NAME = 'sallyport: ';

/** A daemon holds its lock before its doors are open. */
async function answers({ socket }: InstanceInfo): Promise<boolean> {
  try {
    await ask(socket, 'GET', '/status');
    return true;
  } catch (error) {
    if (isFault(error)) return false;
    throw error;
  }
}
