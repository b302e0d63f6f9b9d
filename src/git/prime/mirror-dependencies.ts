import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** One `node_modules`, by its path in the repository. */
export interface MirrorRequest {
  readonly checkout: string;
  readonly scratch: string;
  /** Such as `node_modules` or `packages/a/node_modules`. */
  readonly folder: string;
}

/** What tools write into the folder while they run: a scratch tree starts without it and has its own. */
const CACHES = new Set(['.cache', '.vite', '.vite-temp', '.vitest', '.tmp', '.temp']);

/**
 * Mirrors a `node_modules`: real folders (itself, scopes, `.bin`) whose entries are links to the checkout's entries. An
 * entry that resolves into the repository but not into a dependency folder is a workspace: it leads to the same place in
 * the scratch tree, so that an import of it loads the candidate's file and not the user's.
 */
export function mirrorDependencies(request: MirrorRequest): void {
  const from = join(request.checkout, request.folder);
  const roots = repositoryRoots(request, realpathSync(from));
  const to = join(request.scratch, request.folder);
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (CACHES.has(name)) continue;
    const entry = join(from, name);
    const isOpened = (name.startsWith('@') || name === '.bin') && lstatSync(entry).isDirectory();
    if (!isOpened) {
      link(request, roots, entry, join(to, name));
      continue;
    }
    mkdirSync(join(to, name));
    for (const each of readdirSync(entry)) {
      link(request, roots, join(entry, each), join(to, name, each));
    }
  }
}

/** The checkout, and the checkout that the folder really lies in where it is itself a link to another one's. */
function repositoryRoots({ checkout, folder }: MirrorRequest, real: string): readonly string[] {
  const suffix = sep + folder.split('/').join(sep);
  const other = real.endsWith(suffix) ? [real.slice(0, -suffix.length)] : [];
  return [...new Set([realpathSync(checkout), ...other])];
}

function link(request: MirrorRequest, roots: readonly string[], entry: string, to: string): void {
  symlinkSync(workspaceOf(request, roots, entry) ?? entry, to);
}

/** The place in the scratch tree of an entry that resolves into the repository's own files; null for all others. */
function workspaceOf(
  { scratch }: MirrorRequest,
  roots: readonly string[],
  entry: string,
): string | null {
  if (!existsSync(entry)) return null;
  const real = realpathSync(entry);
  const root = roots.find((each) => real.startsWith(each + sep));
  if (root === undefined) return null;
  const inside = relative(root, real);
  if (inside.split(sep).includes('node_modules')) return null;
  const place = join(scratch, inside);
  // What git does not track (a generated package) is not in the scratch tree: then the checkout's has to do.
  return existsSync(place) ? place : null;
}
