import { resolveForContent, resolveForReplace, resolveTracked } from '../apply/resolve-path.ts';
import { treeIndex } from '../apply/tree-index.ts';
import type { Edit } from '../model/edit.ts';
import type { TreeEntry } from '../model/patch.ts';
import type { StalePolicy } from './seen.ts';

/** What a path's edits rest on: old text, the author's view of the whole file, or a line number. */
export type EditKind = Exclude<keyof StalePolicy, 'context'>;

/** The edits of one path, by the path that the base knows it by. */
export interface EditedPath {
  readonly path: string;
  readonly edits: readonly Edit[];
  readonly kind: EditKind;
}

/** Sorts edits by the tracked path that each is about, as `apply` will resolve it; else by its path as spelt. */
export function editedPaths(
  edits: readonly Edit[],
  tree: readonly TreeEntry[],
  repoName: string,
): ReadonlyMap<string, EditedPath> {
  const index = treeIndex(tree);
  const groups = Map.groupBy(edits, (edit) => {
    const resolved =
      edit.kind === 'replace' || edit.kind === 'insert'
        ? resolveForReplace(index, edit.target, repoName)
        : edit.kind === 'create' || edit.kind === 'write'
          ? resolveForContent(index, edit.target, repoName)
          : resolveTracked(index, edit.target);
    return resolved.kind === 'tracked' ? resolved.entry.path : String(edit.target.path);
  });
  return new Map(
    [...groups].map(([path, group]) => [path, { path, edits: group, kind: kindOf(group) }]),
  );
}

/** The most demanding kind among them. A deletion takes away what its author should have seen. */
function kindOf(edits: readonly Edit[]): EditKind {
  const kinds = new Set(edits.map(({ kind }) => kind));
  if (kinds.has('write') || kinds.has('create') || kinds.has('delete')) return 'whole';
  return kinds.has('insert') ? 'numbers' : 'anchored';
}
