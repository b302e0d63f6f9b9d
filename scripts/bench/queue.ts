import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tempRepo, type TempRepo } from '../../test/support/temp-repo.ts';
import { atLeast, shown, type BenchGroup } from './bench-group.ts';

const SLOTS = 4;
/** Seconds: what a short check of a real project takes, and one that leaves the daemon no time to hide its own work in. */
const GATE_S = 5;
const SHORT_GATE_S = 1;
const SUBMISSIONS = 40;
const LIMIT_MS = 5 * 60 * 1_000;
/** Linux counts processor time in hundredths of a second. */
const CLOCK_TICK_MS = 10;
const root = join(import.meta.dirname, '..', '..');
const LAUNCHER = join(root, 'bin', 'sallyport.js');
const BUILT = join(root, 'dist', 'cli', 'main.js');

const folders = Array.from({ length: SUBMISSIONS }, (_, at) => `part-${at}`);
const sleeping = (name: string, seconds: number) => ({ name, run: ['sleep', String(seconds)] });

/** One gate a folder, which depends on that folder alone. */
const declaredGates = (seconds: number) =>
  folders.map((name) => ({
    ...sleeping(name, seconds),
    files: [`/${name}/**`],
    inputs: [`/${name}/**`],
  }));

/** One gate that depends on everything: each submission is judged on top of those before it. */
const WHOLE_TREE = [sleeping('all', SHORT_GATE_S)];

function startDaemon(repo: TempRepo): ChildProcess {
  return spawn(process.execPath, [LAUNCHER, 'start', '--yes', '--repo', repo.dir], {
    env: { ...process.env, HOME: repo.root, GIT_CONFIG_GLOBAL: '/dev/null', NO_COLOR: '1' },
    stdio: 'ignore',
  });
}

const inView = (repo: TempRepo, folder: string): readonly string[] => {
  const path = join(repo.dir, '.sallyport', folder);
  return existsSync(path) ? readdirSync(path) : [];
};

async function until(isTrue: () => boolean, what: string): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  while (!isTrue()) {
    if (performance.now() > end) throw new Error(`still not so: ${what}`);
    await pause(20);
  }
}

/** What a queue took from the first submission to the last landing. */
interface Drained {
  readonly seconds: number;
  /** Processor time of the daemon for each submission, in milliseconds: its own, and of processes that it started. */
  readonly ownMs: number;
  readonly childrenMs: number;
  /** What handing in cost the one who did it, in milliseconds for each submission. */
  readonly clientMs: number;
}

/** Processor time of a process and of those of its children that have ended, in milliseconds; zeros where nobody tells. */
function processorTime(pid: number | undefined): {
  readonly own: number;
  readonly children: number;
} {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return { own: 0, children: 0 };
  const line = readFileSync(path, 'utf8');
  // After the command in brackets: user and system time of the process are fields 14 and 15, of its children 16 and 17.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number);
  return {
    own: (user + system) * CLOCK_TICK_MS,
    children: (childUser + childSystem) * CLOCK_TICK_MS,
  };
}

/** Hands every submission in by a rename into the drop folder: no process is started for it. */
async function drain(gates: readonly unknown[]): Promise<Drained> {
  using repo = tempRepo({
    files: Object.fromEntries(folders.map((name) => [`${name}/a.txt`, 'old\n'])),
  });
  const config = { queue: { workers: SLOTS }, gates };
  repo.commit('config', { 'sallyport.config.json': JSON.stringify(config) });
  const daemon = startDaemon(repo);
  const ended = new Promise((resolve) => daemon.once('exit', resolve));
  try {
    const inbox = join(repo.dir, '.sallyport', 'inbox');
    await until(() => existsSync(join(repo.dir, '.git', 'sallyport', 'daemon.sock')), 'it guards');
    mkdirSync(inbox, { recursive: true });
    const drafts = folders.map((name) => {
      const draft = join(repo.root, `${name}.md`);
      writeFileSync(draft, `\`\`\`text ${name}/a.txt\nnew\n\`\`\`\n`);
      return { draft, dropped: join(inbox, `${name}.md`) };
    });
    const before = processorTime(daemon.pid);
    const begun = performance.now();
    for (const { draft, dropped } of drafts) renameSync(draft, dropped);
    const clientMs = (performance.now() - begun) / SUBMISSIONS;
    const landed = (): number =>
      inView(repo, 'landed').filter((name) => name.endsWith('.receipt.json')).length;
    await until(() => landed() === SUBMISSIONS, `${SUBMISSIONS} landed`);
    const seconds = (performance.now() - begun) / 1_000;
    const after = processorTime(daemon.pid);
    return {
      seconds,
      ownMs: (after.own - before.own) / SUBMISSIONS,
      childrenMs: (after.children - before.children) / SUBMISSIONS,
      clientMs,
    };
  } finally {
    if (daemon.exitCode === null) daemon.kill('SIGTERM');
    await ended;
  }
}

/** Seconds for all where no slot is ever empty. */
const idealOf = (gateSeconds: number): number => (SUBMISSIONS * gateSeconds) / SLOTS;

/** How near a real daemon comes to its slots never being empty. */
export const queue: BenchGroup = {
  name: 'queue',
  about: `${SUBMISSIONS} submissions on ${SLOTS} gate slots, with gates that sleep`,
  isOptional: false,
  run: async () => {
    if (!existsSync(BUILT)) throw new Error('not built: run `npm run build` first');
    const declared = await drain(declaredGates(GATE_S));
    const short = await drain(declaredGates(SHORT_GATE_S));
    const whole = await drain(WHOLE_TREE);
    return [
      atLeast(`declared inputs, gates of ${GATE_S} s`, idealOf(GATE_S) / declared.seconds, {
        unit: 'of ideal',
        target: 0.85,
      }),
      shown(`ideal for all, gates of ${GATE_S} s`, idealOf(GATE_S), 's'),
      shown(`time for all, gates of ${GATE_S} s`, declared.seconds, 's'),
      shown(
        `declared inputs, gates of ${SHORT_GATE_S} s`,
        idealOf(SHORT_GATE_S) / short.seconds,
        'of ideal',
      ),
      shown(`ideal for all, gates of ${SHORT_GATE_S} s`, idealOf(SHORT_GATE_S), 's'),
      shown(`time for all, gates of ${SHORT_GATE_S} s`, short.seconds, 's'),
      shown(
        `whole-tree inputs, gates of ${SHORT_GATE_S} s`,
        idealOf(SHORT_GATE_S) / whole.seconds,
        'of ideal',
      ),
      shown("daemon's own processor time", declared.ownMs, 'ms a submission'),
      shown('processor time of git and gates', declared.childrenMs, 'ms a submission'),
      shown('handing in, by the client', declared.clientMs, 'ms a submission'),
      shown('load of the machine (1 minute)', loadavg()[0] ?? 0, 'processes'),
    ];
  },
};
