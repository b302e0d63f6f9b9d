import type { FileChange } from '../model/patch.ts';
import type { Limits, PathLimit } from './limits.ts';
import { isMeantBy } from './path-glob.ts';

/** A number in force, and the glob of the paths that it is for; null: it is for all that no glob has one for. */
export interface LimitInForce {
  readonly limit: number;
  readonly glob: string | null;
}

/** The number of one limit for one path. */
export function limitAt(limits: Limits, key: PathLimit, path: string): LimitInForce {
  const own = limits.paths.findLast(
    (rule) => rule.limits[key] !== undefined && isMeantBy(path, rule.glob),
  );
  return { limit: own?.limits[key] ?? limits[key], glob: own?.glob ?? null };
}

/** Changed files that are counted together, because one number is for all of them. */
export interface CountedTogether extends LimitInForce {
  readonly changes: readonly FileChange[];
}

/** The changes, parted by the number of one limit that is for them. */
export function countedTogether(
  changes: readonly FileChange[],
  limits: Limits,
  key: PathLimit,
): readonly CountedTogether[] {
  const groups = new Map<string | null, LimitInForce & { readonly changes: FileChange[] }>();
  for (const change of changes) {
    const { limit, glob } = limitAt(limits, key, change.path);
    const group = groups.get(glob) ?? { limit, glob, changes: [] };
    group.changes.push(change);
    groups.set(glob, group);
  }
  return [...groups.values()];
}

/** As a fact of a refusal, so that its reader knows which paths were counted. */
export const countedFact = ({ glob }: LimitInForce): { readonly counted?: string } =>
  glob === null ? {} : { counted: glob };
