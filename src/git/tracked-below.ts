import { git } from './plumbing.ts';
import type { Repository } from './repository.ts';

/** A path of the index that lies in a folder of the checkout; null where none does. */
export async function trackedBelow(repo: Repository, folder: string): Promise<string | null> {
  const { stdout } = await git(repo, ['ls-files', '-z', '--', `:(top,literal)${folder}`]);
  return stdout.toString('utf8').split('\0')[0] || null;
}
