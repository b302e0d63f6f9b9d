import { spawn } from 'node:child_process';

/** `polite` lets the processes clean up; `forced` cannot be ignored. */
export type Ending = 'polite' | 'forced';

const isWindows = process.platform === 'win32';

/** Whether a child must be spawned `detached` for `endProcessGroup` to reach what it starts. */
export const NEEDS_OWN_GROUP = !isWindows;

/**
 * Ends a child and everything in its process group (on Windows: everything in its process tree). `leader` is the pid
 * of a child spawned with `detached: NEEDS_OWN_GROUP`. A group that is gone already is fine; never throws.
 */
export function endProcessGroup(leader: number, ending: Ending): void {
  if (isWindows) {
    const args = ['/pid', String(leader), '/T', ...(ending === 'forced' ? ['/F'] : [])];
    spawn('taskkill', args, { stdio: 'ignore', windowsHide: true }).on('error', () => undefined);
    return;
  }
  try {
    process.kill(-leader, ending === 'forced' ? 'SIGKILL' : 'SIGTERM');
  } catch {
    // ESRCH: nothing is left of the group. EPERM: what is left changed its user, and is not ours to end.
  }
}
