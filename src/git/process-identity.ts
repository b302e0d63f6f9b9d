import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Which run of which process, so that a reused process id is not taken for it: the boot of the machine and the
 * process's start time, in whatever unit the system counts.
 */
export interface ProcessIdentity {
  readonly pid: number;
  readonly boot: string;
  readonly started: string;
}

let own: ProcessIdentity | null = null;

/** This process. */
export function ownIdentity(): ProcessIdentity {
  own ??= { pid: process.pid, boot: bootId(), started: startOf(process.pid) ?? '' };
  return own;
}

/** Whether that very run of the process still lives. Where it cannot be told, it counts as alive. */
export function isAlive(identity: ProcessIdentity): boolean {
  const boot = bootId();
  if (boot !== '' && identity.boot !== '' && boot !== identity.boot) return false;
  try {
    process.kill(identity.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const started = startOf(identity.pid);
  return started === null || identity.started === '' || started === identity.started;
}

/** Null for text that is not an identity. */
export function parseIdentity(value: unknown): ProcessIdentity | null {
  if (typeof value !== 'object' || value === null) return null;
  const { pid, boot, started } = value as Record<string, unknown>;
  if (typeof pid !== 'number' || typeof boot !== 'string' || typeof started !== 'string')
    return null;
  return { pid, boot, started };
}

let boot: string | null = null;

function bootId(): string {
  boot ??= readBootId();
  return boot;
}

function readBootId(): string {
  try {
    if (process.platform === 'linux')
      return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    if (process.platform === 'win32') return '';
    return execFileSync('sysctl', ['-n', 'kern.boottime'], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Null where the system does not tell, or the process is gone. A zombie counts as gone. */
function startOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The second field is the command in brackets and may hold anything; the 22nd is the start time.
      const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? 'zombie' : (fields[19] ?? null);
    }
    if (process.platform === 'win32') return null;
    const options = { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } } as const;
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], options).trim() || null;
  } catch {
    return null;
  }
}
