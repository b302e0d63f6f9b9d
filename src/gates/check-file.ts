import { isMeantBy, mayBeMeant, startsOf } from '../core/policies/path-glob.ts';
import { DEFAULT_PROTECTED } from '../core/policies/protected-defaults.ts';

/**
 * Files that say what the checks are: a command reads them whatever its inputs are declared to be, and they are the ones
 * that a person is asked about.
 */
export const isCheckFile = (path: string): boolean => {
  const known =
    checkFiles.get(path) ??
    (mayBeMeant(path, CHECK_STARTS) && DEFAULT_PROTECTED.some(({ glob }) => isMeantBy(path, glob)));
  if (checkFiles.size >= MOST_PATHS) checkFiles.clear();
  checkFiles.set(path, known);
  return known;
};

const CHECK_STARTS = startsOf(DEFAULT_PROTECTED.map(({ glob }) => glob));

/** Every path of a tree is asked about for every candidate. */
const checkFiles = new Map<string, boolean>();
const MOST_PATHS = 200_000;
