import type { Oid } from '../core/model/ids.ts';
import type { Repository } from './repository.ts';
import { ownedName } from './scratch-owner.ts';
import { createScratch, removeScratch, type ScratchWorktree } from './worktrees.ts';

/** Where scratch worktrees come from, and what becomes of them. */
export interface ScratchTrees {
  /** A checkout of a commit, with nothing else in it. */
  readonly open: (commit: Oid) => Promise<ScratchWorktree>;
  /** Something that ran in the tree may be running still, or could have written outside of it. */
  readonly doubt: (scratch: ScratchWorktree) => void;
  /** Nobody uses the tree any more. */
  readonly close: (scratch: ScratchWorktree) => Promise<void>;
}

/** Each tree is made anew, and removed after its use. `kind`: see `ownedName`. */
export const freshTrees = (repo: Repository, kind: string): ScratchTrees => ({
  open: (commit) => createScratch(repo, { name: ownedName(kind), commit }),
  doubt: () => undefined,
  close: (scratch) => removeScratch(repo, scratch),
});
