import { join } from 'node:path';
import { writeFileSync, rmSync } from 'node:fs';
import type { TempRepo } from '../../test/support/temp-repo.ts';
import { joinedLine, joinedPath } from './joined-file.ts';
import type { Payload } from './payloads.ts';

/**
 * Commits a branch's payload on the target as it is now and puts its branch where the daemon takes it up, by an index of
 * its own: the checkout and whoever works in it see nothing of it. The commit.
 */
export function pushBranch(repo: TempRepo, { name, token, places }: Payload): string {
  const tip = repo.git('rev-parse', 'main');
  const index = join(repo.root, `index-of-${token}`);
  const file = join(repo.root, `file-of-${token}`);
  const git = (...args: readonly string[]): string =>
    repo.git('-c', 'core.hooksPath=/dev/null', ...args);
  process.env['GIT_INDEX_FILE'] = index;
  try {
    git('read-tree', tip);
    for (const place of places) {
      if (place.kind !== 'joined') continue;
      const path = joinedPath(place.file);
      const content = repo.show(tip, path);
      const [from, to] = [
        joinedLine(place.file, place.slot),
        joinedLine(place.file, place.slot, token),
      ];
      if (!content.includes(from)) throw new RangeError(`${path} has no free slot ${place.slot}`);
      writeFileSync(file, `${content.replace(from, to).trimEnd()}\n`);
      const blob = git('hash-object', '-w', '--no-filters', file);
      git('update-index', '--cacheinfo', `100644,${blob},${path}`);
    }
    const commit = git('commit-tree', '-p', tip, '-m', `fills joined slots`, git('write-tree'));
    git('update-ref', `refs/heads/${name}`, commit, '');
    return commit;
  } finally {
    delete process.env['GIT_INDEX_FILE'];
    rmSync(index, { force: true });
    rmSync(file, { force: true });
  }
}
