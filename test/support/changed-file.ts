import type { FileChange } from '../../src/core/model/patch.ts';
import type { RepoPath } from '../../src/core/model/repo-path.ts';

type Content = string | Uint8Array | null;

const fileSide = (content: Content, mode: '100644' | '120000' = '100644'): FileChange['after'] =>
  content === null ? null : { bytes: Buffer.from(content), mode };

/** One file of a patch, made by block 1. */
export const changedFile = (
  path: string,
  before: Content,
  after: Content,
  more: Partial<FileChange> = {},
): FileChange => ({
  path: path as RepoPath,
  before: fileSide(before),
  after: fileSide(after),
  regions: [],
  blocks: [1],
  isWhole: false,
  isDeclaredDeletion: false,
  ...more,
});
