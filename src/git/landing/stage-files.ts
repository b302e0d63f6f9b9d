import { chmodSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Oid } from '../../core/model/ids.ts';
import { comparePaths, diskPath } from '../path-bytes.ts';
import type { Repository } from '../repository.ts';
import { readBlob } from '../snapshot.ts';
import type { TreeItem } from '../tree.ts';
import { checkoutInto } from './checkout-into.ts';
import { lookAt, statsOf, type DiskFile } from './disk-file.ts';
import { syncToDisk } from './durable.ts';
import type { FileAction, Inspection } from './inspect.ts';
import { makeLandingFolder, writeManifest, type FreshFile, type Manifest } from './manifest.ts';

/** A checkout's new files, ready to be linked into place. */
export interface StagedCheckout {
  readonly folder: string;
  readonly manifest: Manifest;
  /** New paths that the sparse checkout leaves out: no file, and the index entry says so. */
  readonly leftOut: ReadonlySet<string>;
}

/** Makes every new file beside the place of the old ones, as a checkout would make it, and the manifest. All durable. */
export async function stageFiles(
  repo: Repository,
  inspection: Inspection,
  landing: { readonly landing: string; readonly tree: Oid },
): Promise<StagedCheckout> {
  const { checkout, actions } = inspection;
  const folder = makeLandingFolder(repo, checkout, landing.landing);
  const needsGit = inspection.isConverted || inspection.settings.isSparse;
  const items = actions.flatMap(({ path, item }) => (item === null ? [] : [{ path, item }]));
  const made = needsGit
    ? await checkoutInto(repo, inspection, { folder, items, tree: landing.tree })
    : null;
  const leftOut = new Set(
    made === null ? [] : items.map(({ path }) => path).filter((path) => !made.has(path)),
  );
  const known = new Set<string>();
  const files = [];
  const wanted = inOrder(actions.filter(({ path, old }) => old !== null || !leftOut.has(path)));
  for (const [at, action] of wanted.entries()) {
    const fresh =
      action.item === null || leftOut.has(action.path)
        ? null
        : await stageOne(
            repo,
            { action, item: action.item, inspection },
            {
              source: made?.get(action.path) ?? join(folder, `new-${at}`),
              isMade: made !== null,
            },
          );
    files.push({
      path: action.path,
      old: action.old,
      fresh,
      aside: `old-${at}`,
      undone: `undone-${at}`,
      madeFolders: fresh === null ? [] : missingFolders(checkout.path, action.path, known),
    });
  }
  const manifest = { landing: landing.landing, worktree: checkout.path, files };
  writeManifest(folder, manifest);
  return { folder, manifest, leftOut };
}

/** Removals first, deepest first, so that a folder may give way to a file, and a file to a folder. */
function inOrder(actions: readonly FileAction[]): readonly FileAction[] {
  const removals = actions.filter(({ item }) => item === null);
  const placements = actions.filter(({ item }) => item !== null);
  return [
    ...removals.sort((left, right) => comparePaths(right.path, left.path)),
    ...placements.sort((left, right) => comparePaths(left.path, right.path)),
  ];
}

async function stageOne(
  repo: Repository,
  work: { readonly action: FileAction; readonly item: TreeItem; readonly inspection: Inspection },
  place: { readonly source: string; readonly isMade: boolean },
): Promise<FreshFile> {
  const { action, item, inspection } = work;
  if (item.mode === '160000') return { kind: 'submodule' };
  if (item.mode === '120000' && inspection.settings.hasLinks) {
    const target = await readBlob(repo, item.oid);
    return { kind: 'link', id: item.oid, target: target.toString('base64') };
  }
  const isExecutable = item.mode === '100755';
  if (!place.isMade) {
    const bytes = await readBlob(repo, item.oid);
    await writeFile(place.source, bytes, { flag: 'wx', mode: isExecutable ? 0o777 : 0o666 });
  }
  const kept = keptPermissions(action.old, isExecutable, inspection.settings.hasFileModes);
  if (kept !== null) chmodSync(place.source, kept);
  syncToDisk(place.source);
  const look = lookAt(place.source, repo.objectFormat);
  if (look.kind !== 'file') throw new Error(`nothing was staged for ${action.path}`);
  return { kind: 'file', source: place.source, id: look.id, permissions: look.permissions };
}

/** The old file's permission bits stay unless the executable bit is what changes. */
function keptPermissions(
  old: DiskFile | null,
  isExecutable: boolean,
  hasFileModes: boolean,
): number | null {
  if (old === null || old.kind !== 'file') return null;
  return !hasFileModes || old.isExecutable === isExecutable ? old.permissions : null;
}

function missingFolders(root: string, path: string, known: Set<string>): readonly string[] {
  const missing: string[] = [];
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if (known.has(folder) || statsOf(diskPath(root, folder))?.isDirectory() === true) break;
    known.add(folder);
    missing.unshift(folder);
  }
  return missing;
}
