import { TreeIndex, treeIndex } from '../apply/tree-index.ts';
import type { FileChange, Patch, TreeEntry } from '../model/patch.ts';
import type { Rejection } from '../model/rejection.ts';
import { findings } from './findings.ts';
import type { Policy } from './policy.ts';

/**
 * No path is made that a file system without case, or with another composition of characters, takes for another one: of
 * the base, or of the same patch. A file may change the case of its own name.
 */
export const pathCollisions: Policy = {
  name: 'path-collisions',
  judge({ patch, tree = [] }) {
    const made = patch.changes.filter(isMade);
    if (made.length === 0) return findings({});
    const others = staying(patch, tree);
    const code = 'path-denied';
    const rejections = made.flatMap(({ path }, at): Rejection[] => {
      const sooner = new TreeIndex(made.slice(0, at).map(asEntry));
      const other = others.lookAlike(path) ?? sooner.lookAlike(path);
      return other === undefined ? [] : [{ code, path, reason: 'collides', facts: { other } }];
    });
    return findings({ rejections });
  },
};

const isMade = ({ path, from, before, after }: FileChange): boolean =>
  after !== null && (before === null || (from !== undefined && from !== path));

/** The base's paths that are still there afterwards. */
function staying(patch: Patch, tree: readonly TreeEntry[]): TreeIndex {
  const gone = new Set<string>(
    patch.changes.flatMap(({ path, from, after }) => {
      if (from !== undefined) return [from];
      return after === null ? [path] : [];
    }),
  );
  return gone.size === 0
    ? treeIndex(tree)
    : new TreeIndex(tree.filter(({ path }) => !gone.has(path)));
}

const asEntry = ({ path, after }: FileChange): TreeEntry => ({
  path,
  mode: after?.mode ?? '100644',
  oid: '' as TreeEntry['oid'],
});
