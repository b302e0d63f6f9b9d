import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BranchRef } from '../../core/model/ids.ts';
import type { Repository } from '../repository.ts';
import type { Checkout } from './checkouts.ts';
import { blocked, type Blocked } from './outcome.ts';

/** What git leaves in a worktree's git folder while it is in the middle of something. */
const MARKS: readonly (readonly [file: string, operation: string])[] = [
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase or am'],
  ['BISECT_LOG', 'bisect'],
  ['sequencer', 'cherry-pick or revert'],
];

/**
 * An operation in progress that a landing would disturb: any in a worktree that has the target checked out, and a rebase
 * or bisect of the target in a worktree whose HEAD is detached meanwhile.
 */
export async function operationInTheWay(
  checkouts: readonly Checkout[],
  target: BranchRef,
): Promise<Blocked | null> {
  for (const checkout of checkouts) {
    const operation =
      checkout.branch === target
        ? await operationIn(checkout.gitDir)
        : await operationOn(checkout.gitDir, target);
    if (operation === null) continue;
    const detail = `A ${operation} is in progress in ${checkout.path}: finish or abort it.`;
    return blocked('operation-in-progress', checkout.path, [], detail);
  }
  return null;
}

async function operationIn(gitDir: string): Promise<string | null> {
  const found = await Promise.all(MARKS.map(async ([file]) => await exists(join(gitDir, file))));
  return MARKS[found.indexOf(true)]?.[1] ?? null;
}

/** Whether the worktree's rebase or bisect will come back to the branch, or move it (`rebase --update-refs`). */
async function operationOn(gitDir: string, target: BranchRef): Promise<string | null> {
  const read = async (file: string): Promise<string> =>
    (await readFile(join(gitDir, file), 'utf8').catch(() => '')).trim();
  const [merging, applying, updating, bisecting] = await Promise.all([
    read('rebase-merge/head-name'),
    read('rebase-apply/head-name'),
    read('rebase-merge/update-refs'),
    read('BISECT_START'),
  ]);
  if (merging === target || applying === target) return 'rebase of the target';
  if (updating.split('\n').includes(target)) return 'rebase that updates the target';
  return bisecting !== '' && `refs/heads/${bisecting}` === target ? 'bisect of the target' : null;
}

/** The branch that a rebase or bisect in this worktree, which detached its HEAD, comes back to; null where none is. */
export async function interruptedBranch({ gitDir }: Repository): Promise<BranchRef | null> {
  for (const file of ['rebase-merge/head-name', 'rebase-apply/head-name', 'BISECT_START']) {
    const name = (await readFile(join(gitDir, file), 'utf8').catch(() => '')).trim();
    const full = file === 'BISECT_START' && name !== '' ? `refs/heads/${name}` : name;
    if (full.startsWith('refs/heads/')) return full as BranchRef;
  }
  return null;
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
