import { dirname } from 'node:path/posix';
import type { Oid } from '../../core/model/ids.ts';
import { Fault } from '../../core/model/fault.ts';
import { objectsOf, type Repository } from '../repository.ts';
import { findNode, type PathChange } from '../tree.ts';

/**
 * Throws a `Fault` git-failed where the repository lacks an object that the change brings: `git gc --prune=now` takes away
 * what nothing refers to yet, and a branch that refers to what is gone is of no use to anybody. Written anew, it is there
 * again.
 */
export async function requireWhole(
  repo: Repository,
  { candidate, tree, changes }: { candidate: Oid; tree: Oid; changes: readonly PathChange[] },
): Promise<void> {
  const files = changes.flatMap(({ after }) =>
    after === null || after.mode === '160000' ? [] : [after.oid],
  );
  const folders = await Promise.all(
    [...foldersOf(changes)].map(async (path) => (await findNode(repo, tree, path))?.oid ?? null),
  );
  const needed = new Set([candidate, tree, ...files, ...folders].filter((oid) => oid !== null));
  await Promise.all(
    [...needed].map(async (oid) => {
      if ((await objectsOf(repo).info(oid)) !== null) return;
      throw new Fault('git-failed', `The repository has lost ${oid}, which was to land.`, {
        retryable: true,
        hint: 'Let git keep new objects for a while: gc.pruneExpire says for how long.',
      });
    }),
  );
}

/** Every folder that a changed path stands in, but for the root. */
function foldersOf(changes: readonly PathChange[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { path } of changes) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}
