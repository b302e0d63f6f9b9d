import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Fault } from '../core/model/fault.ts';

/** A disk with less than this is full, whatever a command says; bytes. */
const LEAST = 4 * 1024 * 1024;

/** What a command could not write may have been removed since: with less than this, it is believed to have met its end. */
const NARROW = 1024 * 1024 * 1024;

const SAYS_FULL = /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/i;

/** Whether a command that failed, and printed this, failed for the room that it had. */
export function isShortOfRoom(
  { bavail, bsize, files, ffree }: Pick<StatsFs, 'bavail' | 'bsize' | 'files' | 'ffree'>,
  output: string,
): boolean {
  const free = bavail * bsize;
  const hasNoFileLeft = files > 0 && ffree === 0;
  return free < LEAST || hasNoFileLeft || (free < NARROW && SAYS_FULL.test(output));
}

/**
 * Throws a `Fault` disk-full where a failed command had no room to write in, in its tree or in the folder for temporary
 * files: its failure says nothing of the tree.
 */
export async function requireRoom(
  tree: string,
  env: Readonly<Record<string, string | undefined>>,
  output: string,
): Promise<void> {
  for (const folder of [tree, env['TMPDIR'] ?? tmpdir()]) {
    const stats = await statfs(folder).catch(() => null);
    if (stats === null || !isShortOfRoom(stats, output)) continue;
    throw new Fault('disk-full', `A gate failed for want of room on the disk of ${folder}`, {
      retryable: true,
      hint: 'Free some space on that disk.',
    });
  }
}
