import { chmodSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../../git/plumbing.ts';
import type { Repository } from '../../git/repository.ts';
import { SETTINGS_FILE } from '../hook-settings.ts';
import { ALLOWED_FILE } from '../allowances.ts';

/**
 * Gives the state folder of a server to those whom git gives the repository (`core.sharedRepository`, git-config(1)): its
 * hook runs as whoever pushes. Does nothing where the repository is its owner's alone.
 */
export async function shareState(repo: Repository): Promise<void> {
  const asked = ['config', '--get', 'core.sharedRepository'];
  const end = await git(repo, asked, { accept: [1] });
  const bits = sharedBits(end.stdout.toString('utf8').trim());
  if (bits === 0) return;
  // New files of a folder shared by a group belong to that group.
  chmodSync(repo.stateDir, 0o2700 | bits | execute(bits));
  const record = join(repo.stateDir, ALLOWED_FILE);
  closeSync(openSync(record, 'a', 0o600));
  // Who may push may add to the record; what is guarded stays the keeper's to say.
  chmodSync(record, 0o600 | bits);
  chmodSync(join(repo.stateDir, SETTINGS_FILE), 0o600 | (bits & 0o044));
}

/** A folder is entered where its files are read. */
const execute = (bits: number): number => (bits & 0o044) >> 2;

/** What others get of a file. */
function sharedBits(value: string): number {
  if (/^(?:group|true|1)$/.test(value)) return 0o060;
  if (/^(?:all|world|everybody|2)$/.test(value)) return 0o064;
  return /^0[0-7]{3}$/.test(value) ? Number.parseInt(value, 8) & 0o066 : 0;
}
