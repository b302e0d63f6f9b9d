import { homedir } from 'node:os';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { git } from '../plumbing.ts';
import type { Repository } from '../repository.ts';
import { placeOfCheckout, type Checkout } from './checkouts.ts';
import { statsOf } from './disk-file.ts';

/** What git's configuration says about the bytes and kinds of files on disk. */
export interface CheckoutSettings {
  readonly hasFileModes: boolean;
  readonly hasLinks: boolean;
  readonly ignoresCase: boolean;
  readonly isSparse: boolean;
  /** Line endings are converted by configuration alone. */
  readonly convertsLines: boolean;
  /** Attributes from outside the tree may apply. */
  readonly hasOuterAttributes: boolean;
}

type ConfigValues = ReadonlyMap<string, string>;

interface CachedValues {
  readonly values: ConfigValues;
  readonly files: readonly string[];
  /** State of `files` when they were read. */
  readonly stamp: string;
}

const caches = new WeakMap<Repository, Map<string, CachedValues>>();

/** The settings that are in force in a checkout. Asks git again when one of the files that it read has changed. */
export async function checkoutSettings(
  repo: Repository,
  checkout: Pick<Checkout, 'path' | 'gitDir' | 'branch'>,
): Promise<CheckoutSettings> {
  const values = await configValues(repo, checkout);
  const isOn = (key: string, fallback: boolean): boolean => {
    const value = values.get(key)?.toLowerCase();
    return value === undefined ? fallback : ['true', 'yes', 'on', '1'].includes(value);
  };
  const autocrlf = values.get('core.autocrlf')?.toLowerCase() ?? 'false';
  return {
    hasFileModes: isOn('core.filemode', true),
    hasLinks: isOn('core.symlinks', true),
    ignoresCase: isOn('core.ignorecase', false),
    isSparse: isOn('core.sparsecheckout', false),
    convertsLines: !['false', 'no', 'off', '0', ''].includes(autocrlf),
    hasOuterAttributes: outerAttributes(repo, values.get('core.attributesfile')).some(
      (file) => statsOf(file) !== null,
    ),
  };
}

async function configValues(
  repo: Repository,
  checkout: Pick<Checkout, 'path' | 'gitDir' | 'branch'>,
): Promise<ConfigValues> {
  const cache = caches.get(repo) ?? new Map<string, CachedValues>();
  caches.set(repo, cache);
  // Files may be included for one branch or folder only.
  const key = `${checkout.gitDir}\n${checkout.branch ?? ''}`;
  const known = cache.get(key);
  if (known !== undefined && stampOf(known.files) === known.stamp) return known.values;
  const usual = usualFiles(repo, checkout.gitDir);
  const before = stampOf(usual);
  const { stdout } = await git(placeOfCheckout(repo, checkout), [
    'config',
    '--list',
    '--show-origin',
    '-z',
  ]);
  const { values, origins } = parseConfig(stdout.toString('utf8'), checkout.path);
  const files = [...new Set([...usual, ...origins])];
  if (stampOf(usual) === before) cache.set(key, { values, files, stamp: stampOf(files) });
  return values;
}

function parseConfig(
  listing: string,
  cwd: string,
): { readonly values: ConfigValues; readonly origins: readonly string[] } {
  const values = new Map<string, string>();
  const origins: string[] = [];
  const fields = listing.split('\0');
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [origin = '', entry = ''] = fields.slice(at, at + 2);
    if (origin.startsWith('file:')) origins.push(resolve(cwd, origin.slice('file:'.length)));
    const [key = '', ...rest] = entry.split('\n');
    values.set(key, rest.length === 0 ? 'true' : rest.join('\n'));
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

const homeOf = (repo: Repository): string => repo.environment['HOME'] ?? homedir();

const userConfigOf = (repo: Repository): string =>
  repo.environment['XDG_CONFIG_HOME'] || join(homeOf(repo), '.config');

/** Files outside the tree that give attributes (gitattributes(5)); the system's place depends on how git was built. */
function outerAttributes(repo: Repository, configured: string | undefined): readonly string[] {
  return [
    join(repo.commonDir, 'info/attributes'),
    configured?.replace(/^~(?=\/)/, homeOf(repo)) ?? join(userConfigOf(repo), 'git/attributes'),
    '/etc/gitattributes',
    '/usr/local/etc/gitattributes',
    '/opt/homebrew/etc/gitattributes',
  ];
}
