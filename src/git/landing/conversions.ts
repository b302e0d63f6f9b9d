import { dirname } from 'node:path';
import { isOid, type Oid } from '../../core/model/ids.ts';
import { diskPath, encodePath } from '../path-bytes.ts';
import { git } from '../plumbing.ts';
import type { Repository } from '../repository.ts';
import { findInTree } from '../tree.ts';
import type { CheckoutSettings } from './checkout-settings.ts';
import { placeOfCheckout, type Checkout } from './checkouts.ts';
import { statsOf } from './disk-file.ts';

/**
 * Whether a file's bytes on disk may differ from its blob's: line endings by configuration, or attributes (conversion,
 * filters, `ident`, encodings) from anywhere. Says yes when in doubt; then git converts.
 */
export async function mayConvert(
  repo: Repository,
  where: { readonly checkout: Checkout; readonly settings: CheckoutSettings; readonly tree: Oid },
  paths: readonly string[],
): Promise<boolean> {
  if (where.settings.convertsLines || where.settings.hasOuterAttributes) return true;
  const files = attributeFiles(paths);
  if (files.some((path) => statsOf(diskPath(where.checkout.path, path)) !== null)) return true;
  const found = await Promise.all(files.map((path) => findInTree(repo, where.tree, path)));
  return found.some((item) => item !== null);
}

/** The `.gitattributes` of every folder above the paths, outermost first. */
export function attributeFiles(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>(['.']);
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  }
  return [...folders]
    .sort()
    .map((folder) => (folder === '.' ? '.gitattributes' : `${folder}/.gitattributes`));
}

/** The blob id that git would store for these bytes at this path, by the conversions in force in the checkout. */
export async function cleanedId(
  repo: Repository,
  checkout: Pick<Checkout, 'path' | 'gitDir'>,
  path: string,
  bytes: Uint8Array,
): Promise<Oid | null> {
  if (!path.isWellFormed()) return null;
  const end = await git(
    placeOfCheckout(repo, checkout),
    ['hash-object', '--stdin', `--path=${encodePath(path).toString('utf8')}`],
    { stdin: bytes, accept: [1, 128], config: ['core.safecrlf=false'] },
  );
  const id = end.stdout.toString('utf8').trim();
  return end.code === 0 && isOid(id) ? id : null;
}
