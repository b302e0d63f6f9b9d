import { asOid, type Oid } from '../../core/model/ids.ts';
import { decodePath, splitNul } from '../path-bytes.ts';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../plumbing.ts';
import type { Repository } from '../repository.ts';
import { placeOfCheckout, type Checkout } from './checkouts.ts';
import { allEntries, entriesAt, parseIndex, type IndexImage } from './index-file.ts';

/** One entry of an index. `mode` is as git prints it; `stage` is above 0 in a conflict. */
export interface IndexEntry {
  readonly path: string;
  readonly mode: string;
  readonly oid: Oid;
  readonly stage: number;
  /** Not wanted on disk (sparse checkout). */
  readonly isSkipped: boolean;
  /** A place-holder of `git add -N`. Known only where the file was read here; git's listing does not tell. */
  readonly isIntended: boolean;
}

/** More paths than this are asked for in several calls, for the sake of the command line's length. */
const PATHS_PER_CALL = 400;

/** An index file that is understood here, and when it was written (whole seconds since the epoch). */
export interface LoadedIndex {
  readonly image: IndexImage;
  readonly writtenAt: number;
  readonly permissions: number;
}

/** The index file, or null where there is none, or git must be asked about it. `isHandedOver`: see `parseIndex`. */
export function loadIndex(
  file: string,
  format: Repository['objectFormat'],
  isHandedOver = false,
): LoadedIndex | null {
  try {
    const { mtimeMs, mode } = statSync(file);
    const image = parseIndex(readFileSync(file), format, isHandedOver);
    if (image === null) return null;
    return { image, writtenAt: Math.floor(mtimeMs / 1000), permissions: mode & 0o777 };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The index entries at `paths`, and those below where a path is a folder in the index. `indexFile` is another index than
 * the worktree's own.
 */
export async function readIndexEntries(
  repo: Repository,
  checkout: Pick<Checkout, 'path' | 'gitDir'>,
  paths: readonly string[],
  indexFile?: string,
): Promise<readonly IndexEntry[]> {
  const loaded = loadIndex(indexFile ?? join(checkout.gitDir, 'index'), repo.objectFormat);
  if (loaded !== null) return entriesAt(loaded.image, paths);
  const found: IndexEntry[] = [];
  const isListable = paths.every((path) => path.isWellFormed());
  const batches = isListable ? batchesOf(paths) : [[]];
  for (const batch of batches) {
    const { stdout } = await git(
      placeOfCheckout(repo, checkout),
      ['--literal-pathspecs', 'ls-files', '-s', '-v', '-z', '--', ...batch],
      indexFile === undefined ? {} : { env: { GIT_INDEX_FILE: indexFile } },
    );
    found.push(...splitNul(stdout).map(parseEntry));
  }
  return found;
}

/** Every entry of an index file, in its order. */
export async function readAllEntries(
  repo: Repository,
  checkout: Pick<Checkout, 'path' | 'gitDir'>,
  indexFile: string,
): Promise<readonly IndexEntry[]> {
  const loaded = loadIndex(indexFile, repo.objectFormat);
  if (loaded !== null) return allEntries(loaded.image);
  const { stdout } = await git(placeOfCheckout(repo, checkout), ['ls-files', '-s', '-v', '-z'], {
    env: { GIT_INDEX_FILE: indexFile },
  });
  return splitNul(stdout).map(parseEntry);
}

function batchesOf(paths: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  for (let at = 0; at < paths.length; at += PATHS_PER_CALL) {
    batches.push(paths.slice(at, at + PATHS_PER_CALL));
  }
  return batches;
}

/** `H 100644 <oid> 0<TAB>path`; `S` for skip-worktree, lower case where changes are assumed away. */
function parseEntry(line: Buffer): IndexEntry {
  const tab = line.indexOf(0x09);
  const [tag = '', mode = '', oid = '', stage = ''] = line.toString('latin1', 0, tab).split(' ');
  return {
    path: decodePath(line.subarray(tab + 1)),
    mode,
    oid: asOid(oid),
    stage: Number(stage),
    isSkipped: tag === 'S' || tag === 's',
    isIntended: false,
  };
}
