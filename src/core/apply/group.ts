import type { Edit } from '../model/edit.ts';
import type { FreshWindow, SnapshotFile } from '../model/patch.ts';
import type { RepoPath } from '../model/repo-path.ts';

/** One file of the result and all edits of the response that it comes from, in their order. */
export interface Group {
  /** Where the file stands after the patch; for a deletion, where it stood. */
  readonly path: RepoPath;
  /** Where it stood before, where a rename moves it. */
  readonly from?: RepoPath;
  /** The file at the base; null for one that the response makes. */
  readonly base: SnapshotFile | null;
  /** True where the author's read of the file is known to be fresh. */
  readonly isFresh: boolean;
  /** Parts of it whose read is known to be fresh, where the whole is not. */
  readonly windows: readonly FreshWindow[];
  readonly edits: readonly Edit[];
}
