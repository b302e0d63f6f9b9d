import { homedir } from 'node:os';
import { join } from 'node:path';
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

/** Reads the settings that are in force in a checkout. */
export async function checkoutSettings(
  repo: Repository,
  checkout: Pick<Checkout, 'path' | 'gitDir'>,
): Promise<CheckoutSettings> {
  const { stdout } = await git(placeOfCheckout(repo, checkout), ['config', '--list', '-z']);
  const values = new Map<string, string>();
  for (const entry of stdout.toString('utf8').split('\0')) {
    const [key = '', ...rest] = entry.split('\n');
    values.set(key, rest.length === 0 ? 'true' : rest.join('\n'));
  }
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

/** Files outside the tree that give attributes (gitattributes(5)); the system's place depends on how git was built. */
function outerAttributes(repo: Repository, configured: string | undefined): readonly string[] {
  const home = repo.environment['HOME'] ?? homedir();
  const user = repo.environment['XDG_CONFIG_HOME'] || join(home, '.config');
  return [
    join(repo.commonDir, 'info/attributes'),
    configured?.replace(/^~(?=\/)/, home) ?? join(user, 'git/attributes'),
    '/etc/gitattributes',
    '/usr/local/etc/gitattributes',
    '/opt/homebrew/etc/gitattributes',
  ];
}
