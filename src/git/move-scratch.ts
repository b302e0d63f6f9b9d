import {
  lstatSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { rename, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Oid } from '../core/model/ids.ts';
import { checkoutSettings } from './landing/checkout-settings.ts';
import { mayConvert } from './landing/conversions.ts';
import { loadIndex } from './landing/index-entries.ts';
import { patchIndex } from './landing/index-patch.ts';
import { isSafePath } from './landing/safe-path.ts';
import { diskPath } from './path-bytes.ts';
import { git } from './plumbing.ts';
import type { Repository } from './repository.ts';
import { readBlob } from './snapshot.ts';
import { diffTrees, treeOf, type PathChange, type TreeItem } from './tree.ts';
import { keepIndex, SCRATCH_CONFIG } from './kept-index.ts';
import { placeOf, type ScratchWorktree } from './worktrees.ts';

/** More changed paths than these are left to git, which then is quicker. */
const MOST_WRITTEN = 500;

const ATTRIBUTES = /(?:^|\/)\.gitattributes$/i;

/**
 * Makes a clean scratch worktree one of another commit, by what differs between the two. Where it throws, the tree may be
 * half one and half the other, and is to be removed. The configuration is that of when the tree was made.
 */
export async function moveScratch(
  repo: Repository,
  scratch: ScratchWorktree,
  commit: Oid,
): Promise<ScratchWorktree> {
  const moved = { ...scratch, commit };
  const [before, after] = await Promise.all([scratch.commit, commit].map((id) => treeOf(repo, id)));
  if (before === undefined || after === undefined) throw new TypeError('two commits, two trees');
  const changes = await diffTrees(repo, before, after);
  // Git writes only what differs, and other attributes may mean other bytes for the rest.
  if (changes.some(({ path }) => ATTRIBUTES.test(path))) throw new Error('the attributes differ');
  if (changes.length > 0 && !(await writeChanges(repo, moved, changes))) {
    await git(placeOf(repo, moved), ['read-tree', '--reset', '-u', commit], {
      config: SCRATCH_CONFIG,
    });
  }
  await moveHead(scratch, commit);
  if (changes.length > 0) await keepIndex(repo, moved);
  return moved;
}

/** A detached HEAD is the commit's name in a file, but where references are kept in another format. */
async function moveHead({ gitDir, commit: old }: ScratchWorktree, commit: Oid): Promise<void> {
  const head = join(gitDir, 'HEAD');
  if (readFileSync(head, 'utf8') !== `${old}\n`) throw new Error(`${head} does not name ${old}`);
  await replaceFile(head, `${commit}\n`);
}

/** Writes what differs, and the index. False where only git can, with nothing changed. */
async function writeChanges(
  repo: Repository,
  scratch: ScratchWorktree,
  changes: readonly PathChange[],
): Promise<boolean> {
  const { path: worktree, gitDir } = scratch;
  // Git then reads what is written from this second on, as it takes the index for no younger.
  const begun = Math.floor(Date.now() / 1_000);
  const index = join(gitDir, 'index');
  const loaded = loadIndex(index, repo.objectFormat);
  if (loaded === null || !(await isPlain(repo, scratch, changes))) return false;
  const contents = await Promise.all(
    changes.map(async ({ after }) => (hasContent(after) ? readBlob(repo, after.oid) : null)),
  );
  const removals = changes.filter(({ before }) => before !== null);
  for (const { path, before, after } of removals.toReversed()) {
    remove(worktree, path, { isSubmodule: before?.mode === '160000', isGone: after === null });
  }
  for (const [at, { path, after }] of changes.entries()) {
    if (after !== null) put(worktree, { path, item: after, bytes: contents[at] ?? null });
  }
  const update = { changes, skipped: new Set<string>() };
  // The tree is clean: no file changed since it was noted, and none needs to be read again.
  const place = { worktree, format: repo.objectFormat, writtenAt: Infinity };
  await replaceFile(index, patchIndex(loaded.image, update, place));
  await utimes(index, begun, begun);
  return true;
}

/** Whether the bytes on disk are those of the blobs, and nothing about the paths is left to git to know. */
async function isPlain(
  repo: Repository,
  scratch: ScratchWorktree,
  changes: readonly PathChange[],
): Promise<boolean> {
  if (changes.length > MOST_WRITTEN) return false;
  const paths = changes.map(({ path }) => path);
  if (!paths.every(isSafePath)) return false;
  const checkout = { ...scratch, branch: null, isMissing: false };
  const settings = await checkoutSettings(repo, checkout);
  const { hasFileModes, hasLinks, ignoresCase } = settings;
  if (!hasFileModes || !hasLinks || ignoresCase) return false;
  const tree = await treeOf(repo, scratch.commit);
  return tree !== null && !(await mayConvert(repo, { checkout, settings, tree }, paths));
}

function remove(
  worktree: string,
  path: string,
  { isSubmodule, isGone }: { readonly isSubmodule: boolean; readonly isGone: boolean },
): void {
  const full = diskPath(worktree, path);
  if (isSubmodule) rmdirSync(full);
  else unlinkSync(full);
  if (!isGone) return;
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(diskPath(worktree, folder));
    } catch {
      return;
    }
  }
}

const hasContent = (item: TreeItem | null): item is TreeItem =>
  item !== null && item.mode !== '160000';

function put(
  worktree: string,
  {
    path,
    item: { mode },
    bytes,
  }: { readonly path: string; readonly item: TreeItem; readonly bytes: Buffer | null },
): void {
  const full = diskPath(worktree, path);
  makeFolders(worktree, path);
  if (bytes === null) return mkdirSync(full);
  if (mode === '120000') return symlinkSync(bytes, full);
  writeFileSync(full, bytes, { flag: 'wx', mode: mode === '100755' ? 0o777 : 0o666 });
}

/** Every folder above a path is one, and no link. */
function makeFolders(worktree: string, path: string): void {
  const segments = path.split('/').slice(0, -1);
  for (const depth of segments.keys()) {
    const folder = diskPath(worktree, segments.slice(0, depth + 1).join('/'));
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    if (stats === undefined) mkdirSync(folder);
    else if (!stats.isDirectory()) throw new Error(`${folder.toString()} is no folder`);
  }
}

async function replaceFile(file: string, content: Buffer | string): Promise<void> {
  const fresh = `${file}.sallyport`;
  await writeFile(fresh, content);
  await rename(fresh, file);
}
