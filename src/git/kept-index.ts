import { copyFile, mkdir, open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadIndex } from './landing/index-entries.ts';
import { visitEntries } from './landing/index-file.ts';
import type { Repository } from './repository.ts';
import type { ScratchWorktree } from './worktrees.ts';

/** Where the indexes of scratch worktrees are kept, below the state folder. */
export const KEPT_INDEXES = 'scratch-index';

/** Written by git as it fills a scratch worktree: never sparse, and an index file that is understood here. */
export const SCRATCH_CONFIG: readonly string[] = [
  'core.sparseCheckout=false',
  'core.splitIndex=false',
  'core.untrackedCache=false',
  'feature.manyFiles=false',
  'index.sparse=false',
  'index.version=2',
];

/** How often the file system's clock is looked at before a file written in the same tick is read again at each look. */
const MOST_TICKS = 50;

export const keptIndex = (repo: Repository, scratch: Pick<ScratchWorktree, 'path'>): string =>
  join(repo.stateDir, KEPT_INDEXES, basename(scratch.path));

/**
 * Keeps a copy of the tree's index where nothing that runs in the tree gets at it. Nothing runs there yet: what is written
 * to a file after this bears a later time than any that the index notes.
 */
export async function keepIndex(repo: Repository, scratch: ScratchWorktree): Promise<void> {
  await mkdir(join(repo.stateDir, KEPT_INDEXES), { recursive: true, mode: 0o700 });
  const kept = keptIndex(repo, scratch);
  await copyFile(join(scratch.gitDir, 'index'), kept);
  const latest = latestNote(repo, kept);
  for (let tick = 0; tick < MOST_TICKS; tick += 1) {
    const { mtimeNs } = await stat(kept, { bigint: true });
    if (mtimeNs > latest) return;
    await pause(1);
    await touch(kept);
  }
}

/** The latest time that is noted of any file, in nanoseconds since the epoch. */
function latestNote(repo: Repository, index: string): bigint {
  const image = loadIndex(index, repo.objectFormat)?.image;
  if (image === undefined) throw new TypeError(`${index} is not an index that can be kept`);
  let seconds = 0;
  let nanoseconds = 0;
  visitEntries(image, ({ start }) => {
    const second = image.bytes.readUInt32BE(start);
    const rest = image.bytes.readUInt32BE(start + 4);
    if (second < seconds || (second === seconds && rest < nanoseconds)) return;
    seconds = second;
    nanoseconds = rest;
  });
  return BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds);
}

/** Writes a byte over itself: the time is then the file system's, which is not always this process's. */
async function touch(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.write('D', 0);
  } finally {
    await handle.close();
  }
}
