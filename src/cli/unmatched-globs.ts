import type { Config } from '../config/config.ts';
import { configPath } from '../config/config-problem.ts';
import { isMeantBy } from '../core/policies/path-glob.ts';
import { matchesGlobs } from '../core/policies/match-globs.ts';

/** A glob of the config, by its key, that means no path of a tree. */
export interface UnmatchedGlob {
  readonly key: string;
  readonly glob: string;
}

/** Globs that mean none of the paths: each may be for files to come, or spelt wrong. */
export function unmatchedGlobs(config: Config, paths: readonly string[]): readonly UnmatchedGlob[] {
  const unmatched: UnmatchedGlob[] = [];
  const look = (
    key: readonly PropertyKey[],
    glob: string,
    means: (path: string, glob: string) => boolean,
  ): void => {
    if (paths.some((path) => means(path, glob))) return;
    unmatched.push({ key: configPath(key), glob });
  };
  config.protected.forEach(({ glob }, at) => look(['protected', at], glob, isMeantBy));
  config.limits.paths.forEach(({ glob }) => look(['limits', 'paths'], glob, isMeantBy));
  const asList = (path: string, glob: string): boolean => matchesGlobs(path, [glob]);
  config.queue.lanes.forEach(({ name, globs }) => {
    for (const glob of globs.filter(isMeaning)) look(['queue', 'lanes', name], glob, asList);
  });
  config.gates.forEach(({ files, inputs }, at) => {
    for (const glob of files.filter(isMeaning)) look(['gates', at, 'files'], glob, asList);
    if (typeof inputs === 'string') return;
    for (const glob of inputs.filter(isMeaning)) look(['gates', at, 'inputs'], glob, asList);
  });
  return unmatched;
}

/** What only takes out again need not be there. */
const isMeaning = (glob: string): boolean => !glob.startsWith('!');
