import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commandEnv } from '../../test/support/sallyport-command.ts';
import type { TempRepo } from '../../test/support/temp-repo.ts';

/** How a git command of the person ended. */
export interface GitEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The person's git: ordinary commands in the checkout, while the rest of the run goes on. */
export interface PersonGit {
  /** Runs it once. */
  readonly once: (
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => Promise<GitEnd>;
  /** Runs it until it works; throws after a long time. For what only a lock of somebody else's may stop. */
  readonly patiently: (args: readonly string[]) => Promise<string>;
  /** Whether somebody has the index locked now. */
  readonly isIndexLocked: () => boolean;
}

/** How long somebody else's lock may last; a dead daemon's lasts until the next start. */
const PATIENCE_MS = 120_000;

export function personGit(repo: TempRepo): PersonGit {
  const once: PersonGit['once'] = (args, env = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn('git', args, {
        cwd: repo.dir,
        env: commandEnv(repo, { GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', ...env }),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const said = { stdout: '', stderr: '' };
      child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
      child.on('error', reject);
      child.on('close', (code) => resolve({ code: code ?? -1, ...said }));
    });
  return {
    once,
    patiently: async (args) => {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const end = await once(args);
        if (end.code === 0) return end.stdout;
        if (Date.now() > deadline) throw new Error(`git ${args.join(' ')}: ${end.stderr}`);
        await pause(60);
      }
    },
    isIndexLocked: () => existsSync(join(repo.dir, '.git', 'index.lock')),
  };
}
