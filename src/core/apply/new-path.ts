import type { Rejection, RejectionCode } from '../model/rejection.ts';
import { foldersOf, foldPath, type TreeIndex } from './tree-index.ts';

/** What decides whether a file may be made at a path. `moving` is the file that a rename takes away from its place. */
export interface NewPathContext {
  readonly index: TreeIndex;
  readonly ignored: ReadonlySet<string>;
  readonly moving?: string;
}

/** Why no file may be made at a path. */
export interface PlaceRefusal {
  readonly code: Extract<RejectionCode, 'file-exists' | 'path-denied' | 'file-kind-refused'>;
  readonly rest: Pick<Rejection, 'reason' | 'facts'>;
}

/** Null where a new file may stand at `path`. */
export function placeRefusal(path: string, context: NewPathContext): PlaceRefusal | null {
  const { index, ignored, moving } = context;
  if (path === moving) return null;
  if (index.has(path)) return { code: 'file-exists', rest: { reason: 'tracked' } };
  for (const folder of foldersOf(path)) {
    const entry = index.entry(folder);
    if (entry === undefined || folder === moving) continue;
    if (entry.mode === '120000')
      return { code: 'file-kind-refused', rest: { reason: 'symlink', facts: { other: folder } } };
    if (entry.mode === '160000')
      return { code: 'file-kind-refused', rest: { reason: 'submodule', facts: { other: folder } } };
    return { code: 'file-exists', rest: { reason: 'parent-is-file', facts: { other: folder } } };
  }
  if (index.hasFolder(path)) return { code: 'file-exists', rest: { reason: 'is-folder' } };
  const alike = index.lookAlike(path);
  const isOwnName = moving !== undefined && alike === moving && foldPath(moving) === foldPath(path);
  if (alike !== undefined && !isOwnName)
    return { code: 'path-denied', rest: { reason: 'collides', facts: { other: alike } } };
  if (ignored.has(path)) return { code: 'path-denied', rest: { reason: 'ignored' } };
  return null;
}
