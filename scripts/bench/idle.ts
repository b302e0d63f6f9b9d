import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tempRepo, type TempRepo } from '../../test/support/temp-repo.ts';
import { atMost, shown, type BenchGroup, type BenchLine } from './bench-group.ts';

const SECONDS = 20;
const root = join(import.meta.dirname, '..', '..');
const LAUNCHER = join(root, 'bin', 'sallyport.js');
const BUILT = join(root, 'dist', 'cli', 'main.js');

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

function startDaemon(repo: TempRepo): ChildProcess {
  return spawn(process.execPath, [LAUNCHER, 'start', '--repo', repo.dir], {
    env: { ...process.env, HOME: repo.root, GIT_CONFIG_GLOBAL: '/dev/null', NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function measure(daemon: ChildProcess): Promise<readonly BenchLine[]> {
  const { pid } = daemon;
  if (pid === undefined) throw new Error('the daemon did not start');
  await pause(8000);
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
  if (daemon.exitCode !== null) throw new Error('the daemon ended by itself');
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
    const daemon = startDaemon(repo);
    const ended = new Promise((resolve) => daemon.once('exit', resolve));
    try {
      return await measure(daemon);
    } finally {
      if (daemon.exitCode === null) daemon.kill('SIGTERM');
      await ended;
      repo.remove();
    }
  },
};
