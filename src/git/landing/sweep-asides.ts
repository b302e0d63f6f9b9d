import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LandingJournal } from '../../core/lifecycle/landing-intent.ts';
import type { Repository } from '../repository.ts';
import { listCheckouts } from './checkouts.ts';

/**
 * Removes the replaced files of landings that ended before `before` (milliseconds since the epoch). Landings that the
 * journal still has open are left.
 */
export async function sweepAsides(
  repo: Repository,
  journal: LandingJournal,
  before: number,
): Promise<void> {
  const open = new Set(journal.open().map(({ landing }) => landing));
  const checkouts = await listCheckouts(repo);
  const folders = [
    join(repo.stateDir, 'asides'),
    ...checkouts.map(({ path }) => join(path, '.sallyport/asides')),
  ];
  for (const folder of folders) {
    for (const landing of await readdir(folder).catch(() => [])) {
      const path = join(folder, landing);
      const found = await stat(path);
      const isOpen = open.has(landing) || open.has(landing.replace(/-forward$/, ''));
      if (!found.isDirectory() || isOpen || found.mtimeMs >= before) continue;
      await rm(path, { recursive: true, force: true });
    }
  }
}
