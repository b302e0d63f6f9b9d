import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CLAIMED_INSIDE, isIgnoredName, parseClaimedName } from './drop-names.ts';

/** A drop that is no submission yet, by the name that its author gave it. */
export interface UnacceptedDrop {
  readonly name: string;
  /**
   * `waits`: nobody took it up yet. `claimed`: it was taken up, and the store does not have it. `no-file`: nobody will, for
   * it is a folder, a link or the like.
   */
  readonly why: 'waits' | 'claimed' | 'no-file';
}

/** What lies in the drop folder, or was taken out of it, and is not stored; sorted by name. Folders are absolute. */
export async function unacceptedDrops(folders: {
  readonly inbox: string;
  readonly claimed: string;
}): Promise<readonly UnacceptedDrop[]> {
  const dropped = (await entriesOf(folders.inbox))
    .filter(({ name }) => !isIgnoredName(name))
    .map((entry): UnacceptedDrop => ({
      name: entry.name,
      why: entry.isFile() ? 'waits' : 'no-file',
    }));
  const claimed = [
    ...(await entriesOf(folders.claimed)),
    ...(await entriesOf(join(folders.inbox, CLAIMED_INSIDE))),
  ].flatMap((entry): readonly UnacceptedDrop[] => {
    const parsed = parseClaimedName(entry.name);
    return parsed?.kind === 'claim' ? [{ name: parsed.name, why: 'claimed' }] : [];
  });
  return [...dropped, ...claimed].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** A folder that is not there, or may not be read, holds nothing that could be shown. */
const entriesOf = (folder: string): Promise<readonly Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch(() => []);
