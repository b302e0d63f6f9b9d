import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** One process of this machine: its pid, its parent's, and that of its group's leader. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Bytes of memory, where the listing tells; else null: see `memoryOf`. */
  readonly bytes: number | null;
}

/** All processes of this machine that may be seen; empty where nobody can tell (Windows). */
export async function processTable(): Promise<readonly ProcessEntry[]> {
  if (process.platform === 'linux') return listProc();
  return process.platform === 'win32' ? [] : parsePs(await runPs());
}

/** The process, all that descend from it, and all of its group. */
export function familyOf(table: readonly ProcessEntry[], leader: number): readonly ProcessEntry[] {
  const children = Map.groupBy(table, ({ parent }) => parent);
  const family = new Map<number, ProcessEntry>();
  const open = table.filter(({ pid, group }) => pid === leader || group === leader);
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    if (family.has(entry.pid)) continue;
    family.set(entry.pid, entry);
    open.push(...(children.get(entry.pid) ?? []));
  }
  return [...family.values()];
}

/**
 * Bytes of memory that one process takes: what it wrote to, swapped out or not. Files that are only mapped to be read are
 * left out. What a forked process shares with its parent counts for both, unless it is `isExact`: then each takes its part,
 * which costs more to find out.
 */
export function memoryOf({ pid, bytes }: ProcessEntry, isExact: boolean): number {
  if (bytes !== null) return bytes;
  const rough = sumOf(read(`/proc/${pid}/status`), /^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm);
  if (!isExact) return rough;
  const shares = read(`/proc/${pid}/smaps_rollup`);
  return shares.includes('\nPss_Anon:')
    ? sumOf(shares, /^(?:Pss_Anon|Pss_Shmem|SwapPss):\s+(\d+) kB$/gm)
    : rough;
}

const sumOf = (text: string, kilobytes: RegExp): number =>
  [...text.matchAll(kilobytes)].reduce((sum, [, amount]) => sum + Number(amount) * 1024, 0);

function listProc(): readonly ProcessEntry[] {
  return names('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const stat = read(`/proc/${name}/stat`);
    // The name in parentheses may hold anything, parentheses and blanks too.
    const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3);
    if (parent === undefined || group === undefined) return [];
    return [{ pid: Number(name), parent: Number(parent), group: Number(group), bytes: null }];
  });
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty for a process that ended meanwhile, or that may not be looked at. */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

const PS_MS = 10_000;

async function runPs(): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(
      'ps',
      ['-A', '-o', 'pid=', '-o', 'ppid=', '-o', 'pgid=', '-o', 'rss='],
      { maxBuffer: 1 << 26, timeout: PS_MS },
    );
    return stdout;
  } catch {
    return '';
  }
}

/** Reads what POSIX `ps` prints of pid, parent, group and resident kilobytes, a process a line. */
export const parsePs = (printed: string): readonly ProcessEntry[] =>
  [...printed.matchAll(/^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*$/gm)].map(
    ([, pid, parent, group, kilobytes]) => ({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      bytes: Number(kilobytes) * 1024,
    }),
  );
