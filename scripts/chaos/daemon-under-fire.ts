import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { LAUNCHER, commandEnv, type CommandEnd } from '../../test/support/sallyport-command.ts';
import type { TempRepo } from '../../test/support/temp-repo.ts';
import type { Kill } from './kills.ts';

/** How long a step may let itself be waited for before the daemon is killed anyway; milliseconds. */
const STEP_PATIENCE_MS = 40_000;

/** How a daemon died. `missed`: its step was not reached in time, so it was killed from outside. */
export type Death = 'step' | 'random' | 'missed';

/** Daemons that this process started: none may outlive it. */
const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** Starts a daemon and sees that it dies as planned. Throws where it ended in any other way. */
export async function dieOnce(
  repo: TempRepo,
  kill: Kill,
  options: { readonly launcher?: string; readonly onWait: () => void },
): Promise<Death> {
  const child = spawn(process.execPath, [options.launcher ?? LAUNCHER, 'start', '--yes'], {
    cwd: repo.dir,
    env: commandEnv(
      repo,
      kill.kind === 'step' ? { SALLYPORT_CRASH_AT: `${kill.step}:${kill.times}` } : {},
    ),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  alive.add(child);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const end: { value?: Pick<CommandEnd, 'code' | 'signal'> } = {};
  const ended = new Promise<void>((resolve) => {
    child.on('exit', (code, signal) => {
      alive.delete(child);
      end.value = { code, signal };
      resolve();
    });
  });
  const deadline = Date.now() + (kill.kind === 'random' ? kill.afterMs : STEP_PATIENCE_MS);
  while (end.value === undefined && Date.now() < deadline) {
    await Promise.race([ended, pause(Math.min(200, Math.max(1, deadline - Date.now())))]);
    options.onWait();
  }
  const isOverdue = end.value === undefined;
  if (isOverdue) child.kill('SIGKILL');
  await ended;
  child.stderr.destroy();
  if (end.value?.signal !== 'SIGKILL') {
    throw new Error(`the daemon ended by itself (${JSON.stringify(end.value)}): ${said}`);
  }
  if (kill.kind === 'random') return 'random';
  return isOverdue ? 'missed' : 'step';
}
