import { randomUUID } from 'node:crypto';
import { accessSync, constants, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runGitIn } from '../../git/plumbing.ts';
import type { HookName } from '../hook-names.ts';
import type { HookPlace } from './hooks-folder.ts';

/** What a hook of ours said when git ran it. */
export interface ProbeAnswer {
  /** What it would start; empty where it found nothing. */
  readonly node: string;
  readonly command: string;
}

/** What a program started from a desktop has as its PATH. */
const BARE_PATH = '/usr/bin:/bin';

/**
 * Has git run a hook (`git hook run`, githooks(5)) as a program without a shell's PATH would, with the word that makes
 * ours answer instead of judging. Null: git ran nothing of ours. Only to be asked where what git would run is known to
 * answer, for anything else would do its work.
 */
export async function probeHook(place: HookPlace, name: HookName): Promise<ProbeAnswer | null> {
  const word = randomUUID();
  const env = { ...place.environment, SALLYPORT_PROBE: word, PATH: barePath(place) };
  const file = join(place.stateDir, `probe-${word}`);
  writeFileSync(file, '', { mode: 0o600 });
  const end = await runGitIn(place.worktree, ['hook', 'run', name], env, {
    hooks: 'as-configured',
  }).finally(() => rmSync(file, { force: true }));
  // Git sends what a hook prints to its own standard error.
  const said = `${end.stdout.toString('utf8')}\n${end.stderr}`.split('\n');
  if (!said.includes(`sallyport-probe ${word} ${name}`)) return null;
  return { node: valueOf(said, 'node'), command: valueOf(said, 'command') };
}

/** Whether git runs husky's hook, which does nothing where it is switched off. */
export async function runsHusky(place: HookPlace, name: HookName): Promise<boolean> {
  const env = { ...place.environment, HUSKY: '0' };
  const end = await runGitIn(place.worktree, ['hook', 'run', name], env, {
    hooks: 'as-configured',
  });
  return end.code === 0;
}

const valueOf = (lines: readonly string[], key: string): string => {
  const start = `sallyport-probe-${key} `;
  return lines.find((line) => line.startsWith(start))?.slice(start.length) ?? '';
};

/** Git itself has to be found. */
function barePath({ environment }: HookPlace): string {
  const folders = BARE_PATH.split(':');
  const hasGit =
    process.platform !== 'win32' && folders.some((folder) => isRunnable(join(folder, 'git')));
  return hasGit ? BARE_PATH : (environment['PATH'] ?? BARE_PATH);
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
