import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** A process in uninterruptible sleep does not even end by force: it is not waited for longer than this. */
const UNKILLABLE_MS = 10_000;
const MOST_BYTES = 4_096;

/** The first process of a namespace: its end is the end of all that is in there. */
export interface AnnouncedProcess {
  /** Waits for its end. False: it was not announced, or does not end. */
  readonly hasEnded: () => Promise<boolean>;
}

/**
 * Listens for the process that `bwrap --info-fd` announces as `{"child-pid": 12, …}`. The program itself ends before it:
 * what a confined command left running is ended by the kernel only then, and may write files for some milliseconds more.
 */
export function announcedProcess(stream: Readable): AnnouncedProcess {
  let text = '';
  let known: { readonly pid: number; readonly start: string | null } | null = null;
  const closed = new Promise<void>((resolve) => {
    stream.on('data', (chunk: Buffer) => {
      if (text.length < MOST_BYTES) text += chunk.toString('latin1');
      const [, digits] = /"child-pid"\s*:\s*(\d+)\s*[,}]/.exec(text) ?? [];
      if (digits === undefined || known !== null) return;
      const pid = Number(digits);
      known = { pid, start: startOf(pid) };
    });
    stream.on('error', () => resolve()).on('close', () => resolve());
  });
  return {
    hasEnded: async () => {
      const deadline = performance.now() + UNKILLABLE_MS;
      // The program's end closes it: only the program ever held it.
      await Promise.race([closed, pause(UNKILLABLE_MS, undefined, { ref: false })]);
      stream.destroy();
      if (known === null) return false;
      const { pid, start } = known;
      while (isThere(pid, start)) {
        if (performance.now() > deadline) return false;
        await pause(1);
      }
      return true;
    },
  };
}

/** State and start time of a process (proc_pid_stat(5)); null where nobody is there, or nobody may look. */
function lookAt(pid: number): { readonly state: string; readonly start: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', start: fields[19] ?? '' };
  } catch {
    return null;
  }
}

const startOf = (pid: number): string | null => lookAt(pid)?.start ?? null;

/** A dead process that nobody has asked after holds nothing any more; another may have got its number. */
function isThere(pid: number, start: string | null): boolean {
  const look = lookAt(pid);
  if (look !== null) {
    return !['Z', 'X'].includes(look.state) && (start === null || look.start === start);
  }
  // Where `/proc` hides processes there is still this question.
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
