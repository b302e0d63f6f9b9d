import { spawn, type ChildProcess } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { createInbox, type Delivery } from '../../../src/store/inbox.ts';
import { openStore, type Store } from '../../../src/store/open-store.ts';

/** A clock that ticks a millisecond a look. */
export function ticking(start = 1_000): () => number {
  let now = start;
  return () => (now += 1);
}

/** A store that is closed when the test ends. */
export function testStore(stateDir: string, options: Parameters<typeof openStore>[2] = {}): Store {
  const store = openStore(stateDir, ticking(), options);
  onTestFinished(store.close);
  return store;
}

export const delivery = (over: Partial<Delivery> = {}): Delivery => ({
  name: 'answer.md',
  source: 'drop-folder',
  author: { name: 'Ada', email: 'ada@example.com', agent: null },
  payload: Buffer.from('hello\n'),
  target: null,
  parent: null,
  claimKey: null,
  ...over,
});

export const submitTo = (store: Store, over: Partial<Delivery> = {}) =>
  createInbox(store).submit(delivery(over)).id;

/** Runs a script, named from this folder, in a process of its own. */
export const startChild = (script: string, args: readonly string[]): ChildProcess =>
  startProcess(process.execPath, [new URL(script, import.meta.url).pathname, ...args]);

/** Runs a command, killed at the test's end where it still runs. */
export function startProcess(command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  });
  return child;
}

/** Resolves to the child's code or signal when it and its output have ended. */
export const ended = (child: ChildProcess): Promise<number | NodeJS.Signals | null> =>
  new Promise((resolve) => {
    child.on('close', (code, signal) => {
      resolve(code ?? signal);
    });
  });

/** All lines that the child prints, and a promise of the first. */
export function linesOf(child: ChildProcess): { lines: string[]; first: Promise<void> } {
  const lines: string[] = [];
  let rest = '';
  const first = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const parts = (rest + chunk.toString()).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
      if (lines.length > 0) resolve();
    });
    child.on('close', () => {
      resolve();
    });
  });
  return { lines, first };
}
