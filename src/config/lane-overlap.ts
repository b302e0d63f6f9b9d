import { braceExpand } from 'minimatch';
import { matchesGlobs } from '../core/policies/match-globs.ts';
import type { LaneConfig } from './config.ts';

/** Choices of one glob's braces that are looked at. */
const MOST_CHOICES = 100;

/**
 * A path that two lanes mean; null: none is found, and there may still be one. Tried are paths made of the globs of
 * either, each wild card filled in with next to nothing, and with the folders that the other lane begins with.
 */
export function laneOverlap(one: LaneConfig, other: LaneConfig): string | null {
  const areMeant = (path: string): boolean =>
    matchesGlobs(path, one.globs) && matchesGlobs(path, other.globs);
  for (const [mine, theirs] of [
    [one, other],
    [other, one],
  ] as const) {
    const folders = lanePlaces(theirs);
    for (const glob of choicesOf(mine)) {
      for (const folder of new Set(['', ...folders])) {
        const found = pathsOf(glob, folder).find(areMeant);
        if (found !== undefined) return found;
      }
    }
  }
  return null;
}

const choicesOf = ({ globs }: LaneConfig): readonly string[] =>
  globs
    .filter((glob) => !glob.startsWith('!'))
    .flatMap((glob) => braceExpand(glob, { braceExpandMax: MOST_CHOICES }));

/** The folders that each glob of a lane spells out before its first wild card: whatever it means lies in one of them. */
export const lanePlaces = (lane: LaneConfig): readonly string[] =>
  lane.globs.every((glob) => glob.startsWith('!')) ? [''] : choicesOf(lane).map(plainFolders);

function plainFolders(glob: string): string {
  const segments = glob.replace(/^\//, '').split('/').slice(0, -1);
  const end = segments.findIndex((segment) => /[*?[\]()!+@\\]/.test(segment));
  return segments.slice(0, end < 0 ? segments.length : end).join('/');
}

/** Paths that a glob may mean, in a folder of another's or by themselves. */
function pathsOf(glob: string, folder: string): readonly string[] {
  const below = glob.endsWith('/') ? `${glob}**` : glob;
  const isAnywhere = !below.includes('/');
  const name = (segment: string): string => segment.replaceAll('*', 'x').replaceAll('?', 'x');
  const fill = (into: string): string =>
    below
      .replace(/^\//, '')
      .split('/')
      .map((segment) => (segment === '**' ? into : name(segment)))
      .filter((segment) => segment !== '')
      .join('/');
  const inside = folder === '' ? 'x' : `${folder}/x`;
  const bare = name(below);
  return isAnywhere
    ? [bare, folder === '' ? bare : `${folder}/${bare}`]
    : [fill(folder), fill(inside), `${fill(folder)}/x`];
}
