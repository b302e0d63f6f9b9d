import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TempRepo } from './temp-repo.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The built command, as users run it. */
export const LAUNCHER = join(root, 'bin', 'sallyport.js');

/** How a command ended. */
export interface CommandEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A clean environment: no user config, no agent's variables, a home of its own. */
export const commandEnv = (
  repo: TempRepo,
  extra: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv => ({
  PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
  HOME: join(repo.root, 'home'),
  XDG_CACHE_HOME: join(repo.root, 'cache'),
  TMPDIR: process.env['TMPDIR'] ?? '/tmp',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  NO_COLOR: '1',
  ...extra,
});

/** Runs the command to its end. */
export async function sallyport(
  repo: TempRepo,
  args: readonly string[],
  options: {
    readonly input?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly cwd?: string;
    readonly launcher?: string;
  } = {},
): Promise<CommandEnd> {
  const child = spawn(process.execPath, [options.launcher ?? LAUNCHER, ...args], {
    cwd: options.cwd ?? repo.dir,
    env: commandEnv(repo, options.env),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output = collect(child);
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  return new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, ...output() }));
  });
}

/** A daemon in the foreground of a child process. */
export interface RunningDaemon {
  readonly child: ChildProcess;
  readonly output: () => { readonly stdout: string; readonly stderr: string };
  /** SIGTERM, and its end. */
  readonly stop: () => Promise<CommandEnd>;
  /** SIGKILL, and its end. */
  readonly kill: () => Promise<CommandEnd>;
  readonly ended: Promise<CommandEnd>;
}

/** Starts the daemon and waits until it guards. */
export async function startDaemon(
  repo: TempRepo,
  options: {
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly launcher?: string;
  } = {},
): Promise<RunningDaemon> {
  const child = spawn(
    process.execPath,
    [options.launcher ?? LAUNCHER, 'start', '--yes', ...(options.args ?? [])],
    {
      cwd: repo.dir,
      env: commandEnv(repo, options.env),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const output = collect(child);
  const ended = new Promise<CommandEnd>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, ...output() }));
  });
  const end = (signal: NodeJS.Signals) => async (): Promise<CommandEnd> => {
    child.kill(signal);
    return ended;
  };
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  await until(() => hasEnded || output().stdout.includes('Guarding'), 'the daemon guards');
  return { child, output, ended, stop: end('SIGTERM'), kill: end('SIGKILL') };
}

function collect(child: ChildProcess): () => { readonly stdout: string; readonly stderr: string } {
  const chunks: { readonly stdout: Buffer[]; readonly stderr: Buffer[] } = {
    stdout: [],
    stderr: [],
  };
  child.stdout?.on('data', (chunk: Buffer) => chunks.stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.stderr.push(chunk));
  return () => ({
    stdout: Buffer.concat(chunks.stdout).toString('utf8'),
    stderr: Buffer.concat(chunks.stderr).toString('utf8'),
  });
}

/** Waits for something to become true. The limit is only there to end a hang. */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  what: string,
  limitMs = 120_000,
): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`still not so after ${limitMs} ms: ${what}`);
    await pause(40);
  }
}

/** Puts a response into the inbox, as a program would: written elsewhere, renamed in. */
export function drop(repo: TempRepo, name: string, text: string): void {
  const inbox = join(repo.dir, '.sallyport', 'inbox');
  mkdirSync(inbox, { recursive: true });
  const draft = join(repo.root, `draft-${name}`);
  writeFileSync(draft, text);
  renameSync(draft, join(inbox, name));
}

/** Folders of the view where a submission may end up. */
const ENDS = ['landed', 'rejected', 'held', 'waiting', 'failed', 'cancelled'] as const;

/** A receipt as a test looks at it. */
export interface SeenReceipt {
  readonly end: (typeof ENDS)[number];
  readonly receipt: Record<string, unknown> & {
    readonly rejections?: readonly { readonly code: string }[];
  };
  readonly reply: string | null;
}

/** The receipt of a dropped file, where there is one by now. */
export function receiptOf(repo: TempRepo, name: string): SeenReceipt | null {
  for (const end of ENDS) {
    const base = join(repo.dir, '.sallyport', end, name);
    if (existsSync(`${base}.receipt.json`)) {
      const reply = `${base}.reply.md`;
      return {
        end,
        receipt: JSON.parse(readFileSync(`${base}.receipt.json`, 'utf8')) as SeenReceipt['receipt'],
        reply: existsSync(reply) ? readFileSync(reply, 'utf8') : null,
      };
    }
  }
  return null;
}

/** Waits for the receipt of a dropped file, in a given folder where one is named. */
export async function awaitReceipt(
  repo: TempRepo,
  name: string,
  end?: SeenReceipt['end'],
): Promise<SeenReceipt> {
  let seen: SeenReceipt | null = null;
  await until(
    () => {
      seen = receiptOf(repo, name);
      // The reply is written after the receipt.
      const isWhole = seen !== null && (seen.end === 'landed' || seen.reply !== null);
      return isWhole && (end === undefined || seen?.end === end);
    },
    `a receipt of ${name}${end === undefined ? '' : ` in ${end}`}`,
  );
  if (seen === null) throw new Error(name);
  return seen;
}

/** Names in a folder of the view. */
export const viewFolder = (repo: TempRepo, folder: string): readonly string[] => {
  const path = join(repo.dir, '.sallyport', folder);
  return existsSync(path) ? readdirSync(path).sort() : [];
};

/** A response in conflict markers that replaces `old` by `new` in a file. */
export const replaceBlock = (path: string, old: string, text: string): string =>
  `${path}\n\`\`\`\n<<<<<<< SEARCH\n${old}\n=======\n${text}\n>>>>>>> REPLACE\n\`\`\`\n`;

/** A response that creates a file. */
export const createBlock = (path: string, content: string): string =>
  `${path}\n\`\`\`\n${content}\`\`\`\n`;
