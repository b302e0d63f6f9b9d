import { createHash } from 'node:crypto';
import { asOid, type Oid } from '../core/model/ids.ts';
import type { IndexEntry } from './landing/index-entries.ts';
import type { TreeNode } from './objects.ts';
import { encodePath } from './path-bytes.ts';
import type { Repository } from './repository.ts';

/** The trees that an index stands for, named as git would name them, though nobody has written them. */
export interface IndexTree {
  /** The root's. */
  readonly oid: Oid;
  /** What each of the trees holds, by its name. */
  readonly nodes: ReadonlyMap<Oid, readonly TreeNode[]>;
}

/** Entries of the index that are committed: neither in conflict nor only announced by `git add -N`. */
export const committedEntries = (entries: readonly IndexEntry[]): readonly IndexEntry[] =>
  entries.filter(({ stage, isIntended }) => stage === 0 && !isIntended);

/** Computes the tree of sorted index entries (`gitformat-index(5)`, git's tree objects): the one a commit would have. */
export function indexTree(
  entries: readonly IndexEntry[],
  format: Repository['objectFormat'],
): IndexTree {
  const nodes = new Map<Oid, readonly TreeNode[]>();
  let at = 0;
  /** All entries below a folder; they follow each other, in the order of the tree. */
  const folder = (prefix: string): Oid => {
    const found: TreeNode[] = [];
    while (at < entries.length) {
      const { path, mode, oid } = entries[at] ?? { path: '', mode: '', oid: '' as Oid };
      if (!path.startsWith(prefix)) break;
      const slash = path.indexOf('/', prefix.length);
      if (slash === -1) {
        found.push({ name: path.slice(prefix.length), mode, oid });
        at += 1;
      } else {
        const below = path.slice(0, slash + 1);
        found.push({ name: path.slice(prefix.length, slash), mode: '40000', oid: folder(below) });
      }
    }
    const oid = treeName(found, format);
    nodes.set(oid, found);
    return oid;
  };
  return { oid: folder(''), nodes };
}

function treeName(nodes: readonly TreeNode[], format: Repository['objectFormat']): Oid {
  const body = Buffer.concat(
    nodes.flatMap(({ name, mode, oid }) => [
      Buffer.from(`${mode} `),
      encodePath(name),
      Buffer.of(0),
      Buffer.from(oid, 'hex'),
    ]),
  );
  return asOid(createHash(format).update(`tree ${body.length}\0`).update(body).digest('hex'));
}
