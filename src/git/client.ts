import { simpleGit, type SimpleGit } from 'simple-git';
import { Fault } from '../core/model/fault.ts';
import { gitEnvironment } from './git-environment.ts';
import type { Repository } from './repository.ts';

/*
 * Git's porcelain, for texts that people read and for the one commit that `init` offers. Plumbing goes through
 * `plumbing.ts`: it needs bytes and exit codes that this library hides.
 */

/** The checkout's state as a person would see it. */
export interface CheckoutStatus {
  readonly branch: string | null;
  readonly isClean: boolean;
  /** Changed paths, untracked ones included, as git prints them. */
  readonly paths: readonly string[];
}

/** What `git status` says. */
export async function checkoutStatus(repo: Repository): Promise<CheckoutStatus> {
  const status = await ask(repo, async (git) => await git.status(['--untracked-files=all']));
  return {
    branch: status.detached ? null : status.current,
    isClean: status.isClean(),
    paths: status.files.map(({ path }) => path),
  };
}

/** A configuration value as it is in force, the last one where it has several; null where it is not set. */
export async function configValue(repo: Repository, key: string): Promise<string | null> {
  const { all } = await ask(repo, async (git) => await git.listConfig());
  const value = all[key.toLowerCase()];
  return (Array.isArray(value) ? value.at(-1) : value) ?? null;
}

/** git's version, such as `2.39.5`. */
export async function gitVersion(repo: Repository): Promise<string> {
  const { major, minor, patch } = await ask(repo, async (git) => await git.version());
  return `${major}.${minor}.${patch}`;
}

/** The names of the remotes. */
export async function remoteNames(repo: Repository): Promise<readonly string[]> {
  const remotes = await ask(repo, async (git) => await git.getRemotes());
  return remotes.map(({ name }) => name);
}

/**
 * Commits these files of the checkout as they are on disk, and nothing else that is staged; the commit's id. The user's
 * hooks run, as for any commit of theirs.
 */
export async function commitFiles(
  repo: Repository,
  paths: readonly string[],
  message: string,
): Promise<string> {
  return await ask(repo, async (git) => {
    await git.add(['--force', '--', ...paths]);
    await git.raw(['commit', '--quiet', '-m', message, '--', ...paths]);
    return (await git.revparse(['HEAD'])).trim();
  });
}

/** Runs porcelain; what git refuses is a `Fault` like any other. */
async function ask<T>(repo: Repository, task: (git: SimpleGit) => Promise<T>): Promise<T> {
  try {
    return await task(client(repo));
  } catch (error) {
    const said = error instanceof Error ? error.message.trim() : String(error);
    throw new Fault('git-failed', `git failed: ${said}`, { cause: error, retryable: true });
  }
}

/** Non-zero exit codes are failures even where git says nothing: the library's own rule lets those pass. */
function client(repo: Repository): SimpleGit {
  const environment = porcelainEnvironment(repo);
  const git = simpleGit({
    baseDir: repo.worktree,
    maxConcurrentProcesses: 2,
    // The process's own choice of configuration files is honoured here as by git itself.
    unsafe: { allowUnsafeConfigPaths: true },
    allowEnvironment: Object.keys(environment).filter((name) => name.startsWith('GIT_')),
    errors: (error, { exitCode, stdErr }) => {
      if (exitCode === 0) return undefined;
      const said = Buffer.concat(stdErr);
      return error ?? (said.length > 0 ? said : Buffer.from(`exit code ${exitCode}`));
    },
  });
  return git.env(environment);
}

/** The library refuses variables that name editors, pagers and the like; none is needed for these calls. */
function porcelainEnvironment(repo: Repository): Record<string, string> {
  const kept = Object.entries(gitEnvironment(repo.environment)).filter(
    ([name, value]) =>
      value !== undefined &&
      !/^(?:GIT_(?!CONFIG_|OPTIONAL|TERMINAL|AUTHOR|COMMITTER)|EDITOR|VISUAL|PAGER|SSH_ASKPASS|PREFIX)/.test(
        name,
      ),
  );
  return Object.fromEntries(kept) as Record<string, string>;
}
