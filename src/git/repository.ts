import { mkdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { Fault } from '../core/model/fault.ts';
import { quarantineOf, type Environment } from './git-environment.ts';
import { openObjects, type ObjectStore } from './objects.ts';
import { runGitIn, type GitEnd } from './plumbing.ts';

/** One repository as seen from one of its worktrees. All paths are absolute and real. */
export interface Repository {
  /** Top folder of the checkout; the git folder where the repository was opened without one. */
  readonly worktree: string;
  /** The worktree's own git folder; the common one in the main worktree. */
  readonly gitDir: string;
  readonly commonDir: string;
  /** `<commonDir>/sallyport`, mode 0700: all durable state. */
  readonly stateDir: string;
  readonly objectFormat: 'sha1' | 'sha256';
  /** What git calls inherit. */
  readonly environment: Environment;
  /** While a push is being received: where its objects are. */
  readonly quarantine?: Environment;
}

/** How to open a repository that is not simply the one around a folder. */
export interface OpenOptions {
  /**
   * `unless-bare`: a bare repository will do; whoever asks for that touches no checkout. False: so will the git folder of
   * one that has a checkout, where git runs the hooks of a push that it receives.
   */
  readonly needsCheckout?: boolean | 'unless-bare';
  /** The hook's environment, where git says by variables which repository a hook runs in, and where pushed objects are. */
  readonly hook?: Environment;
}

const stores = new WeakMap<Repository, ObjectStore>();

/** The repository's objects; its processes start with the first request and end with `closeRepository`, or when idle. */
export function objectsOf(repo: Repository): ObjectStore {
  const known = stores.get(repo);
  if (known !== undefined) return known;
  const opened = openObjects(repo, repo.stateDir);
  stores.set(repo, opened);
  return opened;
}

/** Sets how a repository's objects are read, before any was. */
export function useObjects(repo: Repository, store: ObjectStore): void {
  stores.set(repo, store);
}

/** Ends the repository's long-lived processes. A later call starts them again. */
export async function closeRepository(repo: Repository): Promise<void> {
  const store = stores.get(repo);
  stores.delete(repo);
  await store?.close();
}

/**
 * Opens the repository that `dir` lies in: any subfolder, a linked worktree, an unborn branch, sha1 or sha256. Faults:
 * `not-a-repository`, `bare-repository`, `git-too-old`, `no-permission`.
 */
export async function openRepository(
  dir: string,
  environment: Environment = process.env,
  { needsCheckout = true, hook = {} }: OpenOptions = {},
): Promise<Repository> {
  const cwd = await existingFolder(dir);
  const [asked, probed] = await Promise.all([
    runGitIn(cwd, ['rev-parse', ...ASKED], environment, { env: placeInHook(hook) }),
    runGitIn(cwd, ['merge-tree', '-h'], environment),
  ]);
  // Where there is no worktree git still answers what comes before the last question.
  const [isBare, isInside, format, gitDir = '', common = '', top = ''] = lines(asked);
  const hasCheckout = isInside !== 'false';
  const mayLack = needsCheckout === false || (needsCheckout === 'unless-bare' && isBare === 'true');
  if (!hasCheckout && !mayLack) throw outsideWorktree(dir, isBare === 'true');
  if (asked.code !== 0 && (hasCheckout || common === '')) throw notOpened(dir, asked);
  if (!hasNeededFeatures(probed)) throw await tooOld(cwd, environment);
  const commonDir = await realpath(isAbsolute(common) ? common : resolve(cwd, common));
  const stateDir = join(commonDir, 'sallyport');
  await makeStateDir(stateDir);
  const quarantine = quarantineOf(hook);
  return {
    worktree: await realpath(hasCheckout ? top : gitDir),
    gitDir: await realpath(gitDir),
    commonDir,
    stateDir,
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
    environment,
    ...(quarantine === null ? {} : { quarantine }),
  };
}

/** Whether a repository that was opened without a checkout has none. */
export const isBareRepository = (repo: Repository): boolean => repo.worktree === repo.gitDir;

/** A hook runs where git put it: what git says by variables is no different from what it would find there. */
function placeInHook(hook: Environment): Environment {
  const names = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR'];
  const given = names.filter((name) => (hook[name] ?? '') !== '');
  return Object.fromEntries(given.map((name) => [name, hook[name]]));
}

const ASKED = [
  '--is-bare-repository',
  '--is-inside-work-tree',
  '--show-object-format',
  '--absolute-git-dir',
  '--git-common-dir',
  '--show-toplevel',
];

const lines = (end: GitEnd): readonly string[] => end.stdout.toString('utf8').split('\n');

async function existingFolder(dir: string): Promise<string> {
  try {
    const real = await realpath(dir);
    if ((await stat(real)).isDirectory()) return real;
  } catch (error) {
    throw new Fault('not-a-repository', `The folder ${dir} does not exist or cannot be read.`, {
      cause: error,
    });
  }
  throw new Fault('not-a-repository', `${dir} is not a folder.`);
}

function notOpened(dir: string, end: GitEnd): Fault {
  const said = end.stderr.trim();
  if (/dubious ownership|unsafe repository/.test(said)) {
    return new Fault(
      'no-permission',
      `git refuses the repository at ${dir}: somebody else owns it.`,
      {
        hint: `If you trust it, run: git config --global --add safe.directory ${dir}`,
      },
    );
  }
  if (/Permission denied/.test(said)) {
    return new Fault('no-permission', `The repository at ${dir} cannot be read: ${said}`, {
      hint: 'Check who owns the folder and its .git.',
    });
  }
  if (/show-object-format|unknown repository extension|Expected git repo version/i.test(said)) {
    return new Fault('git-too-old', `This git cannot read the repository at ${dir}: ${said}`, {
      hint: 'Install git 2.38 or newer.',
    });
  }
  if (/not a git repository/.test(said)) {
    return new Fault('not-a-repository', `${dir} is not inside a git repository.`, {
      hint: 'Run this inside a checkout, name one with --repo, or make one with: git init',
    });
  }
  return new Fault('git-failed', `git could not open the repository at ${dir}: ${said}`);
}

function outsideWorktree(dir: string, isBare: boolean): Fault {
  if (isBare) {
    return new Fault('bare-repository', `${dir} is a bare repository: it has no checkout.`, {
      hint: 'Make a worktree of it (git worktree add), and run this there.',
    });
  }
  return new Fault('not-a-repository', `${dir} is inside a .git folder, not inside a checkout.`, {
    hint: 'Run this in the checkout that the .git folder belongs to.',
  });
}

/** `cat-file --batch-command` and `merge-tree --write-tree` are what makes 2.38 the oldest git that will do. */
const hasNeededFeatures = (probed: GitEnd): boolean =>
  /--write-tree/.test(`${probed.stdout.toString('utf8')}${probed.stderr}`);

async function tooOld(cwd: string, environment: Environment): Promise<Fault> {
  const version = await runGitIn(cwd, ['--version'], environment);
  const found = version.stdout.toString('utf8').trim();
  return new Fault('git-too-old', `git 2.38 or newer is needed; this is ${found}.`, {
    hint: 'Install a newer git, and see that it comes first on the PATH.',
  });
}

async function makeStateDir(stateDir: string): Promise<void> {
  try {
    await mkdir(stateDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Fault('no-permission', `The folder ${stateDir} cannot be made.`, {
      cause: error,
      hint: 'Check who owns the repository and its .git folder.',
    });
  }
}
