import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { plainHead } from './head-file.ts';
import { git } from './plumbing.ts';
import type { Repository } from './repository.ts';

/** By key, as `git config --list` writes it: section and name in lower case. The last one where a key has several. */
export type ConfigValues = ReadonlyMap<string, string>;

/** Where configuration is read: a worktree, and the branch that it is on. */
export interface ConfiguredPlace {
  readonly path: string;
  readonly gitDir: string;
  readonly branch: string | null;
}

const INCLUDES = /^include(?:if\..*)?\.path$/s;

interface CachedValues {
  readonly values: ConfigValues;
  readonly files: readonly string[];
  /** State of `files` when they were read. */
  readonly stamp: string;
}

const caches = new WeakMap<Repository, Map<string, CachedValues>>();

/**
 * The configuration in force in a worktree. Git is asked again once a file that it read, or would read if it were there,
 * is another: whoever is given the same map again may go on with what they made of it.
 */
export async function configValues(
  repo: Repository,
  checkout: ConfiguredPlace,
): Promise<ConfigValues> {
  const cache = caches.get(repo) ?? new Map<string, CachedValues>();
  caches.set(repo, cache);
  // Files may be included for one branch or folder only.
  const key = `${checkout.gitDir}\n${checkout.branch ?? ''}`;
  const known = cache.get(key);
  if (known !== undefined && stampOf(known.files) === known.stamp) return known.values;
  const usual = usualFiles(repo, checkout.gitDir);
  const before = stampOf(usual);
  const { stdout } = await git({ ...repo, worktree: checkout.path, gitDir: checkout.gitDir }, [
    'config',
    '--list',
    '--show-origin',
    '-z',
  ]);
  const { values, origins } = parseConfig(repo, stdout.toString('utf8'), checkout.path);
  const files = [...new Set([...usual, ...origins])];
  if (stampOf(usual) === before) cache.set(key, { values, files, stamp: stampOf(files) });
  return values;
}

/** The configuration in force in the repository's own worktree; null where its branch cannot be told without git. */
export async function ownConfigValues(repo: Repository): Promise<ConfigValues | null> {
  const head = await plainHead(repo.gitDir);
  if (head === null) return null;
  return await configValues(repo, {
    path: repo.worktree,
    gitDir: repo.gitDir,
    branch: head.ref,
  });
}

function parseConfig(
  repo: Repository,
  listing: string,
  cwd: string,
): { readonly values: ConfigValues; readonly origins: readonly string[] } {
  const values = new Map<string, string>();
  const origins: string[] = [];
  const fields = listing.split('\0');
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [origin = '', entry = ''] = fields.slice(at, at + 2);
    const file = origin.startsWith('file:') ? resolve(cwd, origin.slice('file:'.length)) : null;
    const [key = '', ...rest] = entry.split('\n');
    const value = rest.length === 0 ? 'true' : rest.join('\n');
    values.set(key, value);
    if (file === null) continue;
    origins.push(file);
    // A file that is to be included may come later.
    if (INCLUDES.test(key))
      origins.push(resolve(dirname(file), value.replace(/^~(?=\/)/, homeOf(repo))));
  }
  return { values, origins };
}

/** Where configuration comes from, so that a file that appears later is noticed too. */
function usualFiles(repo: Repository, gitDir: string): readonly string[] {
  const { GIT_CONFIG_GLOBAL: global, GIT_CONFIG_SYSTEM: system } = repo.environment;
  return [
    join(repo.commonDir, 'config'),
    join(gitDir, 'config.worktree'),
    join(homeOf(repo), '.gitconfig'),
    join(userConfigOf(repo), 'git/config'),
    '/etc/gitconfig',
    ...[global, system].filter((file) => file !== undefined),
  ];
}

function stampOf(files: readonly string[]): string {
  return files
    .map((file) => {
      const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
      return stats === undefined
        ? '-'
        : `${stats.mtimeNs} ${stats.ctimeNs} ${stats.size} ${stats.ino}`;
    })
    .join('\n');
}

/** The user's home, as git takes it. */
export const homeOf = (repo: Repository): string => repo.environment['HOME'] ?? homedir();

/** Where the user's programs keep settings, as git takes it. */
export const userConfigOf = (repo: Repository): string =>
  repo.environment['XDG_CONFIG_HOME'] || join(homeOf(repo), '.config');
