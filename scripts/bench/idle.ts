import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tempRepo, type TempRepo } from '../../test/support/temp-repo.ts';
import { atMost, shown, type BenchGroup, type BenchLine } from './bench-group.ts';

const SECONDS = 30;
const root = join(import.meta.dirname, '..', '..');
const LAUNCHER = join(root, 'bin', 'sallyport.js');
const BUILT = join(root, 'dist', 'program', 'main.js');

/** Ticks of processor time, and bytes resident, of a process; null where it is gone. Linux only. */
function usageOf(pid: number): { readonly ticks: number; readonly bytes: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return { ticks: Number(fields[11]) + Number(fields[12]), bytes: Number(resident ?? 0) * 1024 };
  } catch {
    return null;
  }
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return -1;
  }
}

/** A process and all that it started. */
function family(pid: number): readonly number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = all.filter((name) => parentOf(name) === pid).map(Number);
  return [pid, ...children.flatMap(family)];
}

/** Runs the command as it is installed. */
function sallyport(repo: TempRepo, ...args: readonly string[]): string {
  return execFileSync(process.execPath, [LAUNCHER, ...args, '--repo', repo.dir], {
    env: { ...process.env, HOME: repo.root, GIT_CONFIG_GLOBAL: '/dev/null', NO_COLOR: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** A daemon in the background, as `start --detach` leaves it: its process. */
function startDaemon(repo: TempRepo): number {
  const said = sallyport(repo, 'start', '--detach');
  const pid = /\(process (\d+)\)/.exec(said)?.[1];
  if (pid === undefined) throw new Error(`the daemon did not start: ${said}`);
  return Number(pid);
}

async function measure(pid: number): Promise<readonly BenchLine[]> {
  // What is left over from the start is cleared away a while after it.
  await pause(25_000);
  const total = (): { ticks: number; bytes: number } =>
    family(pid).reduce(
      (sum, one) => {
        const usage = usageOf(one);
        return { ticks: sum.ticks + (usage?.ticks ?? 0), bytes: sum.bytes + (usage?.bytes ?? 0) };
      },
      { ticks: 0, bytes: 0 },
    );
  const before = total();
  await pause(SECONDS * 1000);
  if (usageOf(pid) === null) throw new Error('the daemon ended by itself');
  const after = total();
  // A tick is a hundredth of a second on every Linux.
  const share = after.ticks - before.ticks;
  return [
    atMost('processor time', share / SECONDS, { unit: '% of a core', target: 0.2 }),
    atMost('resident memory, helpers included', after.bytes / 1e6, { unit: 'MB', target: 90 }),
    shown('processes', family(pid).length, ''),
  ];
}

/** What a daemon costs that has nothing to do. */
export const idle: BenchGroup = {
  name: 'idle',
  about: 'the idle daemon',
  isOptional: false,
  run: async () => {
    if (!existsSync('/proc/self/stat')) return [];
    if (!existsSync(BUILT)) throw new Error('not built: run `npm run build` first');
    const repo = tempRepo();
    try {
      return await measure(startDaemon(repo));
    } finally {
      sallyport(repo, 'stop');
      repo.remove();
    }
  },
};
