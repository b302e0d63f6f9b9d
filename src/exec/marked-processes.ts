import { readdirSync, readFileSync } from 'node:fs';

/**
 * Variable that marks every process started through `runProcess`, and what it starts in turn: `SCOPE:RUN`. It is how a
 * process is found again that left its group (a daemon of its own session), or that outlived the program that started it.
 */
export const MARK = 'SALLYPORT_RUN';

const ROUNDS = 20;

/**
 * Ends, by force, every process of this user whose mark starts with `prefix`, and says how many there were. Needs
 * Linux's `/proc`; elsewhere it finds nothing. A process that clears its environment is not found.
 */
export function endMarkedProcesses(prefix: string): number {
  const ended = new Set<number>();
  // What is found may be starting others meanwhile; once a look finds nothing new there is nobody left to start any.
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = markedProcesses(prefix).filter((pid) => !ended.has(pid));
    if (found.length === 0) break;
    for (const pid of found) {
      ended.add(pid);
      endProcess(pid);
    }
  }
  return ended.size;
}

function markedProcesses(prefix: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  const wanted = Buffer.from(`${MARK}=${prefix}`);
  return entriesOf('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => hasVariable(environmentOf(name), wanted))
    .map(Number);
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty for a process that ended meanwhile, that belongs to another user, or that is dead and not yet reaped. */
function environmentOf(pid: string): Buffer {
  try {
    return readFileSync(`/proc/${pid}/environ`);
  } catch {
    return Buffer.alloc(0);
  }
}

/** True where a variable starts there, not only some variable's value. */
function hasVariable(environment: Buffer, start: Buffer): boolean {
  for (let at = environment.indexOf(start); at !== -1; at = environment.indexOf(start, at + 1)) {
    if (at === 0 || environment[at - 1] === 0) return true;
  }
  return false;
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
