import type { Oid } from '../core/model/ids.ts';
import type { Repository } from './repository.ts';
import { createScratch, removeScratch, type ScratchWorktree } from './worktrees.ts';

/** Where scratch worktrees come from, and what becomes of them. */
export interface ScratchTrees {
  /** A checkout of a commit, with nothing else in it. `name`: see `createScratch`. */
  readonly open: (request: {
    readonly name: string;
    readonly commit: Oid;
  }) => Promise<ScratchWorktree>;
  /** Something that ran in the tree may be running still, or could have written outside of it. */
  readonly doubt: (scratch: ScratchWorktree) => void;
  /** Nobody uses the tree any more. */
  readonly close: (scratch: ScratchWorktree) => Promise<void>;
}

/** Each tree is made anew, and removed after its use. */
export const freshTrees = (repo: Repository): ScratchTrees => ({
  open: (request) => createScratch(repo, request),
  doubt: () => undefined,
  close: (scratch) => removeScratch(repo, scratch),
});
