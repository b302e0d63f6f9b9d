import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Fault } from '../../core/model/fault.ts';
import type { Repository } from '../repository.ts';
import type { Checkout } from './checkouts.ts';
import { statsOf, type DiskFile } from './disk-file.ts';
import { syncToDisk, writeDurably } from './durable.ts';

/*
 * The folder of one landing in one checkout holds the files that were moved aside (`old-N`), the new ones until they are
 * linked into place (`new-N`), and the manifest. It lies on the checkout's own file system, because files enter and leave
 * it by rename and link. It stays after the landing, so that whatever an editor still writes to a replaced file is found.
 */

/** What is put at a path. `source` is the file in the landing's folder that is linked in; a link carries its target. */
export type FreshFile =
  | (Pick<DiskFile, 'id' | 'permissions'> & { readonly kind: 'file'; readonly source: string })
  | (Pick<DiskFile, 'id'> & { readonly kind: 'link'; readonly target: string })
  | { readonly kind: 'submodule' };

/** One path that a landing changes on disk. */
export interface ManifestFile {
  readonly path: string;
  readonly old: DiskFile | null;
  readonly fresh: FreshFile | null;
  /** Where the old file waits, and where a new one goes when it is taken back; names in the landing's folder. */
  readonly aside: string;
  readonly undone: string;
  /** Folders that do not exist before the landing, outermost first. */
  readonly madeFolders: readonly string[];
}

/** What a landing does to one checkout's files, on disk before it starts. In the order in which it is done. */
export interface Manifest {
  readonly landing: string;
  readonly worktree: string;
  readonly files: readonly ManifestFile[];
}

/** Retained until `sweepAsides`; in the state folder, or inside the checkout where that is another file system. */
function landingFolders(
  repo: Repository,
  checkout: Pick<Checkout, 'path' | 'gitDir'>,
  landing: string,
): readonly [string, string] {
  const name = checkout.gitDir === repo.commonDir ? 'main' : `linked-${basename(checkout.gitDir)}`;
  return [
    join(repo.stateDir, 'asides', landing, name),
    join(checkout.path, '.sallyport', 'asides', landing),
  ];
}

/** Makes the folder of a landing in a checkout. */
export function makeLandingFolder(
  repo: Repository,
  checkout: Pick<Checkout, 'path' | 'gitDir'>,
  landing: string,
): string {
  const [inState, inCheckout] = landingFolders(repo, checkout, landing);
  const isNear = statSync(repo.stateDir).dev === statSync(checkout.path).dev;
  const folder = isNear ? inState : inCheckout;
  const view = statsOf(join(checkout.path, '.sallyport'));
  if (!isNear && view?.isDirectory() === false) {
    throw new Fault('io-failed', `${checkout.path}/.sallyport is not a folder.`, {
      hint: 'Replaced files of this worktree are kept in there: remove what stands there.',
    });
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isNear) writeFileSync(join(checkout.path, '.sallyport/asides/.gitignore'), '*\n');
  return folder;
}

const MANIFEST = 'manifest.json';

/** Puts the manifest on disk: whole, or not there. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const draft = join(folder, `${MANIFEST}.draft`);
  rmSync(draft, { force: true });
  writeDurably(draft, JSON.stringify(manifest), 0o600);
  renameSync(draft, join(folder, MANIFEST));
  syncToDisk(folder);
}

/** The manifest of a landing in a checkout and its folder; null where it did not get so far. */
export function findManifest(
  repo: Repository,
  checkout: Pick<Checkout, 'path' | 'gitDir'>,
  landing: string,
): { readonly folder: string; readonly manifest: Manifest } | null {
  for (const folder of landingFolders(repo, checkout, landing)) {
    try {
      const text = readFileSync(join(folder, MANIFEST), 'utf8');
      return { folder, manifest: JSON.parse(text) as Manifest };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return null;
}
