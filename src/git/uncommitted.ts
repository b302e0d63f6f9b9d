import { git } from './plumbing.ts';
import type { Repository } from './repository.ts';

/** Whether the checkout has changes of its own: staged, unstaged, or files that git neither tracks nor ignores. */
export async function hasUncommitted(repo: Repository): Promise<boolean> {
  const { stdout } = await git(repo, ['status', '--porcelain', '-z', '--untracked-files=normal']);
  return stdout.length > 0;
}
