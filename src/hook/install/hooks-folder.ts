import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Environment } from '../../git/git-environment.ts';
import { runGitIn, type GitEnd } from '../../git/plumbing.ts';
import type { Repository } from '../../git/repository.ts';

/** A worktree, as far as its hooks go. */
export interface HookPlace {
  readonly worktree: string;
  readonly commonDir: string;
  readonly stateDir: string;
  readonly environment: Environment;
}

/** Where git looks for the hooks of a worktree, and whose that folder is. */
export interface HooksFolder {
  /** Absolute; need not exist. */
  readonly path: string;
  /**
   * `own`: inside the repository's git folder, for this repository alone. `ours`: the one in the state folder, where
   * `core.hooksPath` was pointed at it. `husky`: husky's, which runs the scripts of `scripts`. `foreign`: any other, such
   * as one that many repositories share, or one that is part of the checkout.
   */
  readonly kind: 'own' | 'ours' | 'husky' | 'foreign';
  /** The value of `core.hooksPath`, `~` expanded; null where nothing sets it. */
  readonly configured: string | null;
  /** Which configuration sets it: `local`, `global`, `system`, `worktree`; null where nothing does. */
  readonly scope: string | null;
  /** husky's scripts. */
  readonly scripts: string | null;
}

/** The folder in the state folder: for hooks of ours that are not called by git itself, or by `core.hooksPath`. */
export const ourHooks = (stateDir: string): string => join(stateDir, 'hooks');

/** Finds the folder. Throws what git throws where it cannot be asked. */
export async function findHooksFolder(place: HookPlace): Promise<HooksFolder> {
  const [asked, set] = await Promise.all([
    askGit(place, ['rev-parse', '--git-path', 'hooks']),
    askGit(place, ['config', '--null', '--show-scope', '--type=path', '--get', 'core.hooksPath']),
  ]);
  const [scope = null, configured = null] = set.code === 0 ? textOf(set).split('\0') : [];
  const path = resolve(place.worktree, textOf(asked).replace(/\n$/, ''));
  const scripts = huskyScripts(path);
  const kind =
    scripts !== null
      ? 'husky'
      : path === ourHooks(place.stateDir)
        ? 'ours'
        : isBelow(realPath(path), place.commonDir)
          ? 'own'
          : 'foreign';
  return { path, kind, configured, scope, scripts };
}

/** Git as the user would run it here: with the hooks that are configured. */
export const askGit = (place: HookPlace, args: readonly string[]): Promise<GitEnd> =>
  runGitIn(place.worktree, args, place.environment, { hooks: 'as-configured' });

/** What there is to know of the worktree that a repository was opened in. */
export const hookPlaceOf = (repo: Repository): HookPlace => ({
  worktree: repo.worktree,
  commonDir: repo.commonDir,
  stateDir: repo.stateDir,
  environment: repo.environment,
});

const textOf = (end: GitEnd): string => end.stdout.toString('utf8');

/**
 * husky 9 keeps what git runs in `_`, beside the scripts that people write; husky 8 has the scripts where git looks. In a
 * new worktree `_` is missing until husky is set up there.
 */
function huskyScripts(path: string): string | null {
  const parent = dirname(path);
  const isHusky9 = existsSync(join(path, 'h')) || basename(parent) === '.husky';
  if (basename(path) === '_' && isHusky9) return parent;
  return existsSync(join(path, '_', 'husky.sh')) ? path : null;
}

const isBelow = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
};

/** The real path of what may not exist yet. */
function realPath(path: string): string {
  const parent = dirname(path);
  if (existsSync(path) || parent === path) return realpathSync(path);
  return join(realPath(parent), basename(path));
}
