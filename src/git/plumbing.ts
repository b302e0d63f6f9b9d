import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { Fault } from '../core/model/fault.ts';
import { gitEnvironment, type Environment } from './git-environment.ts';

/** Where a git call runs: the repository's folders, made explicit so that nothing on disk can redirect it. */
export interface GitPlace {
  readonly worktree: string;
  readonly gitDir: string;
  readonly environment: Environment;
  /** Variables that say where objects are besides, while a push is being received: see `quarantineOf`. */
  readonly quarantine?: Environment;
}

/** How one git call differs from the usual. */
export interface GitOptions {
  readonly stdin?: Uint8Array;
  /** Further environment variables, such as `GIT_INDEX_FILE`. */
  readonly env?: Environment;
  /** Hooks are off except for the landing's own ref transaction. */
  readonly hooks?: 'off' | 'as-configured';
  /** Further `key=value` overrides. */
  readonly config?: readonly string[];
  /** Milliseconds after which the call is ended and fails: for calls that may wait for a person. */
  readonly timeoutMs?: number;
  /** Exit codes besides 0 that are an answer rather than a failure. */
  readonly accept?: readonly number[];
}

/** How a git call ended. `code` is 0 or one of `accept` where `git` returns it. */
export interface GitEnd {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Single keys that would start processes, recurse, rewrite storage or lose durability under us. */
const OVERRIDES = [
  'core.fsmonitor=false',
  'submodule.recurse=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'core.fsync=loose-object,pack,pack-metadata,index,reference',
  'core.quotePath=false',
  'advice.graftFileDeprecated=false',
  'i18n.commitEncoding=utf-8',
  'i18n.logOutputEncoding=utf-8',
];

/** The command line of a call, overrides first. */
function gitArguments(args: readonly string[], options: GitOptions = {}): string[] {
  const hooks = options.hooks === 'as-configured' ? [] : ['core.hooksPath=/dev/null'];
  const overrides = [...OVERRIDES, ...hooks, ...(options.config ?? [])];
  return [...overrides.flatMap((override) => ['-c', override]), ...args];
}

/** Runs git in `cwd` with discovery; to open a repository, and to see what a call by hand would do. Any exit code is returned. */
export async function runGitIn(
  cwd: string,
  args: readonly string[],
  environment: Environment,
  options: GitOptions = {},
): Promise<GitEnd> {
  const child = spawn('git', gitArguments(args, options), {
    cwd,
    env: gitEnvironment(environment, options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  return await collect(child, undefined);
}

/**
 * Runs git on a repository, without a shell. Throws a `Fault` for an exit code that is neither 0 nor accepted, for a
 * signal, and where git could not be started.
 */
export async function git(
  place: GitPlace,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitEnd> {
  const child = startGit(place, args, options);
  const limit =
    options.timeoutMs === undefined
      ? undefined
      : setTimeout(() => child.kill('SIGKILL'), options.timeoutMs);
  const end = await collect(child, options.stdin).finally(() => clearTimeout(limit));
  if (end.code === 0 || options.accept?.includes(end.code) === true) return end;
  throw failedCall(args, end);
}

/** Standard output of a successful call as text without its last line end. */
export async function gitText(
  place: GitPlace,
  args: readonly string[],
  options: GitOptions = {},
): Promise<string> {
  const { stdout } = await git(place, args, options);
  return stdout.toString('utf8').replace(/\n$/, '');
}

/**
 * Standard output of a git call that nothing else waits for: it holds up the whole program, and in one that is about to
 * end that is far cheaper than listening to pipes. Null where it did not end well or printed more than `maxBytes`.
 */
export function gitBriefly(
  place: GitPlace,
  args: readonly string[],
  { stdin, env = {}, maxBytes }: Pick<GitOptions, 'stdin' | 'env'> & { readonly maxBytes: number },
): Buffer | null {
  const end = spawnSync('git', gitArguments(args), {
    cwd: place.worktree,
    env: environmentIn(place, env),
    input: stdin ?? '',
    maxBuffer: maxBytes,
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  return end.error === undefined && end.status === 0 ? end.stdout : null;
}

const environmentIn = (place: GitPlace, extra: Environment = {}): NodeJS.ProcessEnv =>
  gitEnvironment(place.environment, {
    GIT_DIR: place.gitDir,
    GIT_WORK_TREE: place.worktree,
    ...place.quarantine,
    ...extra,
  });

/** Starts git with pipes on all three streams; the caller talks to it and waits for its end. */
export function startGit(
  place: GitPlace,
  args: readonly string[],
  options: GitOptions = {},
): ChildProcess {
  return spawn('git', gitArguments(args, options), {
    cwd: place.worktree,
    env: environmentIn(place, options.env),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
}

/** A call that failed, as a fault; what git said is part of the message. */
export function failedCall(args: readonly string[], end: GitEnd): Fault {
  const command = args.find((arg) => !arg.startsWith('-')) ?? 'git';
  const said = briefly(end.stderr);
  return (
    systemsFault(command, end.stderr) ??
    // Nobody knows whether that lasts.
    new Fault('git-failed', `git ${command} failed with exit code ${end.code}: ${said}`, {
      retryable: true,
    })
  );
}

const briefly = (said: string): string => said.trim().split('\n').slice(-4).join(' ').slice(0, 600);

/** What the file system refused to git, by what git said of it in English; null: nothing of the kind. */
export function systemsFault(command: string, said: string): Fault | null {
  if (/No space left on device|Disk quota exceeded/.test(said)) {
    return new Fault('disk-full', `git ${command} failed: the disk is full.`, {
      retryable: true,
      hint: 'Free some space, then try again.',
    });
  }
  if (/Permission denied|Read-only file system|insufficient permission/.test(said)) {
    const message = `git ${command} was refused by the file system: ${briefly(said)}`;
    return new Fault('no-permission', message, {
      retryable: true,
      hint: 'Check who owns the repository and its .git folder.',
    });
  }
  return null;
}

async function collect(child: ChildProcess, stdin: Uint8Array | undefined): Promise<GitEnd> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  // A process that ends before it read everything breaks the pipe; its exit code tells why.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(stdin);
  return await new Promise((resolve, reject) => {
    child.on('error', (error) => reject(notStarted(error)));
    child.on('close', (code, signal) => {
      const said = Buffer.concat(stderr).toString('utf8');
      resolve({
        code: code ?? 128,
        stdout: Buffer.concat(stdout),
        stderr: signal === null ? said : `${said}\nended by ${signal}`,
      });
    });
  });
}

function notStarted(error: Error): Fault {
  return new Fault('git-failed', `git could not be started: ${error.message}`, {
    cause: error,
    retryable: true,
    hint: 'Install git 2.38 or newer, and check that the working folder still exists.',
  });
}
