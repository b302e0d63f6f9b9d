import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tempRepo, type TempRepo } from '../../test/support/temp-repo.ts';
import { atLeast, shown, type BenchGroup } from './bench-group.ts';

const SLOTS = 4;
const GATE_S = 1;
const SUBMISSIONS = 40;
const LIMIT_MS = 5 * 60 * 1_000;
const root = join(import.meta.dirname, '..', '..');
const LAUNCHER = join(root, 'bin', 'sallyport.js');
const BUILT = join(root, 'dist', 'cli', 'main.js');

const folders = Array.from({ length: SUBMISSIONS }, (_, at) => `part-${at}`);
const sleeping = (name: string) => ({ name, run: ['sleep', String(GATE_S)] });

/** One gate a folder, which depends on that folder alone. */
const DECLARED = folders.map((name) => ({
  ...sleeping(name),
  files: [`/${name}/**`],
  inputs: [`/${name}/**`],
}));

/** One gate that depends on everything: each submission is judged on top of those before it. */
const WHOLE_TREE = [sleeping('all')];

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

/** Seconds from the first submission to the last landing. */
async function drain(gates: readonly unknown[]): Promise<number> {
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
    const begun = performance.now();
    for (const { draft, dropped } of drafts) renameSync(draft, dropped);
    const landed = (): number =>
      inView(repo, 'landed').filter((name) => name.endsWith('.receipt.json')).length;
    await until(() => landed() === SUBMISSIONS, `${SUBMISSIONS} landed`);
    return (performance.now() - begun) / 1_000;
  } finally {
    if (daemon.exitCode === null) daemon.kill('SIGTERM');
    await ended;
  }
}

/** How near a real daemon comes to its slots never being empty. */
export const queue: BenchGroup = {
  name: 'queue',
  about: `${SUBMISSIONS} submissions on ${SLOTS} gate slots, with gates that sleep`,
  isOptional: false,
  run: async () => {
    if (!existsSync(BUILT)) throw new Error('not built: run `npm run build` first');
    const ideal = (SUBMISSIONS * GATE_S) / SLOTS;
    const declared = await drain(DECLARED);
    const whole = await drain(WHOLE_TREE);
    return [
      atLeast('declared inputs, against slots / gate time', ideal / declared, {
        unit: 'of ideal',
        target: 0.85,
      }),
      shown('whole-tree inputs, against slots / gate time', ideal / whole, 'of ideal'),
      shown('seconds for all, declared inputs', declared, 's'),
    ];
  },
};
