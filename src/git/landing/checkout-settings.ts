import { join } from 'node:path';
import { configValues, homeOf, userConfigOf } from '../config-values.ts';
import type { Repository } from '../repository.ts';
import type { Checkout } from './checkouts.ts';
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
