import { rm } from 'node:fs/promises';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { copyWithTimes } from '../copy-with-times.ts';
import { joinNul } from '../path-bytes.ts';
import { git } from '../plumbing.ts';
import type { Repository } from '../repository.ts';
import { findInTree, type PathChange } from '../tree.ts';
import { indexInfo } from './checkout-into.ts';
import { placeOfCheckout, type Checkout } from './checkouts.ts';
import { syncToDisk, writeDurably } from './durable.ts';
import { loadIndex, readIndexEntries } from './index-entries.ts';
import { patchIndex } from './index-patch.ts';

/** What a copy of a checkout's index must take over. */
export interface IndexUpdate {
  readonly changes: readonly PathChange[];
  /** Paths that stay, or become, not wanted on disk. */
  readonly skipped: ReadonlySet<string>;
}

/** The copy of an index that a landing prepares; beside the index, so that a rename puts it in place. */
export const indexCopy = (checkout: Pick<Checkout, 'gitDir'>, landing: string): string =>
  join(checkout.gitDir, `sallyport-index-${landing}`);

/**
 * Makes a copy of the checkout's index in which the changed paths, and only they, are as in the new tree. Throws where the
 * copy does not come out so. Everything else that the user staged is in it as it was.
 */
export async function writeIndexCopy(
  repo: Repository,
  checkout: Checkout,
  landing: string,
  update: IndexUpdate,
): Promise<string> {
  const copy = indexCopy(checkout, landing);
  await rm(copy, { force: true });
  await rm(`${copy}.lock`, { force: true });
  const loaded = loadIndex(join(checkout.gitDir, 'index'), repo.objectFormat);
  if (loaded === null) await writeThroughGit(repo, checkout, copy, update);
  else {
    const place = { worktree: checkout.path, format: repo.objectFormat, ...loaded };
    writeDurably(copy, patchIndex(loaded.image, update, place), loaded.permissions);
  }
  await verifyCopy(repo, checkout, copy, update);
  return copy;
}

/** The same through git's own commands, for the kinds of index that only git knows. */
async function writeThroughGit(
  repo: Repository,
  checkout: Checkout,
  copy: string,
  update: IndexUpdate,
): Promise<void> {
  await copyWithTimes(join(checkout.gitDir, 'index'), copy);
  const place = placeOfCheckout(repo, checkout);
  const env = { GIT_INDEX_FILE: copy };
  const entries = update.changes.map(({ path, after }) => ({ path, item: after }));
  const zero = '0'.repeat(repo.objectFormat === 'sha256' ? 64 : 40);
  await git(place, ['update-index', '-z', '--index-info'], {
    env,
    stdin: indexInfo([...entries].sort(removalsFirst), zero),
  });
  await markSkipped(repo, checkout, copy, update);
  const onDisk = entries.filter(({ path, item }) => item !== null && !update.skipped.has(path));
  if (onDisk.length > 0) {
    // Notes size and times of the files just written, so that the next `git status` need not read them.
    await git(
      place,
      ['--literal-pathspecs', 'add', '--refresh', '--pathspec-from-file=-', '--pathspec-file-nul'],
      { env, stdin: joinNul(onDisk.map(({ path }) => path)), accept: [1, 128] },
    );
  }
}

/** Puts a prepared copy in place of the index. The caller holds the lock. */
export function putIndexInPlace(checkout: Checkout, copy: string): void {
  renameSync(copy, join(checkout.gitDir, 'index'));
  syncToDisk(checkout.gitDir);
}

const removalsFirst = (left: { item: unknown }, right: { item: unknown }): number =>
  Number(left.item !== null) - Number(right.item !== null);

async function markSkipped(
  repo: Repository,
  checkout: Checkout,
  copy: string,
  { changes, skipped }: IndexUpdate,
): Promise<void> {
  const paths = changes
    .filter(({ path, after }) => after !== null && skipped.has(path))
    .map(({ path }) => path);
  if (paths.length === 0) return;
  await git(placeOfCheckout(repo, checkout), ['update-index', '--skip-worktree', '-z', '--stdin'], {
    env: { GIT_INDEX_FILE: copy },
    stdin: joinNul(paths),
  });
}

async function verifyCopy(
  repo: Repository,
  checkout: Checkout,
  copy: string,
  { changes }: IndexUpdate,
): Promise<void> {
  const paths = changes.map(({ path }) => path);
  const found = await readIndexEntries(repo, checkout, paths, copy);
  const entries = new Map(found.map((entry) => [entry.path, entry]));
  for (const { path, after } of changes) {
    const entry = entries.get(path);
    const isRight =
      after === null
        ? entry === undefined
        : entry?.oid === after.oid && entry.mode === after.mode && entry.stage === 0;
    if (!isRight) throw new Error(`the index of ${checkout.path} did not take ${path}`);
  }
}

/** What stands at a changed path in another tree, as a change from what it was before. */
export async function changesTowards(
  repo: Repository,
  tree: Parameters<typeof findInTree>[1],
  changes: readonly PathChange[],
): Promise<readonly PathChange[]> {
  return await Promise.all(
    changes.map(async (change) => ({
      ...change,
      after: await findInTree(repo, tree, change.path),
    })),
  );
}
