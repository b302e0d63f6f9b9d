import { editDistance } from '../match/edit-distance.ts';
import { baseName, foldPath, type TreeIndex } from './tree-index.ts';

const MAX_NAMES = 3;
const MAX_DISTANCE = 2;

/** Tracked paths that a path which does not exist may have meant: the same name elsewhere, then names a slip away. */
export function nearNames(index: TreeIndex, path: string): readonly string[] {
  const same = index.named(baseName(path));
  if (same.length >= MAX_NAMES) return same.slice(0, MAX_NAMES);
  const wanted = foldPath(baseName(path));
  const near = index.tree
    .map((entry) => ({
      path: entry.path,
      distance: distance(wanted, foldPath(baseName(entry.path))),
    }))
    .filter((other) => other.distance <= MAX_DISTANCE && !same.includes(other.path))
    .sort((a, b) => a.distance - b.distance || folderRank(path, a.path) - folderRank(path, b.path));
  return [...same, ...near.map((other) => other.path)].slice(0, MAX_NAMES);
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const folderRank = (path: string, other: string): number =>
  folderOf(path) === folderOf(other) ? 0 : 1;

/** Edit distance of two names; only what is within `MAX_DISTANCE` is exact. */
const distance = (a: string, b: string): number =>
  Math.abs(a.length - b.length) > MAX_DISTANCE || a.length > 255
    ? MAX_DISTANCE + 1
    : editDistance(a, b, MAX_DISTANCE);
