import { renameSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Oid } from '../../core/model/ids.ts';
import { diskPath, encodePath, joinNul } from '../path-bytes.ts';
import { git, gitText } from '../plumbing.ts';
import type { Repository } from '../repository.ts';
import { findInTree, type TreeItem } from '../tree.ts';
import { placeOfCheckout } from './checkouts.ts';
import { attributeFiles } from './conversions.ts';
import { statsOf } from './disk-file.ts';
import type { Inspection } from './inspect.ts';

/** A path and what stands there in a tree. */
export interface PlacedItem {
  readonly path: string;
  readonly item: TreeItem;
}

/** Entries as `update-index -z --index-info` takes them; null removes the path. */
export function indexInfo(
  entries: readonly { readonly path: string; readonly item: TreeItem | null }[],
  zero: string,
): Buffer {
  return Buffer.concat(
    entries.flatMap(({ path, item }) => [
      Buffer.from(item === null ? `0 ${zero}\t` : `${item.mode} ${item.oid}\t`),
      encodePath(path),
      Buffer.of(0),
    ]),
  );
}

/**
 * Lets git write the new files into the landing's folder, with all its conversions: through an index that holds them and
 * the attribute files above them alone, and an empty folder as the worktree, so that the new tree's attributes count and
 * the user's index and files are not touched. Returns the file made for each path (empty for what is no file); a path
 * that the sparse checkout leaves out is not among them.
 */
export async function checkoutInto(
  repo: Repository,
  inspection: Inspection,
  wanted: { readonly folder: string; readonly items: readonly PlacedItem[]; readonly tree: Oid },
): Promise<ReadonlyMap<string, string>> {
  const { checkout, settings } = inspection;
  const root = join(wanted.folder, 'tree');
  await mkdir(root, { recursive: true, mode: 0o700 });
  const paths = wanted.items.map(({ path }) => path);
  const attributes = await attributesFor(repo, wanted.tree, paths, checkout.path);
  for (const path of attributes.onDiskOnly) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await copyFile(join(checkout.path, path), join(root, path));
  }
  const place = { ...placeOfCheckout(repo, checkout), worktree: root };
  const env = { GIT_INDEX_FILE: join(wanted.folder, 'index') };
  const items = wanted.items.filter(({ item }) => item.mode !== '160000');
  const stdin = indexInfo([...attributes.inTree, ...items], '0'.repeat(40));
  await git(place, ['update-index', '-z', '--index-info'], { env, stdin });
  if (settings.isSparse) {
    const tree = await gitText(place, ['write-tree'], { env });
    await rm(env.GIT_INDEX_FILE);
    await git(place, ['read-tree', '--reset', '-u', tree], { env });
  } else {
    const files = joinNul(items.map(({ path }) => path));
    await git(place, ['checkout-index', '-z', '--stdin'], { env, stdin: files });
  }
  return new Map(
    paths.flatMap((path, at) => {
      const made = diskPath(root, path);
      if (statsOf(made)?.isFile() !== true) return statsOf(made) === null ? [] : [[path, '']];
      const source = join(wanted.folder, `made-${at}`);
      renameSync(made, source);
      return [[path, source]];
    }),
  );
}

async function attributesFor(
  repo: Repository,
  tree: Oid,
  paths: readonly string[],
  checkout: string,
): Promise<{ readonly inTree: readonly PlacedItem[]; readonly onDiskOnly: readonly string[] }> {
  const inTree: PlacedItem[] = [];
  const onDiskOnly: string[] = [];
  const asked = new Set(paths);
  for (const path of attributeFiles(paths)) {
    if (asked.has(path)) continue;
    const item = await findInTree(repo, tree, path);
    if (item !== null) inTree.push({ path, item });
    else if (statsOf(diskPath(checkout, path))?.isFile() === true) onDiskOnly.push(path);
  }
  return { inTree, onDiskOnly };
}
