import type { PolicyContext, PolicyFindings } from './policy.ts';
import { POLICIES } from './registry.ts';

/** All policies of the registry over one patch; every finding, in registry order. */
export function judge(context: PolicyContext): PolicyFindings {
  const found = POLICIES.map((policy) => policy.judge(context));
  return {
    rejections: found.flatMap(({ rejections }) => rejections),
    holds: found.flatMap(({ holds }) => holds),
    notes: found.flatMap(({ notes }) => notes),
  };
}
