import type { EditPath } from '../model/edit.ts';
import type { TreeEntry } from '../model/patch.ts';
import type { RepoPath } from '../model/repo-path.ts';
import { nearNames } from './near-names.ts';
import { baseName, foldPath, type TreeIndex } from './tree-index.ts';

/** Why a path names no file of the base. */
export type MissingReason = 'no-such-file' | 'several-named' | 'case' | 'tracked-twin';

/** What an edit's path stands for in the base. `note` says how it was read where not as spelt. */
export interface TrackedPath {
  readonly kind: 'tracked';
  readonly entry: TreeEntry;
  readonly note?: 'bare-name' | 'prefix' | 'composition';
}

export interface MissingPath {
  readonly kind: 'missing';
  readonly reason: MissingReason;
  readonly candidates: readonly string[];
}

/** A path that is free for a new file. */
export interface AbsentPath {
  readonly kind: 'absent';
  readonly path: RepoPath;
}

const PROMPT_PREFIXES = ['a/', 'b/', 'path/to/'] as const;

/** The path without a first `a/`, `b/`, `path/to/` or the repository's own name, for each that it begins with. */
export function strippedPaths(path: string, repoName: string): readonly string[] {
  return [...PROMPT_PREFIXES, `${repoName}/`]
    .filter((prefix) => path.startsWith(prefix) && path.length > prefix.length)
    .map((prefix) => path.slice(prefix.length));
}

/** The tracked file of exactly this path, whatever the composition of its characters. */
function asSpelt(index: TreeIndex, path: string): TrackedPath | MissingPath | null {
  const entry = index.entry(path);
  if (entry !== undefined) return { kind: 'tracked', entry };
  const composed = index.composed(path);
  if (composed.length > 1)
    return { kind: 'missing', reason: 'several-named', candidates: composed };
  const only = composed[0] === undefined ? undefined : index.entry(composed[0]);
  return only === undefined ? null : { kind: 'tracked', entry: only, note: 'composition' };
}

/** For search/replace edits: the path as spelt, else without a prompt's prefix, else the one file of that bare name. */
export function resolveForReplace(
  index: TreeIndex,
  target: EditPath,
  repoName: string,
): TrackedPath | MissingPath {
  const { path } = target;
  const spelt = asSpelt(index, path);
  if (spelt !== null) return spelt;
  const stripped = strippedPaths(path, repoName).filter((short) => index.has(short));
  if (stripped.length > 1)
    return { kind: 'missing', reason: 'several-named', candidates: stripped };
  const short = stripped[0] === undefined ? undefined : index.entry(stripped[0]);
  if (short !== undefined) return { kind: 'tracked', entry: short, note: 'prefix' };
  if (!path.includes('/')) {
    const named = index.named(path);
    const only = named.length === 1 && named[0] !== undefined ? index.entry(named[0]) : undefined;
    if (only !== undefined) return { kind: 'tracked', entry: only, note: 'bare-name' };
    if (named.length > 1) return { kind: 'missing', reason: 'several-named', candidates: named };
  }
  return missing(index, path);
}

/** For deletions, renames and modes: the path as spelt, nothing else. */
export function resolveTracked(index: TreeIndex, target: EditPath): TrackedPath | MissingPath {
  return asSpelt(index, target.path) ?? missing(index, target.path);
}

/**
 * For creates and whole files: a tracked path as spelt, or one that is free. Refused where it looks like a tracked file
 * by a shorter name.
 */
export function resolveForContent(
  index: TreeIndex,
  target: EditPath,
  repoName: string,
): TrackedPath | MissingPath | AbsentPath {
  const { path } = target;
  const spelt = asSpelt(index, path);
  if (spelt !== null) return spelt;
  const twins = [
    ...strippedPaths(path, repoName).filter((short) => index.has(short)),
    ...(path.includes('/') ? [] : index.named(path)),
  ];
  if (twins.length > 0) return { kind: 'missing', reason: 'tracked-twin', candidates: twins };
  return { kind: 'absent', path };
}

function missing(index: TreeIndex, path: string): MissingPath {
  const alike = index.lookAlike(path);
  if (alike !== undefined && foldPath(alike) === foldPath(path))
    return { kind: 'missing', reason: 'case', candidates: [alike] };
  return { kind: 'missing', reason: 'no-such-file', candidates: nearNames(index, path) };
}

/** Paths whose content may be needed to resolve a target or to word a refusal about it. */
export function candidatePaths(
  index: TreeIndex,
  target: EditPath,
  repoName: string,
): readonly string[] {
  const { path } = target;
  if (index.has(path)) return [path];
  const found = [
    ...index.composed(path),
    ...strippedPaths(path, repoName).filter((short) => index.has(short)),
    ...index.named(baseName(path)).slice(0, 8),
    ...nearNames(index, path),
  ];
  return [path, ...found];
}
